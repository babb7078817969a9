import type { ComponentType } from 'react';
import { loadWords } from '#src/lib/text/i18n.ts';
import { loadOwnSessions } from './load-own-sessions.ts';

export type ProfilePanel = ComponentType<{ onClose: () => void }>;

/** The panels of the person's menu, fetched on demand because they are large and seldom opened. */
const panels = {
  password: async (): Promise<ProfilePanel> =>
    (await import('#src/features/account/update-password-dialog.tsx')).UpdatePasswordDialog,
  appearance: async (): Promise<ProfilePanel> =>
    (await import('./appearance-drawer.tsx')).AppearanceDrawer,
  device: async (): Promise<ProfilePanel> => {
    const [{ DevicePanel }] = await Promise.all([
      import('#src/app/shell/device/device-panel.tsx'),
      loadWords('device'),
      loadWords('lock'),
    ]);
    return DevicePanel;
  },
  devices: loadOwnSessions,
  pin: async (): Promise<ProfilePanel> => {
    const [{ PinDialog }] = await Promise.all([
      import('#src/features/account/pin-dialog.tsx'),
      loadWords('second-factor'),
    ]);
    return PinDialog;
  },
  secondFactor: async (): Promise<ProfilePanel> => {
    const [{ SecondFactorDialog }] = await Promise.all([
      import('#src/features/account/second-factor-dialog.tsx'),
      loadWords('second-factor'),
    ]);
    return SecondFactorDialog;
  },
};

export type PanelName = keyof typeof panels;

/** Fetches one panel with its words. */
export const loadPanel = (name: PanelName): Promise<ProfilePanel> => panels[name]();
