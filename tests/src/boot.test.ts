import { createContext, runInContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildBootScript } from '#scripts/vite-inline-boot.ts';
import { DARK_EDGE, LIGHT_EDGE } from '#src/lib/browser/page-head.ts';

type Device = {
  search?: string;
  cookie?: string;
  kept?: Record<string, string>;
  session?: Record<string, string>;
  browser?: string[];
  htmlLang?: string;
  prefersDark?: boolean;
  refusesStorage?: boolean;
};

let script: string;
beforeAll(async () => {
  script = await buildBootScript();
});

/** Runs the script that stands in index.html on a device and gives back what it left there. */
function boot(device: Device) {
  const { kept = {}, session = {} } = device;
  const preloaded: string[] = [];
  const classes = new Set<string>();
  const edge = { content: LIGHT_EDGE };
  const root = {
    lang: device.htmlLang ?? 'en',
    dir: 'ltr',
    classList: { add: (name: string) => classes.add(name) },
    querySelector: () => edge,
  };
  const storage = (items: Record<string, string>) => ({
    getItem: (key: string) => {
      if (device.refusesStorage) throw new Error('refused');
      return items[key] ?? null;
    },
    setItem: (key: string, value: string) => {
      if (device.refusesStorage) throw new Error('refused');
      items[key] = value;
    },
  });
  const page = {
    URLSearchParams,
    document: {
      documentElement: root,
      cookie: device.cookie ?? '',
      createElement: () => ({}),
      head: { append: ({ href }: { href: string }) => preloaded.push(href) },
    },
    location: { search: device.search ?? '' },
    navigator: { languages: device.browser ?? [] },
    localStorage: storage(kept),
    sessionStorage: storage(session),
    matchMedia: () => ({ matches: device.prefersDark ?? false }),
  };
  runInContext(script, createContext(page));
  return { root, dark: classes.has('dark'), edge: edge.content, preloaded, kept };
}

const savedTheme = (theme: object) => ({ root: JSON.stringify({ state: { theme }, version: 0 }) });

it('fits into a kilobyte', () => {
  expect(script.length).toBeLessThan(1000);
});

describe('language', () => {
  // Each line has everything that the line above has, minus its first wish: the order of
  // docs/interface.md, "What the browser keeps".
  const wishes: [string, Device, string][] = [
    [
      'query',
      { search: '?lng=lo', cookie: 'i18next=en', kept: { i18nextLng: 'en' }, browser: ['en'] },
      'lo',
    ],
    [
      'cookie',
      { cookie: 'a=b; i18next=lo', kept: { i18nextLng: 'en' }, session: { i18nextLng: 'en' } },
      'lo',
    ],
    [
      'local storage',
      { kept: { i18nextLng: 'lo' }, session: { i18nextLng: 'en' }, browser: ['en'] },
      'lo',
    ],
    ['session storage', { session: { i18nextLng: 'lo' }, browser: ['en'] }, 'lo'],
    ['browser', { browser: ['lo', 'en'], htmlLang: 'en' }, 'lo'],
    ['html lang', { htmlLang: 'lo' }, 'lo'],
    ['nothing', {}, 'en'],
  ];
  it.each(wishes)('is taken from: %s', (_source, device, language) => {
    expect(boot(device).root.lang).toBe(language);
  });

  const codes: [string, Device, string][] = [
    ['only the language part counts', { search: '?lng=lo-LA' }, 'lo'],
    ['an underscore parts it too', { search: '?lng=LO_la' }, 'lo'],
    ['languages we do not speak are skipped', { search: '?lng=th', browser: ['vi', 'lo'] }, 'lo'],
    ['a longer code is another language', { search: '?lng=loz', browser: ['en'] }, 'en'],
    ['the code ae is not offered', { kept: { i18nextLng: 'ae' } }, 'en'],
    ['storage may be refused', { refusesStorage: true, browser: ['lo'] }, 'lo'],
  ];
  it.each(codes)('%s', (_rule, device, language) => {
    expect(boot(device).root.lang).toBe(language);
  });

  it('is kept for the next visit', () => {
    expect(boot({ search: '?lng=lo' }).kept['i18nextLng']).toBe('lo');
  });
});

describe('theme and direction', () => {
  const themes: [string, Device, boolean][] = [
    ['light by default, even on a dark device', { prefersDark: true }, false],
    ['light', { kept: savedTheme({ theme: 'light' }), prefersDark: true }, false],
    ['dark', { kept: savedTheme({ theme: 'dark' }) }, true],
    ['system on a dark device', { kept: savedTheme({ theme: 'system' }), prefersDark: true }, true],
    ['system on a light device', { kept: savedTheme({ theme: 'system' }) }, false],
    [
      'light when the saved state is broken',
      { kept: { root: '{"state":' }, prefersDark: true },
      false,
    ],
  ];
  it.each(themes)('%s', (_name, device, dark) => {
    const page = boot(device);
    expect([page.dark, page.edge]).toEqual([dark, dark ? DARK_EDGE : LIGHT_EDGE]);
  });

  it('takes the saved direction', () => {
    expect(boot({ kept: savedTheme({ rtlClass: 'rtl' }) }).root.dir).toBe('rtl');
    expect(boot({}).root.dir).toBe('ltr');
  });
});

describe('preloads', () => {
  it('fetches the words of the sign-in page, and the Lao letters only for Lao', () => {
    expect(boot({}).preloaded).toEqual(['/locales/en/common.json', '/locales/en/auth.json']);
    expect(boot({ htmlLang: 'lo' }).preloaded).toContain('/fonts/noto-sans-lao.woff2');
  });

  it('fetches the words of the shell for somebody who is signed in', () => {
    expect(boot({ kept: { token: 'x' } }).preloaded).toContain('/locales/en/shell.json');
  });
});
