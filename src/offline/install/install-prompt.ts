import { create } from 'zustand';

/** The browser's own question whether to install, kept back until somebody wants to be asked. */
export type InstallPrompt = Event & {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
};

type InstallState = {
  prompt: InstallPrompt | undefined;
  /** Whether the line over the page may offer it. */
  offered: boolean;
  /** Installed just now, from this page. */
  installed: boolean;
};

export const useInstall = create<InstallState>()(() => ({
  prompt: undefined,
  offered: false,
  installed: false,
}));

/** Catches the browser's question; it comes once, soon after the page has loaded. */
export function catchInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    useInstall.setState({ prompt: event as InstallPrompt });
  });
  window.addEventListener('appinstalled', () => {
    useInstall.setState({ prompt: undefined, offered: false, installed: true });
  });
}
