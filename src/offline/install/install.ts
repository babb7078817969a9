import { forgivingStorage } from '#src/lib/browser/forgiving-storage.ts';
import { INSTALL_TOLD_KEY } from '#src/lib/browser/storage-keys.ts';
import { useInstall } from './install-prompt.ts';

/**
 * How the app gets onto this device: it is there, the browser asks when told to, by hand in
 * Safari's share menu or in another browser's own menu, or not at all because the address is not
 * secure.
 */
export type InstallWay = 'installed' | 'prompt' | 'share' | 'menu' | 'notSecure';

/** The displays an installed app can have; in a tab it is none of them. */
const APP_DISPLAY = '(display-mode: standalone), (display-mode: minimal-ui)';

/** How it is now. Only Safari on iOS and iPadOS has `standalone`. */
export function installWay(): InstallWay {
  const { prompt, installed } = useInstall.getState();
  const standalone = 'standalone' in navigator ? navigator.standalone === true : undefined;
  if (installed || standalone === true || window.matchMedia(APP_DISPLAY).matches)
    return 'installed';
  if (!window.isSecureContext) return 'notSecure';
  if (prompt) return 'prompt';
  return standalone === false ? 'share' : 'menu';
}

/** Tells about installing no more: it is told once per device. */
export function tellNoMore(): void {
  forgivingStorage.setItem(INSTALL_TOLD_KEY, 'yes');
  useInstall.setState({ offered: false });
}

/** Lets the browser ask; it asks once for each prompt, whatever the answer. */
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
 * From now on installing is offered, where it is possible and was not told before. Not before the
 * page was touched: the offer is for somebody who works with it, and must not be the last thing
 * that a first screen waits for.
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
