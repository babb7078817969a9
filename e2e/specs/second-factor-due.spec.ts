import { sql } from 'drizzle-orm';
import { codeOfApp } from '#e2e/authenticator.ts';
import { startDemoCentre } from '#e2e/demo-centre.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { SignInPage } from '#e2e/pages/sign-in-page.ts';
import { word } from '#e2e/words.ts';
import { demoEmail, DEMO_PASSWORD } from '#scripts/demo-accounts.ts';

const OWN_PASSWORD = 'a boat below the bridge';
const FINANCE = demoEmail('finance');

test('somebody with a temporary password, of whom a second factor is due, gets in', async ({
  browser,
  complaints,
}) => {
  const t = (key: string) => word('en', 'second-factor', key);
  const server = await startDemoCentre({}, [
    sql`update school_info set second_factor_for = 'money',
      second_factor_since = now() - interval '8 days'`,
    sql`update users set must_change_password = true where email = ${FINANCE}`,
  ]);
  try {
    const context = await browser.newContext({ baseURL: server.origin });
    await complaints.listenTo(context, server.origin);
    const page = await context.newPage();
    const signIn = new SignInPage(page);
    await signIn.open();
    await signIn.signIn(FINANCE, DEMO_PASSWORD);
    await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible();
    await page.getByLabel('New Password', { exact: true }).fill(OWN_PASSWORD);
    await page.getByRole('button', { name: 'Save and sign in' }).click();
    await expect(page.getByRole('heading', { name: t('setUp.title') })).toBeVisible();

    // Whoever takes longer for the app comes back with the own password.
    await signIn.open();
    await signIn.signIn(FINANCE, OWN_PASSWORD);
    await page.getByRole('button', { name: t('setUp.begin') }).click();
    const shown = await page.getByText(t('setUp.byHand')).textContent();
    const secret = String(shown).replace(t('setUp.byHand'), '');
    await page.getByLabel(t('setUp.firstCode')).fill(codeOfApp(secret));
    await page.getByRole('button', { name: t('setUp.prove') }).click();
    await page.getByRole('button', { name: t('recovery.kept') }).click();
    await expect(new Shell(page).heading).toBeVisible();
    await context.close();
  } finally {
    await server.stop();
  }
});
