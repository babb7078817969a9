import { expect, type Page } from '@playwright/test';
import type { Language } from '#contract/language.ts';
import { word } from '#e2e/words.ts';
import { nativeNames } from '#src/lib/text/native-names.ts';

/** The frame around every page of a signed-in person. */
export class Shell {
  readonly page: Page;
  readonly #language: Language;

  constructor(page: Page, language: Language = 'en') {
    this.page = page;
    this.#language = language;
  }

  #word(key: string, namespace = 'shell') {
    return word(this.#language, namespace, key);
  }

  get sidebar() {
    return this.page.getByRole('complementary', { name: this.#word('menu.label') });
  }

  /** The sidebar of a narrow screen. */
  get drawer() {
    return this.page.getByRole('dialog', { name: this.#word('menu.label') });
  }

  get header() {
    return this.page.getByRole('banner');
  }

  get footer() {
    return this.page.getByRole('contentinfo');
  }

  get main() {
    return this.page.getByRole('main');
  }

  get heading() {
    return this.main.getByRole('heading', { level: 1 });
  }

  get openMenu() {
    return this.page.getByRole('button', { name: this.#word('menu.open') });
  }

  get closeMenu() {
    return this.page.getByRole('button', { name: this.#word('menu.close') });
  }

  get alert() {
    return this.page.getByRole('alertdialog');
  }

  /** The menu, in the sidebar or in the drawer. */
  get menu() {
    return this.page.getByRole('navigation', { name: this.#word('menu.label') });
  }

  group(key: string) {
    return this.menu.getByRole('button', { name: this.#word(`nav.${key}`), exact: true });
  }

  item(key: string) {
    return this.menu.getByRole('link', { name: new RegExp(`^${this.#word(`nav.${key}`)}`) });
  }

  get languageMenu() {
    return this.header.getByRole('button', {
      name: new RegExp(`^${this.#word('language', 'common')}:`),
    });
  }

  get branchMenu() {
    return this.header.getByRole('button', {
      name: new RegExp(`^${this.#word('branch.choose')}:`),
    });
  }

  /** Chooses a branch by its name, or all branches. */
  async pickBranch(name?: string) {
    await this.branchMenu.click();
    await this.page.getByRole('menuitemradio', { name: name ?? this.#word('branch.all') }).click();
  }

  get ticker() {
    return this.page.getByRole('region', { name: this.#word('nav.exchangeRate') });
  }

  get profileMenu() {
    return this.header.getByRole('button', {
      name: new RegExp(`^${this.#word('profile.label')}:`),
    });
  }

  async chooseFromProfile(
    key:
      | ('updatePassword' | 'appearance' | 'device' | 'devices')
      | ('secondFactor' | 'pin' | 'lock' | 'signOut'),
  ) {
    await this.profileMenu.click();
    await this.page.getByRole('menuitem', { name: this.#word(`profile.${key}`) }).click();
  }

  /** Changes the language in the menu and waits until the page has it. */
  async speak(language: Language) {
    await this.languageMenu.click();
    await this.page.getByRole('menuitemradio', { name: nativeNames[language] }).click();
    await expect(this.page.locator('html')).toHaveAttribute('lang', language);
  }

  /** Goes to another page of the app without a reload. */
  async visit(path: string) {
    await this.page.evaluate((to) => {
      window.history.pushState(null, '', to);
      window.dispatchEvent(new PopStateEvent('popstate'));
    }, path);
  }
}
