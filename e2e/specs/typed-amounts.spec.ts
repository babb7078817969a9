import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { save } from '#e2e/pages/record-form.ts';
import { likeAPerson } from '#e2e/typing.ts';
import { paths } from '#src/lib/paths.ts';

const KIP = 'Kip has no decimals. Write it like 1,500,000';
const KIP_UNCLEAR = 'Not clear which digits are thousands. Write it like 1,500,000';
const UNCLEAR = 'Not clear which digits are thousands. Write it like 1,250.50';

const typedForms = {
  LAK: [
    ['1.500.000', '1,500,000'],
    ['1 500 000', '1,500,000'],
    ['໑,໕໐໐,໐໐໐', '1,500,000'],
    ['12,50', '12,50', KIP],
    ['1,500.000', '1,500.000', KIP_UNCLEAR],
  ],
  USD: [
    ['12,50', '12.50'],
    ['1.250,5', '1,250.50'],
    ['1,234', '1,234.00'],
    ['12.3456', '12.3456', UNCLEAR],
    ['$12', '12.00'],
    ['12 kip', '12 kip', 'This amount is in LAK, the currency beside it is another one'],
  ],
} as const;

/** Types into a field key by key, then leaves it. */
async function typeInto(page: Page, name: string, text: string) {
  const input = page.locator(`input[name=${name}]`);
  await input.fill('');
  await input.pressSequentially(text, likeAPerson);
  await input.blur();
  return input;
}

test('amounts and rates are read as people write them, or refused at the field', async ({
  page,
  openAs,
}) => {
  await openAs('superadmin', paths.addFee);
  const amount = page.locator('input[name=amount]');
  for (const [currency, forms] of Object.entries(typedForms)) {
    await page.getByRole('radio', { name: currency }).check();
    await expect(amount).toHaveAttribute('inputmode', currency === 'LAK' ? 'numeric' : 'decimal');
    for (const [typed, shown, problem] of forms) {
      await typeInto(page, 'amount', typed);
      await expect(amount).toHaveValue(shown);
      await expect(amount).toHaveAttribute('aria-invalid', String(problem !== undefined));
      if (problem !== undefined) await expect(amount).toHaveAccessibleDescription(problem);
    }
  }
  // Thousands are grouped while they are typed, and the caret stays beside its digit.
  await page.getByRole('radio', { name: 'LAK' }).check();
  await amount.fill('');
  await amount.pressSequentially('1830000');
  await expect(amount).toHaveValue('1,830,000');
  for (let left = 0; left < 4; left += 1) await amount.press('ArrowLeft');
  await amount.press('Backspace');
  await amount.pressSequentially('57');
  await expect(amount).toHaveValue('18,357,000');
  await page.getByRole('radio', { name: 'USD' }).check();
  await typeInto(page, 'amount', '12 kip');

  // A refused amount is not sent and gets the focus.
  await page.locator('select[name=courseId]').selectOption({ index: 1 });
  await page.locator('input[name=name]').fill('Refused');
  await page.locator('select[name=basis]').selectOption('term');
  await save(page).click();
  await expect(amount).toBeFocused();
  await expect(amount).toHaveValue('12 kip');
  await expectAccessible(page);

  // Another currency asks again; the old currency brings the digits back.
  await typeInto(page, 'amount', '12,50');
  await page.getByRole('radio', { name: 'THB' }).check();
  await expect(amount).toHaveValue('');
  await expect(amount).toHaveAccessibleDescription(/Enter the amount in THB/);
  await page.getByRole('radio', { name: 'USD' }).check();
  await expect(amount).toHaveValue('12.50');

  await page.goto(paths.addRate);
  for (const [typed, shown] of [
    ['66,235', '66,235'],
    ['12,5', '12.50'],
    ['21.640,5', '21.640,5'],
  ] as const) {
    const rate = await typeInto(page, 'rateToLAK', typed);
    await expect(rate).toHaveValue(shown);
  }
  await expect(page.locator('input[name=rateToLAK]')).toHaveAccessibleDescription(
    new RegExp(UNCLEAR),
  );
});

test('a minus is as wide as a digit', { tag: '@release' }, async ({ page }) => {
  await page.goto(paths.signIn);
  await page.evaluate(() => document.fonts.load('600 16px "Noto Sans Lao Variable"', '\u22120'));
  const widths = await page.evaluate(() => {
    const widthOf = (text: string, weight: string) => {
      const span = document.createElement('span');
      span.style.cssText = `position: absolute; font-size: 100px; font-weight: ${weight}; font-variant-numeric: tabular-nums`;
      span.textContent = text;
      document.body.append(span);
      const { width } = span.getBoundingClientRect();
      span.remove();
      return width;
    };
    return ['400', '700'].map((weight) =>
      ['\u2212', '+', '0'].map((text) => widthOf(text, weight)),
    );
  });
  for (const [minus, plus, zero] of widths) expect([minus, plus]).toEqual([zero, zero]);
});
