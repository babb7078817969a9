import { loginAnswer } from '#contract/centre/auth.ts';
import { secondFactorPassed } from '#contract/centre/second-factor.ts';
import type { Language } from '#contract/language.ts';
import { ApiClient } from '#e2e/api-client.ts';
import { codeOfApp } from '#e2e/authenticator.ts';
import { expectAccessibleInBothThemes, followDevice } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { Shell } from '#e2e/pages/shell.ts';
import { SignInPage } from '#e2e/pages/sign-in-page.ts';
import { addOwnAccount, addSecondFactor, OWN_PASSWORD } from '#e2e/own-account.ts';
import { word } from '#e2e/words.ts';

const EMAIL = 'keo-counts@branchdesk.test';

test('a person sets a second factor up, signs in with it, and with a recovery code', async ({
  page,
  api,
  otherPage,
  server,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  const t = (key: string) => word('en', 'second-factor', key);
  await addOwnAccount(await api('superadmin'), server.origin, { email: EMAIL, role: 'finance' });
  await followDevice(page);
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.signIn(EMAIL, OWN_PASSWORD);
  const shell = new Shell(page);
  await expect(shell.heading).toBeVisible();

  await shell.chooseFromProfile('secondFactor');
  const dialog = page.getByRole('dialog', { name: t('title') });
  await dialog.getByLabel(t('password'), { exact: true }).fill('not the right one');
  await dialog.getByRole('button', { name: t('setUp.begin') }).click();
  await expect(dialog.getByLabel(t('password'), { exact: true })).toHaveAccessibleDescription(
    'This password is not right',
  );
  await dialog.getByLabel(t('password'), { exact: true }).fill(OWN_PASSWORD);
  await dialog.getByRole('button', { name: t('setUp.begin') }).click();
  await expect(dialog.getByRole('img', { name: t('setUp.picture') })).toBeVisible();
  const shown = await dialog.getByText(t('setUp.byHand')).textContent();
  const secret = String(shown).replace(t('setUp.byHand'), '');
  await expectAccessibleInBothThemes(page);
  await dialog.getByLabel(t('setUp.firstCode')).fill(codeOfApp(secret, -1));
  await dialog.getByRole('button', { name: t('setUp.prove') }).click();
  const codes = dialog.getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recovery = String(await codes.first().textContent());
  await dialog.getByRole('button', { name: t('recovery.kept') }).click();
  await expect(dialog).toBeHidden();

  const other = await otherPage();
  await followDevice(other);
  const again = new SignInPage(other);
  await again.open();
  await again.signIn(EMAIL, OWN_PASSWORD);
  const code = other.getByLabel(t('code'), { exact: true });
  await expect(code).toBeFocused();
  await code.fill('000000');
  await other.getByRole('button', { name: 'Sign In' }).click();
  await expect(code).toHaveAccessibleDescription(/This code is wrong/);
  await code.fill(codeOfApp(secret));
  await other.getByRole('checkbox', { name: /Ask for no code/ }).check();
  await expectAccessibleInBothThemes(other);
  await other.getByRole('button', { name: 'Sign In' }).click();
  const there = new Shell(other);
  await expect(there.heading).toBeVisible();
  // The device is remembered: after a sign-out the password is enough.
  await there.chooseFromProfile('signOut');
  await again.signIn(EMAIL, OWN_PASSWORD);
  await expect(there.heading).toBeVisible();
  await there.chooseFromProfile('devices');
  const devices = other.getByRole('dialog', { name: word('en', 'device', 'sessions.title') });
  await expect(devices.getByText(/Signs in without a code until/)).toBeVisible();

  const third = await otherPage();
  const last = new SignInPage(third);
  await last.open();
  await last.signIn(EMAIL, OWN_PASSWORD);
  await third.getByLabel(t('code'), { exact: true }).fill(recovery);
  await third.getByRole('button', { name: 'Sign In' }).click();
  await expect(new Shell(third).heading).toBeVisible();
});

test('a person whose recovery codes run out reads it at each sign-in, in their language', async ({
  api,
  otherPage,
  server,
}) => {
  const email = 'few-codes@branchdesk.test';
  await addOwnAccount(await api('superadmin'), server.origin, { email, role: 'staff' });
  const codes = await addSecondFactor(server.origin, email);
  const anybody = new ApiClient(server.origin);
  for (const code of codes.slice(0, 6)) {
    const words = { email, password: OWN_PASSWORD };
    const { token } = await anybody.post('/auth/login', words, loginAnswer);
    await new ApiClient(server.origin, token).post(
      '/auth/second-factor',
      { code },
      secondFactorPassed,
    );
  }
  const enter = async (language: Language, code: string | undefined, count: string) => {
    const page = await otherPage();
    const signIn = new SignInPage(page, language);
    await signIn.open();
    await signIn.signIn(email, OWN_PASSWORD);
    await page
      .getByLabel(word(language, 'second-factor', 'code'), { exact: true })
      .fill(code ?? '');
    await page.getByRole('checkbox').check();
    // The warning goes by itself after three seconds, so it is awaited before the page behind it.
    const said = word(language, 'second-factor', 'fewLeft_other', { count });
    const warned = async (send: () => Promise<void>) => {
      const warning = expect(page.getByRole('alertdialog')).toContainText(said);
      await send();
      await warning;
      await expect(new Shell(page).heading).toBeVisible();
    };
    await warned(() => signIn.submit.click());
    return { page, signIn, warned };
  };
  await enter('en', codes[6], '3');
  const { page, signIn, warned } = await enter('lo', codes[7], '2');
  await expect(page.getByRole('alertdialog')).toBeHidden();
  // The device is remembered and asks for no code.
  await new Shell(page, 'lo').chooseFromProfile('signOut');
  await warned(() => signIn.signIn(email, OWN_PASSWORD));
});
