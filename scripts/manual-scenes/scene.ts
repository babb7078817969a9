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
  /** The field with the text of `namespace:key`, in the dialog if one is open. */
  field: (key: string, values?: Record<string, string>) => Locator;
};

/** What is drawn: the room around these parts of the page. */
export type Shot = {
  of: readonly Locator[];
  /** How much of it at most, from its top; the rest is cut off. */
  height?: number;
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
  play: (stage: Stage) => Promise<Shot>;
};

/** The whole of the open dialog. */
export const dialogOf = (page: Page) => page.getByRole('dialog').last();
