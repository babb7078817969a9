import { forgivingStorage } from '#src/lib/browser/forgiving-storage.ts';
import { INSTALL_TOLD_KEY } from '#src/lib/browser/storage-keys.ts';
import { useInstall } from './install-prompt.ts';

/**
 * The way to install on this device: already installed, the browser's prompt, Safari's share menu,
 * another browser's own menu, or impossible because the address is not secure.
 */
export type InstallWay = 'installed' | 'prompt' | 'share' | 'menu' | 'notSecure';

/** The display modes of an installed app; a tab has none of them. */
const APP_DISPLAY = '(display-mode: standalone), (display-mode: minimal-ui)';

/** The current way to install. Only Safari on iOS and iPadOS has `standalone`. */
export function installWay(): InstallWay {
  const { prompt, installed } = useInstall.getState();
  const standalone = 'standalone' in navigator ? navigator.standalone === true : undefined;
  if (installed || standalone === true || window.matchMedia(APP_DISPLAY).matches)
    return 'installed';
  if (!window.isSecureContext) return 'notSecure';
  if (prompt) return 'prompt';
  return standalone === false ? 'share' : 'menu';
}

/** Stops the offer for good, because it is shown once per device. */
export function tellNoMore(): void {
  forgivingStorage.setItem(INSTALL_TOLD_KEY, 'yes');
  useInstall.setState({ offered: false });
}

/** Shows the browser's prompt; each prompt works once, whatever the answer. */
export async function install(): Promise<void> {
  const { prompt } = useInstall.getState();
  useInstall.setState({ prompt: undefined });
  tellNoMore();
  await prompt?.prompt();
}

function consider(): void {
  const way = installWay();
  if (way === 'installed') forgivingStorage.setItem(INSTALL_TOLD_KEY, 'yes');
  const told = forgivingStorage.getItem(INSTALL_TOLD_KEY) !== null;
  const offered = !told && (way === 'prompt' || way === 'share');
  if (offered !== useInstall.getState().offered) useInstall.setState({ offered });
}

function startConsidering(): void {
  useInstall.subscribe(consider);
  consider();
}

/**
 * Offers to install from now on, if it is possible and was not offered before. It waits for the
 * first touch: the offer is for somebody who works, and a first screen must not wait for it.
 */
export function startInstallOffer(): void {
  const activation = navigator.userActivation as UserActivation | undefined;
  if (activation?.hasBeenActive ?? true) startConsidering();
  else for (const touch of ['pointerup', 'keyup']) window.addEventListener(touch, startOnce);
}

function startOnce(): void {
  for (const touch of ['pointerup', 'keyup']) window.removeEventListener(touch, startOnce);
  startConsidering();
}
