import type { Page } from '@playwright/test';
import type { Role } from '#contract/roles.ts';
import { paths } from '#src/lib/paths.ts';

/** The e-mail address of a role's account in the demo centre. */
export const demoEmail = (role: Role) => `${role}@branchdesk.test`;
export const DEMO_PASSWORD = 'branchdesk-demo';

/** The heading of every page after the sign-in; once it is shown, the page can be read. */
export const PAGE_HEADING = 'main h1';

/** Signs in on the demo centre at `origin`, whatever the language of its form. */
export async function signInToDemo(page: Page, origin: string, role: Role): Promise<void> {
  await page.goto(origin + paths.signIn);
  await page.locator('input[type=email]').fill(demoEmail(role));
  await page.locator('input[type=password]').fill(DEMO_PASSWORD);
  await page.locator('input[type=password]').press('Enter');
  await page.waitForURL((url) => url.pathname !== paths.signIn);
  await page.locator(PAGE_HEADING).waitFor();
}
