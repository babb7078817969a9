import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Drawer, Shift } from '#contract/money/drawers.ts';
import type { VisitCheck } from '#contract/desk/visit-answers.ts';
import type { Db } from '#server/db/client.ts';
import { courseFeeTable } from '#server/db/tables/catalogue/course-fees.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { productCategoryTable } from '#server/db/tables/catalogue/product-categories.table.ts';
import { stockLevelTable } from '#server/db/tables/ledger/stock.table.ts';
import { done } from './class-data.ts';
import { branchId, type Answer, type Client } from './test-server.ts';

export const TUITION = 1_250_000;
export const BOOK = 145_000;

/** A course with one price for a term and nothing else to pay, and its code. */
export async function insertCourse(
  db: Db,
  fee: Partial<typeof courseFeeTable.$inferInsert> = {},
): Promise<string> {
  const code = `T-${randomUUID().slice(0, 8)}`;
  const [like] = await db.select().from(courseTable).where(eq(courseTable.code, 'ENG-A1'));
  if (!like) throw new Error('No demo centre');
  const [added] = await db
    .insert(courseTable)
    .values({ ...like, _id: randomUUID(), code, nextCourseId: null, minAge: null, maxAge: null })
    .returning();
  await insertFee(db, String(added?._id), fee);
  return code;
}

/** A price of a course. */
export async function insertFee(
  db: Db,
  courseId: string,
  fee: Partial<typeof courseFeeTable.$inferInsert> = {},
): Promise<string> {
  const _id = randomUUID();
  await db.insert(courseFeeTable).values({
    _id,
    seriesId: _id,
    courseId,
    name: 'Term',
    amount: TUITION,
    currency: 'LAK',
    basis: 'term',
    priceCategory: '',
    validFrom: '2020-01-01',
    prorate: 'none',
    active: true,
    search: '',
    ...fee,
  });
  return _id;
}

/** A counted product with so many on hand in a branch. */
export async function insertBook(db: Db, onHand = 1000): Promise<string> {
  const [category] = await db.select().from(productCategoryTable).limit(1);
  const _id = randomUUID();
  await db.insert(productTable).values({
    _id,
    sku: `B-${_id.slice(0, 8)}`,
    barcode: '',
    nameEn: 'Book',
    nameLo: 'ປຶ້ມ',
    categoryId: String(category?._id),
    price: BOOK,
    currency: 'LAK',
    unit: 'copy',
    trackStock: true,
    active: true,
    search: '',
  });
  await db
    .insert(stockLevelTable)
    .values({ productId: _id, branchId: await branchId(db, 'VTE'), onHand, seq: 0 });
  return _id;
}

/** An open drawer of the clerk's branch. */
export async function openDrawer(client: Client): Promise<Shift> {
  const [desk] = done<Drawer[]>(await client.get('/drawers'));
  return (
    desk?.shift ??
    done<Shift>(await client.post(`/drawers/${desk?._id}/open`, { float: { LAK: 500_000 } }))
  );
}

export const place = (studentKey: string, classId: string, more: object = {}) => ({
  key: randomUUID(),
  studentKey,
  classId,
  acceptWarnings: true,
  ...more,
});
export const book = (productId: string, studentKey: string | null, more: object = {}) => ({
  key: randomUUID(),
  productId,
  quantity: 1,
  studentKey,
  ...more,
});
export const cash = (tendered: number, currency = 'LAK') => ({
  key: randomUUID(),
  method: 'cash',
  currency,
  tendered,
});

/** The visit as the screen sends it after a check: with the total and the rates that it shows. */
export async function priced<Visit extends object>(
  client: Client,
  visit: Visit,
): Promise<Visit & { expectedTotal: number }> {
  const { totalLAK, lines, rateIds } = done<VisitCheck>(
    await client.post('/visits/check', { expectedTotal: 0, ...visit }),
  );
  return {
    expectedTotal: totalLAK,
    expectedLines: Object.fromEntries(lines.map(({ key, netLAK }) => [key, netLAK])),
    rateIds,
    ...visit,
  };
}

export const sendVisit = (
  client: Client,
  visit: object,
  key: string = randomUUID(),
): Promise<Answer> => client.post('/visits', visit, { 'idempotency-key': key });

/** All rows of money and stock that a visit writes, to be compared before and after. */
export async function moneyRows(db: Db): Promise<unknown> {
  const tables = [
    'orders',
    'order_lines',
    'payments',
    'allocations',
    'receipts',
    'drawer_movements',
    'stock_movements',
    'instalments',
    'prints',
  ];
  const counts = await Promise.all(
    tables.map(
      async (table) =>
        (await db.execute(sql.raw(`select count(*)::int as n from ${table}`))).rows[0],
    ),
  );
  return Object.fromEntries(tables.map((table, at) => [table, counts[at]?.['n']]));
}
