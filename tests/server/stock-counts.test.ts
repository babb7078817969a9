import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CountLine, StockCount } from '#contract/stock/stock-counts.ts';
import type { StockMovement } from '#contract/stock/stock-movements.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { checkStock } from '#server/ledger/stock/check-stock.ts';
import { stockLevelTable, stockMovementTable } from '#server/db/tables/ledger/stock.table.ts';
import { addProducts } from '#tests/helpers/stock.ts';
import {
  branchId as idOf,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let admin: Client;
let branchId: string;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  branchId = await idOf(server.db, 'VTE');
});
afterAll(() => server.close());

const move = (productId: string, type: string, quantity: number) =>
  admin.post('/stock-movements', { productId, branchId, type, quantity, reason: 'x' });

/** An open sheet over as many products, of each of which there are ten. */
async function openSheet(count: number) {
  const { ids, categoryId } = await addProducts(server.db, count);
  for (const productId of ids) await move(productId, 'opening', 10);
  const answer = await admin.post('/stock-counts', { branchId, categoryId });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return { ids, categoryId, sheet: answer.json<StockCount>() };
}

const put = (
  { _id }: StockCount,
  productId: string | undefined,
  counted: number | null,
  more: object = {},
) => admin.put(`/stock-counts/${_id}/lines/${productId}`, { counted, ...more });
const finish = ({ _id }: StockCount) =>
  admin.post(`/stock-counts/${_id}/finish`, { reason: 'End of term' });
const onHand = async (productId = '') =>
  (
    await server.db.select().from(stockLevelTable).where(eq(stockLevelTable.productId, productId))
  )[0]?.onHand;
const linesOf = async ({ _id }: StockCount) =>
  (await admin.get(`/stock-counts/${_id}/lines`)).json<CountLine[]>();

it('differences become movements in one write, with their value; what agrees and what was not counted stays', async () => {
  const {
    ids: [less = '', same, untouched, more],
    sheet,
  } = await openSheet(4);
  await server.db.update(productTable).set({ costLAK: 40_000 }).where(eq(productTable._id, less));
  expect((await finish(sheet)).json()).toMatchObject({ code: 'countEmpty' });
  expect((await put(sheet, less, 7)).json()).toMatchObject({
    counted: 7,
    expected: 10,
    difference: -3,
    seq: 1,
    movedSince: 0,
    countedBy: 'Manivanh Keomany',
  });
  await put(sheet, same, 10);
  await put(sheet, more, 12);
  await put(sheet, untouched, 3);
  expect((await put(sheet, untouched, null)).json()).toMatchObject({
    counted: null,
    expected: null,
    difference: null,
  });
  const done = await finish(sheet);
  expect(done.json(), done.body).toMatchObject({
    status: 'finished',
    products: 4,
    counted: 3,
    differing: 2,
    differenceLAK: -120_000,
    reason: 'End of term',
  });
  expect(await Promise.all([less, same, untouched, more].map(onHand))).toEqual([7, 10, 10, 12]);
  const rows = (await admin.get(`/stock-movements?productId=${less}&type=countAdjustment`)).json<
    StockMovement[]
  >();
  expect(rows).toMatchObject([
    {
      qtyChange: -3,
      qtyAfter: 7,
      paper: 'count',
      paperId: sheet._id,
      paperNumber: sheet.number,
      reason: 'End of term',
    },
  ]);
  // The closed sheet is printed again with the cost at which it was booked.
  await server.db.update(productTable).set({ costLAK: 90_000 }).where(eq(productTable._id, less));
  const booked = (await linesOf(sheet)).find(({ productId }) => productId === less);
  expect(booked).toMatchObject({ difference: -3, costLAK: 40_000 });
  expect((await put(sheet, less, 9)).json()).toMatchObject({ code: 'countClosed' });
  expect((await finish(sheet)).json()).toMatchObject({ code: 'countClosed' });
});

it('never takes back what was given out after its line, whether it is sent at once or later with its minute', async () => {
  const {
    ids: [book = '', pen = ''],
    sheet,
  } = await openSheet(2);
  await put(sheet, book, 8);
  await move(book, 'issueFree', 4);
  expect((await linesOf(sheet))[0]).toMatchObject({ expected: 10, difference: -2, movedSince: -4 });

  // Counted offline after the first pen went and before the second did.
  const { at: countedAt } = (await move(pen, 'issueFree', 1)).json<StockMovement>();
  await move(pen, 'issueFree', 1);
  const late = await put(sheet, pen, 9, { countedAt });
  expect(late.json(), late.body).toMatchObject({ code: 'movedMeanwhile' });
  const known = late.json<{ rows: StockMovement[] }>().rows.filter(({ at }) => at <= countedAt);
  expect(known.at(-1)).toMatchObject({ seq: 2, qtyAfter: 9, type: 'issueFree' });
  expect((await put(sheet, pen, 9, { countedAt, lastSeq: 7 })).json()).toMatchObject({
    code: 'fieldsInvalid',
  });
  expect((await put(sheet, pen, 9, { countedAt, lastSeq: 2 })).json()).toMatchObject({
    expected: 9,
    difference: 0,
    seq: 2,
    movedSince: -1,
  });
  await finish(sheet);
  expect(await Promise.all([book, pen].map(onHand))).toEqual([4, 8]);
});

it('a line typed offline needs no answer when nothing moved since its minute', async () => {
  const {
    ids: [book = ''],
    sheet,
  } = await openSheet(1);
  const [opening] = (await admin.get(`/stock-movements?productId=${book}`)).json<StockMovement[]>();
  // The opening of this very minute may have come before the count or after it.
  expect(
    (await put(sheet, book, 10, { countedAt: opening?.at })).json<{ rows: unknown[] }>().rows,
  ).toHaveLength(1);
  const nextMinute = new Date(Date.now() + 60_000).toISOString();
  expect((await put(sheet, book, 9, { countedAt: nextMinute })).json()).toMatchObject({
    expected: 10,
    difference: -1,
    countedAt: nextMinute,
  });
});

it('a blind count tells nobody what is expected until it is finished, not even by what moved', async () => {
  await server.db
    .update(branchTable)
    .set({ blindCount: true })
    .where(eq(branchTable._id, branchId));
  const {
    ids: [book = ''],
    sheet,
  } = await openSheet(1);
  await server.db
    .update(branchTable)
    .set({ blindCount: false })
    .where(eq(branchTable._id, branchId));
  const [opening] = (await admin.get(`/stock-movements?productId=${book}`)).json<StockMovement[]>();
  expect(
    (await put(sheet, book, 10, { countedAt: opening?.at })).json<{ rows: object[] }>().rows[0],
  ).not.toHaveProperty('qtyAfter');
  expect((await put(sheet, book, 6)).json()).toMatchObject({
    counted: 6,
    expected: null,
    difference: null,
  });
  await finish(sheet);
  expect((await linesOf(sheet))[0]).toMatchObject({ counted: 6, expected: 10, difference: -4 });
});

it('a product is on one open sheet of a branch, whoever opens two at once', async () => {
  const { categoryId } = await addProducts(server.db, 3);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => admin.post('/stock-counts', { branchId, categoryId })),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
    201,
    ...Array.from({ length: 9 }, () => 409),
  ]);
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
    code: 'countOverlaps',
  });
  const { _id } = answers.find(({ statusCode }) => statusCode === 201)?.json<StockCount>() ?? {
    _id: '',
  };
  expect((await admin.post(`/stock-counts/${_id}/cancel`, { reason: 'x' })).json()).toMatchObject({
    status: 'cancelled',
  });
  const again = (await admin.post('/stock-counts', { branchId, categoryId })).json<StockCount>();
  expect(again).toMatchObject({ products: 3, counted: 0 });
  await admin.post(`/stock-counts/${again._id}/cancel`, { reason: 'x' });
  const { categoryId: fees } = await addProducts(server.db, 1, { trackStock: false });
  expect((await admin.post('/stock-counts', { branchId, categoryId: fees })).json()).toMatchObject({
    fields: { categoryId: 'There are no products to count here' },
  });
});

it('is finished once and adds up, while 50 desks give the same product out', async () => {
  const {
    ids: [book = ''],
    sheet,
  } = await openSheet(1);
  await move(book, 'opening', 90);
  await put(sheet, book, 97);
  const desks = Array.from({ length: 50 }, () => move(book, 'issueFree', 1));
  const closing = await Promise.all([finish(sheet), finish(sheet), ...desks]);
  expect(
    closing
      .slice(0, 2)
      .map(({ statusCode }) => statusCode)
      .sort(),
  ).toEqual([200, 409]);
  expect(await onHand(book)).toBe(47);
  const adjustments = await server.db
    .select()
    .from(stockMovementTable)
    .where(eq(stockMovementTable.paperId, sheet._id));
  expect(adjustments.map(({ qtyChange }) => qtyChange)).toEqual([-3]);
  expect(await checkStock(server.db)).toEqual([]);
});

it('the sheet of another branch is neither seen nor touched', async () => {
  const owner = await server.as('superadmin');
  const {
    ids: [book],
    categoryId,
  } = await addProducts(server.db, 1);
  const there = await idOf(server.db, 'LPB');
  const sheet = (
    await owner.post('/stock-counts', { branchId: there, categoryId })
  ).json<StockCount>();
  expect((await admin.post('/stock-counts', { branchId: there, categoryId })).statusCode).toBe(400);
  const answers = [
    await put(sheet, book, 1),
    await finish(sheet),
    await admin.get(`/stock-counts/${sheet._id}`),
    await admin.get(`/stock-counts/${sheet._id}/lines`),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
});
