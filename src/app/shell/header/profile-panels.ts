import type { ComponentType } from 'react';
import { loadWords } from '#src/lib/text/i18n.ts';
import { loadOwnSessions } from './load-own-sessions.ts';

export type Panel = ComponentType<{ onClose: () => void }>;

/** The panels of the person's menu, fetched on demand because they are large and seldom opened. */
const panels = {
  password: async (): Promise<Panel> =>
    (await import('#src/features/account/update-password-dialog.tsx')).UpdatePasswordDialog,
  appearance: async (): Promise<Panel> =>
    (await import('./appearance-drawer.tsx')).AppearanceDrawer,
  device: async (): Promise<Panel> => {
    const [{ DevicePanel }] = await Promise.all([
      import('#src/app/shell/device/device-panel.tsx'),
      loadWords('device'),
      loadWords('lock'),
    ]);
    return DevicePanel;
  },
  devices: loadOwnSessions,
  pin: async (): Promise<Panel> => {
    const [{ PinDialog }] = await Promise.all([
      import('#src/features/account/pin-dialog.tsx'),
      loadWords('second-factor'),
    ]);
    return PinDialog;
  },
  secondFactor: async (): Promise<Panel> => {
    const [{ SecondFactorDialog }] = await Promise.all([
      import('#src/features/account/second-factor-dialog.tsx'),
      loadWords('second-factor'),
    ]);
    return SecondFactorDialog;
  },
};

export type PanelName = keyof typeof panels;

/** Fetches one panel with its words. */
export const loadPanel = (name: PanelName): Promise<Panel> => panels[name]();
