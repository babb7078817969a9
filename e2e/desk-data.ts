import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { dayInLaos } from '#contract/dates.ts';
import { course, type Course } from '#contract/courses/courses.ts';
import { courseFees } from '#contract/courses/course-fees.ts';
import { drawer, shift } from '#contract/money/drawers.ts';
import { productCategories } from '#contract/stock/product-categories.ts';
import { product, type Product } from '#contract/stock/products.ts';
import { stockMovement } from '#contract/stock/stock-movements.ts';
import type { ApiClient } from './api-client.ts';
import { homeBranch } from './people-data.ts';

const firstDrawer = async (client: ApiClient) =>
  (await client.get('/drawers', z.array(drawer))).at(0);

async function closeDrawer(client: ApiClient): Promise<void> {
  const { _id, expected } = (await firstDrawer(client))?.shift ?? { _id: '', expected: null };
  await client.post(
    `/shifts/${_id}/close`,
    {
      counted: expected,
      left: { LAK: expected?.LAK ?? 0, THB: 0, USD: 0 },
      safeReceivedBy: 'Khamla',
    },
    shift,
  );
}

/**
 * Opens the drawer of the desk, if it is closed. One of yesterday is counted first, because
 * journeys run over midnight in Laos too.
 */
export async function openDrawer(client: ApiClient): Promise<void> {
  const openedAt = (await firstDrawer(client))?.shift?.openedAt;
  if (openedAt !== undefined && dayInLaos(Date.parse(openedAt)) !== dayInLaos())
    await closeDrawer(client);
  const first = await firstDrawer(client);
  if (first && first.shift === null)
    await client.post(
      `/drawers/${first._id}/open`,
      { float: first.left ?? { LAK: 500_000, THB: 0, USD: 0 }, reason: '' },
      shift,
    );
}

/** A new product, of which the demo accounts' branch has ten if its stock is counted. */
export async function bookInStock(client: ApiClient, { trackStock = true } = {}): Promise<Product> {
  const [category] = await client.get('/product-categories', z.array(productCategories.row));
  const code = randomUUID().slice(0, 6).toUpperCase();
  const input = {
    sku: `BK-${code}`,
    nameEn: `Reader ${code}`,
    nameLo: `ປຶ້ມ ${code}`,
    categoryId: category?._id,
    price: 145_000,
    cost: { amount: 90_000, currency: 'LAK' },
    unit: 'piece',
    photoFileId: null,
    trackStock,
  };
  const made = await client.post('/products', input, product);
  if (!trackStock) return made;
  await client.post(
    '/stock-movements',
    {
      productId: made._id,
      branchId: await homeBranch(client),
      type: 'opening',
      quantity: 10,
      reason: 'Test',
    },
    stockMovement,
  );
  return made;
}

/** A course for a million kip a term, with a deposit of 400,000. */
export async function ownCourse(client: ApiClient, fields: object = {}): Promise<Course> {
  const [like] = await client.get('/courses', z.array(course));
  const code = `D${randomUUID().slice(0, 6).toUpperCase()}`;
  const made = await client.post(
    '/courses',
    {
      code,
      nameEn: `Course ${code}`,
      nameLo: `ຫຼັກສູດ ${code}`,
      categoryId: like?.categoryId,
      totalHours: 40,
      ...fields,
    },
    course,
  );
  await client.post(
    '/course-fees',
    {
      courseId: made._id,
      branchId: await homeBranch(client),
      name: 'Term',
      amount: 1_000_000,
      basis: 'term',
      validFrom: '2020-01-01',
      minDeposit: 400_000,
    },
    courseFees.row,
  );
  return made;
}

/**
 * Closes the branch's drawer with all its kip; foreign money of other journeys goes to the safe.
 */
export async function shutDrawer(client: ApiClient): Promise<void> {
  await openDrawer(client);
  await closeDrawer(client);
}
