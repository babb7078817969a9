import type { Page } from '@playwright/test';
import type { Language } from '#contract/language.ts';
import { word } from '#e2e/words.ts';
import { DEMO_PASSWORD } from '#scripts/demo-accounts.ts';

/** The screen that covers every page while the device is locked. */
export class LockScreen {
  readonly page: Page;
  readonly #language: Language;

  constructor(page: Page, language: Language = 'en') {
    this.page = page;
    this.#language = language;
  }

  #word(key: string, namespace = 'lock') {
    return word(this.#language, namespace, key);
  }

  get dialog() {
    return this.page.getByRole('dialog', { name: this.#word('title') });
  }

  get password() {
    return this.dialog.getByLabel(this.#word('password'), { exact: true });
  }

  get signOut() {
    return this.dialog.getByRole('button', { name: this.#word('profile.signOut', 'shell') });
  }

  async unlock(password = DEMO_PASSWORD): Promise<void> {
    await this.password.fill(password);
    await this.dialog.getByRole('button', { name: this.#word('unlock') }).click();
  }
}
