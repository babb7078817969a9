import { beforeEach, expect, it, vi } from 'vitest';
import {
  install,
  installWay,
  startInstallOffer,
  tellNoMore,
} from '#src/offline/install/install.ts';
import {
  catchInstallPrompt,
  useInstall,
  type InstallPrompt,
} from '#src/offline/install/install-prompt.ts';
import { INSTALL_TOLD_KEY } from '#src/lib/browser/storage-keys.ts';
import { stubLocalStorage } from './memory-storage.ts';

type Browser = { secure?: boolean; display?: string; standalone?: boolean };

/** A tab of a browser, with what it says about itself. */
function open({ secure = true, display = 'browser', standalone }: Browser = {}): EventTarget {
  const tab = Object.assign(new EventTarget(), {
    isSecureContext: secure,
    matchMedia: (query: string) => ({ matches: query.includes(`(display-mode: ${display})`) }),
  });
  vi.stubGlobal('window', tab);
  vi.stubGlobal('navigator', standalone === undefined ? {} : { standalone });
  catchInstallPrompt();
  return tab;
}

function question(): InstallPrompt {
  const prompt = vi.fn(() => Promise.resolve({ outcome: 'accepted' as const }));
  return Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
}

beforeEach(() => {
  useInstall.setState(useInstall.getInitialState(), true);
  stubLocalStorage();
});

it.each<[string, Browser, string]>([
  ['a browser without a question', {}, 'menu'],
  ['Safari on a tablet', { standalone: false }, 'share'],
  ['the Home Screen of iOS', { standalone: true }, 'installed'],
  ['an app window', { display: 'standalone' }, 'installed'],
  ['an app window with a bar', { display: 'minimal-ui' }, 'installed'],
  ['plain HTTP from another host', { secure: false }, 'notSecure'],
  ['plain HTTP in Safari', { secure: false, standalone: false }, 'notSecure'],
])('knows how from %s', (_where, browser, way) => {
  open(browser);
  expect(installWay()).toBe(way);
});

it('keeps the browser’s question back, offers it, and asks when told to', async () => {
  const tab = open();
  startInstallOffer();
  expect(useInstall.getState().offered).toBe(false);
  const event = question();
  tab.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
  expect([installWay(), useInstall.getState().offered]).toEqual(['prompt', true]);
  await install();
  expect(event.prompt).toHaveBeenCalledOnce();
  expect(useInstall.getState()).toMatchObject({ offered: false, prompt: undefined });
});

it('tells once per device, and still knows how afterwards', () => {
  const tab = open();
  startInstallOffer();
  tab.dispatchEvent(question());
  tellNoMore();
  tab.dispatchEvent(question());
  expect([installWay(), useInstall.getState().offered]).toEqual(['prompt', false]);
});

it('offers nothing more once the app is installed', () => {
  const tab = open();
  startInstallOffer();
  tab.dispatchEvent(question());
  tab.dispatchEvent(new Event('appinstalled'));
  expect([installWay(), useInstall.getState().offered]).toEqual(['installed', false]);
  expect(localStorage.getItem(INSTALL_TOLD_KEY)).toBe('yes');
});

it('explains it to Safari, which has no question', () => {
  open({ standalone: false });
  startInstallOffer();
  expect(useInstall.getState().offered).toBe(true);
});
