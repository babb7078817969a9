import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { scannersHeard } from '#e2e/scanner.ts';
import { field, save } from '#e2e/pages/record-form.ts';
import { workerReady } from '#e2e/worker.ts';
import { paths } from '#src/lib/paths.ts';

const EAN = '8851234002184';
/** The barcode of a product of the demo centre. */
const BACKPACK = '2000000020013';
/** The characters of the digit keys on a Lao keyboard. */
const LAO_DIGITS = 'ຂຢຟໂຖຸູຄຕຈ';

/** Types like a scanner on a tablet with a Lao keyboard, whose digit keys give letters. */
async function scan(page: Page, digits: string): Promise<void> {
  await scannersHeard(page);
  await page.evaluate(
    ([code, letters]) => {
      const press = (init: KeyboardEventInit) =>
        (document.activeElement ?? document.body).dispatchEvent(
          new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }),
        );
      for (const digit of code) press({ code: `Digit${digit}`, key: letters[Number(digit)] ?? '' });
      press({ code: 'Enter', key: 'Enter' });
    },
    [digits, LAO_DIGITS] as const,
  );
}

test(
  'an admin adds a product by scan and finds it again, also offline',
  { tag: '@worker' },
  async ({ page, context, openAs }) => {
    await openAs('admin', paths.productList);
    await workerReady(page);
    await page.getByRole('link', { name: 'Add product' }).click();
    await field(page, 'Name (English)').fill('Reader, level 7');
    await field(page, 'Name (Lao)').fill('ປຶ້ມອ່ານ ລະດັບ 7');
    await page.getByRole('combobox', { name: /^Category/ }).selectOption('Course books');
    await expect(field(page, 'SKU')).toHaveValue(/^BOOK-\d{3}$/);
    await field(page, 'Unit').fill('piece');
    await field(page, 'Sale price').fill('85000');
    await field(page, 'Barcode, ISBN').fill('8851234002180');
    await expect(field(page, 'Barcode, ISBN')).toHaveAccessibleDescription(
      /The last digit should be 4/,
    );
    await page.getByRole('heading', { name: 'Codes' }).click();
    await scan(page, EAN);
    await expect(field(page, 'Barcode, ISBN')).toHaveValue(EAN);
    await expectAccessible(page);
    await save(page).click();

    const rows = page.getByRole('table').getByRole('row');
    await expect(rows.filter({ hasText: 'Reader, level 7' })).toContainText('85,000 LAK');
    await page.getByRole('searchbox').fill('ລະດັບ 7 ອ່ານ');
    await expect(rows).toHaveCount(2);
    await expect(rows.last()).toContainText('Reader, level 7');

    await page.getByRole('heading', { level: 1 }).click();
    await scan(page, EAN);
    await expect(page.getByRole('searchbox')).toHaveValue(EAN);
    await expect(rows.last()).toContainText('Reader, level 7');

    await context.setOffline(true);
    await page.goto(paths.productList);
    await expect(rows.filter({ hasText: 'Pencil case with pens' })).toBeVisible();
    await scan(page, BACKPACK);
    await expect(rows).toHaveCount(2);
    await expect(rows.last()).toContainText('Backpack, small');
    await page.getByRole('searchbox').fill('ນ້ອຍ ກະເປົາ');
    await expect(rows.last()).toContainText('Backpack, small');
    await context.setOffline(false);
  },
);
