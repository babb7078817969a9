import { expect, type Page } from '@playwright/test';
import type { Language } from '#contract/language.ts';
import type { Role } from '#contract/roles.ts';
import { paths } from '#src/lib/paths.ts';
import { demoEmail, DEMO_PASSWORD } from '#scripts/demo-accounts.ts';
import { word } from '#e2e/words.ts';

/** The sign-in form in one of the interface languages. */
export class SignInPage {
  readonly page: Page;
  readonly language: Language;

  constructor(page: Page, language: Language = 'en') {
    this.page = page;
    this.language = language;
  }

  get email() {
    return this.page.getByRole('textbox', { name: word(this.language, 'auth', 'email') });
  }

  get password() {
    return this.page.getByLabel(word(this.language, 'auth', 'password'), { exact: true });
  }

  get submit() {
    return this.page.getByRole('button', {
      name: word(this.language, 'auth', 'signIn'),
      exact: true,
    });
  }

  async open(): Promise<void> {
    await this.page.goto(`${paths.signIn}?lng=${this.language}`);
  }

  async signIn(email: string, password: string): Promise<void> {
    await this.email.fill(email);
    await this.password.fill(password);
    await this.submit.click();
  }

  /** Signs in with a demo account and waits for the page behind it. */
  async signInAs(role: Role, password = DEMO_PASSWORD): Promise<void> {
    await this.signIn(demoEmail(role), password);
    await expect(this.page).not.toHaveURL(new RegExp(paths.signIn));
    await expect(this.page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  }
}
