import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#scripts/demo-accounts.ts';

/** What stands in front of an English page while the screens of the device are locked. */
export class LockScreen {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get dialog() {
    return this.page.getByRole('dialog', { name: 'Screen locked' });
  }

  get password() {
    return this.dialog.getByLabel('Password', { exact: true });
  }

  get signOut() {
    return this.dialog.getByRole('button', { name: 'Sign Out' });
  }

  async unlock(password = DEMO_PASSWORD): Promise<void> {
    await this.password.fill(password);
    await this.dialog.getByRole('button', { name: 'Unlock' }).click();
  }
}
