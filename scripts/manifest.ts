import { readFileSync } from 'node:fs';
import type { Language } from '#contract/language.ts';
import { LIGHT_EDGE } from '#src/lib/browser/page-head.ts';
import { paths } from '#src/lib/paths.ts';

/** The background colour while an installed app starts, the same as the first page's: `--bg`. */
const BACKGROUND = '#faf9f5';

type Words = { name: string; shortName: string; description: string };

const words: Record<Language, Words> = {
  en: {
    name: 'BranchDesk back office',
    shortName: 'BranchDesk',
    description: 'Back office for an education centre with several school branches',
  },
  lo: {
    name: 'BranchDesk ລະບົບບໍລິຫານສູນ',
    shortName: 'BranchDesk',
    description: 'ລະບົບບໍລິຫານສູນການສຶກສາທີ່ມີຫຼາຍສາຂາ',
  },
};

/**
 * The icons of the app: `any` is used as it is, `maskable` has a margin for the shape that the
 * launcher cuts.
 */
export const icons = (['any', 'maskable'] as const).flatMap((purpose) =>
  [192, 512].map((size) => ({ purpose, size, file: `icons/${purpose}-${size}.png` })),
);
export const SHORTCUT_ICON = { size: 96, file: 'icons/exchange-rates-96.png' } as const;
/** iOS and iPadOS read their icon from a `<link>`, not from the manifest. */
export const APPLE_ICON = { size: 180, file: 'icons/apple-touch-180.png' } as const;

type FormFactor = 'wide' | 'narrow';
type Screenshot = {
  name: string;
  path: string;
  formFactor: FormFactor;
  label: Record<Language, string>;
  /** The row of the list that the script opens before it takes the screenshot. */
  opens?: string;
};

/** The size of the device in the screenshots, in CSS pixels, and its pixel density. */
export const devices = {
  wide: { width: 1280, height: 800, density: 1 },
  narrow: { width: 390, height: 844, density: 2 },
} as const;

const oneRate = {
  path: paths.exchangeRate,
  label: { en: 'An exchange rate and its history', lo: 'ອັດຕາແລກປ່ຽນ ແລະ ປະຫວັດ' },
  opens: 'USD',
};

/** Screenshots of the real app for the browser's install dialog. */
export const screenshots: readonly Screenshot[] = [
  { name: 'wide-rate', formFactor: 'wide', ...oneRate },
  {
    name: 'wide-branches',
    path: paths.schoolBranch,
    formFactor: 'wide',
    label: { en: 'The branches of the centre', lo: 'ສາຂາຂອງສູນ' },
  },
  {
    name: 'narrow-rates',
    path: paths.exchangeRate,
    formFactor: 'narrow',
    label: { en: 'Today’s exchange rates', lo: 'ອັດຕາແລກປ່ຽນມື້ນີ້' },
  },
  { name: 'narrow-rate', formFactor: 'narrow', ...oneRate },
];

export const screenshotFile = (language: Language, { name }: Screenshot) =>
  `screenshots/${language}/${name}.png`;

/** Pages offered by a long press on the app's icon: only pages that every role may open. */
const shortcuts = [
  { path: paths.exchangeRate, title: 'exchangeRate', icon: SHORTCUT_ICON },
] as const;

/** The name of a menu item on screen. */
function navWord(language: Language, key: string): string {
  const { nav } = JSON.parse(readFileSync(`public/locales/${language}/shell.json`, 'utf8')) as {
    nav: Record<string, string>;
  };
  const word = nav[key];
  if (word === undefined) throw new Error(`The menu has no word ${key} in ${language}`);
  return word;
}

const png = (file: string, width: number, height = width) => ({
  src: `/${file}`,
  sizes: `${width}x${height}`,
  type: 'image/png',
});

/**
 * The web app manifest in one language. Both have the same `id`, because it is one app. It starts
 * at the sign-in page, which sends a signed-in person to their own home; half of the roles may not
 * open `/`.
 */
export function manifest(language: Language) {
  const { name, shortName, description } = words[language];
  return {
    id: '/',
    scope: '/',
    start_url: paths.signIn,
    name,
    short_name: shortName,
    description,
    lang: language,
    dir: 'ltr',
    display: 'standalone',
    display_override: ['standalone', 'minimal-ui'],
    background_color: BACKGROUND,
    theme_color: LIGHT_EDGE,
    categories: ['business', 'education', 'productivity'],
    icons: icons.map(({ purpose, size, file }) => ({ ...png(file, size), purpose })),
    screenshots: screenshots.map((screenshot) => {
      const { width, height, density } = devices[screenshot.formFactor];
      return {
        ...png(screenshotFile(language, screenshot), width * density, height * density),
        form_factor: screenshot.formFactor,
        label: screenshot.label[language],
      };
    }),
    shortcuts: shortcuts.map(({ path, title, icon }) => ({
      name: navWord(language, title),
      url: path,
      icons: [png(icon.file, icon.size)],
    })),
  };
}
