import type { Page } from '@playwright/test';
import { productCategory, type ProductCategory } from '#contract/stock/product-categories.ts';
import { product, type Product } from '#contract/stock/products.ts';
import { stockLevels, type StockLevel } from '#contract/stock/stock-levels.ts';
import { stockMovement } from '#contract/stock/stock-movements.ts';
import * as z from 'zod/mini';
import type { ApiClient } from './api-client.ts';
import { scannersHeard } from './scanner.ts';
import { homeBranch } from './people-data.ts';

/** The address of a view of the stock. */
export const stockPage = (query = '') => `/inventory-managerment/stock-tracking${query}`;

/**
 * Sends a code like a scanner to the focused element. The page creates all keys, because a busy
 * machine leaves longer gaps between keys of a test than a scanner does.
 */
export async function scan(page: Page, code: string): Promise<void> {
  await scannersHeard(page);
  await page.evaluate((text) => {
    const codeOf = (sign: string) =>
      /[a-z]/i.test(sign)
        ? `Key${sign.toUpperCase()}`
        : sign === '-'
          ? 'Minus'
          : sign === '.'
            ? 'Period'
            : `Digit${sign}`;
    const target = document.activeElement ?? document.body;
    const press = (key: string, keyCode: string) =>
      target.dispatchEvent(
        new KeyboardEvent('keydown', {
          key,
          code: keyCode,
          shiftKey: /^[A-Z]$/.test(key),
          bubbles: true,
          cancelable: true,
        }),
      );
    for (const sign of text) press(sign, codeOf(sign));
    press('Enter', 'Enter');
  }, code);
}

/**
 * A new category with one product per number, of which the demo accounts' branch has that many. A
 * product with 0 has no movement.
 */
export async function ownProducts(
  client: ApiClient,
  code: string,
  onHand: readonly number[],
): Promise<{ category: ProductCategory; goods: Product[] }> {
  const category = await client.post(
    '/product-categories',
    { code, nameEn: `Goods ${code}`, nameLo: `ສິນຄ້າ ${code}` },
    productCategory,
  );
  const branchId = await homeBranch(client);
  const goods: Product[] = [];
  for (const [index, quantity] of onHand.entries()) {
    const at = index + 1;
    const input = {
      sku: `${code}-00${at}`,
      nameEn: `Thing ${code} ${at}`,
      nameLo: `ສິ່ງຂອງ ${code} ${at}`,
      categoryId: category._id,
      price: 50_000,
      cost: { amount: 30_000, currency: 'LAK' },
      unit: 'piece',
      photoFileId: null,
    };
    const made = await client.post('/products', input, product);
    if (quantity > 0)
      await client.post(
        '/stock-movements',
        { productId: made._id, branchId, type: 'opening', quantity, reason: 'Test' },
        stockMovement,
      );
    goods.push(made);
  }
  return { category, goods };
}

/** The quantity of a product on hand in a branch. */
export async function onHandOf(
  client: ApiClient,
  productId: string,
  branchId?: string,
): Promise<number> {
  const at = branchId ?? (await homeBranch(client));
  const levels: StockLevel[] = await client.get('/stock-levels', z.array(stockLevels.row));
  return (
    levels.find((level) => level.productId === productId && level.branchId === at)?.onHand ?? 0
  );
}

/** Gives some out free, as another person would during a count. */
export async function giveOut(
  client: ApiClient,
  productId: string,
  quantity: number,
): Promise<void> {
  await client.post(
    '/stock-movements',
    { productId, branchId: await homeBranch(client), type: 'issueFree', quantity, reason: 'Test' },
    stockMovement,
  );
}
