import { create } from 'zustand';

/** The browser's own install prompt, held back until somebody wants it. */
export type InstallPrompt = Event & {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
};

type InstallState = {
  prompt: InstallPrompt | undefined;
  /** True if the line above the page may offer it. */
  offered: boolean;
  /** True if it was installed just now, from this page. */
  installed: boolean;
};

export const useInstall = create<InstallState>()(() => ({
  prompt: undefined,
  offered: false,
  installed: false,
}));

/** Catches the browser's prompt, which comes once, soon after the page has loaded. */
export function catchInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    useInstall.setState({ prompt: event as InstallPrompt });
  });
  window.addEventListener('appinstalled', () => {
    useInstall.setState({ prompt: undefined, offered: false, installed: true });
  });
}
