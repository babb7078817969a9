import type { Locator, Page } from '@playwright/test';
import type { Language } from '#contract/language.ts';
import type { Role } from '#contract/roles.ts';

/** What a scene has to act with. Everything on it is found by its words in the language drawn. */
export type Stage = {
  page: Page;
  language: Language;
  /** The text of `namespace:key`. */
  t: (key: string, values?: Record<string, string>) => string;
  /** The button with the text of `namespace:key`, in the dialog if one is open. */
  button: (key: string) => Locator;
  /** The field for typing with the text of `namespace:key`, in the dialog if one is open. */
  field: (key: string, values?: Record<string, string>) => Locator;
};

/** What is drawn: the room around these parts of the page. */
export type Shot = {
  of: readonly Locator[];
  /** The part with which it ends; what is below is cut off. */
  end?: Locator;
  /** The room around it in px. */
  margin?: number;
};

/** How one picture of the manual comes about. It changes no data that a later one shows. */
export type Scene = {
  /** The text of the manual that shows it: `clerk/first-sale`. */
  text: string;
  role: Role;
  path: string;
  /** The size of the window; a picture that is wide on the page is hard to read in the help. */
  width?: number;
  height?: number;
  /** True if the app is kept on the device first, for a scene without a network. */
  isKept?: boolean;
  play: (stage: Stage) => Promise<Shot>;
  /** What is done after the picture, for the ones that follow. */
  after?: (stage: Stage) => Promise<void>;
};

/** The dialog in front. */
export const dialogOf = (page: Page) => page.getByRole('dialog').last();

/** The part of the page with this heading. */
export const partOf = ({ page, t }: Stage, key: string) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: t(key), exact: true }) })
    .last();
