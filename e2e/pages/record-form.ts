import type { Page } from '@playwright/test';
import type { Language } from '#contract/language.ts';
import { word } from '#e2e/words.ts';

/**
 * A text field of a form by its label, without the star or the word "optional" behind the label.
 */
export function field(page: Page, label: string) {
  const exactly = label.replace(/[()]/g, '\\$&');
  return page.getByRole('textbox', { name: new RegExp(`^${exactly}( \\*| optional)?$`) });
}

/** The button that saves an English form. */
export function save(page: Page) {
  return page.getByRole('button', { name: 'Save', exact: true });
}

/** Opens a section of a record that is read first, by the heading of the section. */
export async function edit(page: Page, section: string, language: Language = 'en') {
  const name = `${word(language, 'record', 'edit')} ${section}`;
  await page.getByRole('button', { name, exact: true }).click();
}

/** A value that a record shows for reading, by its label. */
export function value(page: Page, label: string) {
  const named = page.getByRole('term').getByText(label, { exact: true });
  return page.locator('dl > div', { has: named }).getByRole('definition');
}

/** One act in the menu of a person's record, which it opens. */
export async function recordAct(page: Page, act: string, language: Language = 'en') {
  const main = page.getByRole('main');
  // By its label, because the tabs of a phone have a button with this word, too.
  await main.getByLabel(word(language, 'record', 'more'), { exact: true }).click();
  return page.getByRole('menuitem', { name: act, exact: true });
}

/** Does one act of the menu of a person's record. */
export async function doAct(page: Page, act: string, language: Language = 'en') {
  await (await recordAct(page, act, language)).click();
}
