import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Delivery } from '#contract/stock/deliveries.ts';
import type { Product } from '#contract/stock/products.ts';
import type { StockLevel } from '#contract/stock/stock-levels.ts';
import type { StockMovement } from '#contract/stock/stock-movements.ts';
import { innermostCause } from '#server/lib/database-error.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { checkStock } from '#server/ledger/stock/check-stock.ts';
import { lockStock, reserveStock } from '#server/ledger/stock/stock-levels.ts';
import { stockLevelTable, stockMovementTable } from '#server/db/tables/ledger/stock.table.ts';
import { addProducts } from '#tests/helpers/stock.ts';
import {
  branchId as idOf,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

const DESKS = 50;
let server: TestServer;
let admin: Client;
let owner: Client;
let branchId: string;
let otherId: string;
beforeAll(async () => {
  server = await startTestServer();
  [admin, owner] = [await server.as('admin'), await server.as('superadmin')];
  [branchId, otherId] = [await idOf(server.db, 'VTE'), await idOf(server.db, 'LPB')];
});
afterAll(() => server.close());

const levelOf = async (productId: string, at = branchId) =>
  (await admin.get('/stock-levels'))
    .json<StockLevel[]>()
    .find((level) => level.productId === productId && level.branchId === at);
const move = (client: Client, productId: string, type: string, quantity: number, at = branchId) =>
  client.post('/stock-movements', {
    productId,
    branchId: at,
    type,
    quantity,
    reason: 'Counted at the start',
  });
const oneProduct = async () => (await addProducts(server.db, 1)).ids[0] ?? '';

describe('what is written by hand', () => {
  it('changes on hand by its row, which carries the balance behind it', async () => {
    const productId = await oneProduct();
    expect((await move(admin, productId, 'opening', 20)).json()).toMatchObject({
      qtyChange: 20,
      qtyAfter: 20,
      seq: 1,
      paper: 'hand',
      paperId: null,
    });
    const lost = await move(admin, productId, 'loss', 3);
    expect(lost.statusCode, lost.body).toBe(201);
    expect(lost.json()).toMatchObject({
      qtyChange: -3,
      qtyAfter: 17,
      seq: 2,
      by: 'Manivanh Keomany',
    });
    expect(await levelOf(productId)).toMatchObject({ onHand: 17, reserved: 0, seq: 2 });
    const rows = (await admin.get(`/stock-movements?productId=${productId}&sort=-at`)).json<
      StockMovement[]
    >();
    expect(rows.map(({ qtyAfter }) => qtyAfter)).toEqual([17, 20]);
    expect((await admin.get(`/stock-movements/sums?productId=${productId}`)).json()).toEqual({
      came: 20,
      went: 3,
    });
    const today = rows[0]?.at.slice(0, 10);
    expect(
      (await admin.get(`/stock-movements?productId=${productId}&to=2020-01-01`)).json(),
    ).toEqual([]);
    expect(
      (await admin.get(`/stock-movements?productId=${productId}&from=${today}&type=loss`)).json(),
    ).toHaveLength(1);
  });

  it('is refused for what nobody counts and for what is not there', async () => {
    const {
      ids: [fee = ''],
    } = await addProducts(server.db, 1, { trackStock: false });
    expect((await move(admin, fee, 'opening', 1)).json()).toMatchObject({
      code: 'fieldsInvalid',
      fields: { productId: 'Stock of this product is not counted' },
    });
    expect((await move(admin, branchId, 'opening', 1)).json()).toMatchObject({
      fields: { productId: 'This product was not found' },
    });
    expect(await levelOf(fee)).toBeUndefined();
  });

  it('keeps its product counted until nothing of it is left', async () => {
    const productId = await oneProduct();
    const uncount = async () => {
      const { _id, ...row } = (await admin.get(`/products/${productId}`)).json<Product>();
      return admin.put(`/products/${_id}`, { ...row, trackStock: false });
    };
    await move(admin, productId, 'opening', 2);
    expect((await uncount()).json()).toMatchObject({
      fields: {
        trackStock: 'Some of it is on hand, reserved or on the way. Bring the stock to 0 first',
      },
    });
    await move(admin, productId, 'loss', 2);
    expect((await uncount()).statusCode).toBe(200);
  });

  it(`never goes below zero, whoever of ${DESKS} desks takes the last pieces`, async () => {
    const productId = await oneProduct();
    await move(admin, productId, 'opening', 20);
    const answers = await Promise.all(
      Array.from({ length: DESKS }, () => move(admin, productId, 'issueFree', 1)),
    );
    const refused = answers.filter(({ statusCode }) => statusCode === 409);
    expect(refused).toHaveLength(DESKS - 20);
    expect(refused[0]?.json()).toMatchObject({
      code: 'notEnoughStock',
      rows: [{ productId, branchId, onHand: 0, reserved: 0, wanted: 1 }],
    });
    expect(await levelOf(productId)).toMatchObject({ onHand: 0, seq: 21 });
    expect(await checkStock(server.db)).toEqual([]);
  });

  it('goes below zero where the branch allows it, and up again', async () => {
    const productId = await oneProduct();
    await server.db
      .update(branchTable)
      .set({ allowNegativeStock: true })
      .where(eq(branchTable._id, branchId));
    expect((await move(admin, productId, 'loss', 2)).json()).toMatchObject({ qtyAfter: -2 });
    await server.db
      .update(branchTable)
      .set({ allowNegativeStock: false })
      .where(eq(branchTable._id, branchId));
    expect(await checkStock(server.db)).toMatchObject([
      { productId, onHand: -2, problem: 'belowZero' },
    ]);
    expect((await move(admin, productId, 'loss', 1)).statusCode).toBe(409);
    expect((await move(admin, productId, 'opening', 1)).json()).toMatchObject({ qtyAfter: -1 });
    expect((await move(admin, productId, 'opening', 1)).json()).toMatchObject({ qtyAfter: 0 });
  });

  it('leaves what is promised to somebody, but for what was lost', async () => {
    const productId = await oneProduct();
    await move(admin, productId, 'opening', 5);
    const reserve = (qtyChange: number) =>
      server.db.transaction(async (tx) =>
        reserveStock(tx, await lockStock(tx, [{ productId, branchId }]), [
          { productId, branchId, qtyChange },
        ]),
      );
    await reserve(4);
    await expect(reserve(2)).rejects.toThrow('notEnoughStock');
    expect((await move(admin, productId, 'issueFree', 2)).json()).toMatchObject({
      code: 'notEnoughStock',
      rows: [{ onHand: 5, reserved: 4 }],
    });
    expect((await move(admin, productId, 'loss', 2)).statusCode).toBe(201);
    await reserve(-4);
    expect(await levelOf(productId)).toMatchObject({ onHand: 3, reserved: 0 });
  });
});

it('stays as it was written, whoever asks the database itself, and no route changes one', async () => {
  const productId = await oneProduct();
  const { _id } = (await move(admin, productId, 'opening', 5)).json<StockMovement>();
  for (const statement of [
    'update stock_movements set qty_change = 9',
    'delete from stock_movements',
    'truncate stock_movements',
  ]) {
    const failure = await server.db
      .execute(sql.raw(statement))
      .catch((error: unknown) => innermostCause(error));
    expect(failure, statement).toMatchObject({
      message: 'Rows of stock_movements are append-only',
    });
  }
  for (const method of ['PUT', 'DELETE', 'PATCH'] as const)
    expect(
      (await owner.send(method, `/stock-movements/${_id}`, { payload: {} })).statusCode,
    ).toBeGreaterThanOrEqual(404);
  expect(
    await server.db.select().from(stockMovementTable).where(eq(stockMovementTable._id, _id)),
  ).toMatchObject([{ qtyChange: 5 }]);
});

it('a stored sum that is not that of its rows is found', async () => {
  const productId = await oneProduct();
  await move(admin, productId, 'opening', 5);
  await server.db
    .update(stockLevelTable)
    .set({ onHand: 6 })
    .where(eq(stockLevelTable.productId, productId));
  expect(await checkStock(server.db)).toMatchObject([
    { productId, onHand: 6, moved: 5, problem: 'sum' },
  ]);
  await server.db
    .update(stockLevelTable)
    .set({ onHand: 5, seq: 2 })
    .where(eq(stockLevelTable.productId, productId));
  expect(await checkStock(server.db)).toMatchObject([{ productId, problem: 'numbers' }]);
  await server.db
    .update(stockLevelTable)
    .set({ seq: 1 })
    .where(eq(stockLevelTable.productId, productId));
});

describe('a delivery', () => {
  const receive = (lines: object[], at = branchId, client = admin) =>
    client.post('/deliveries', { branchId: at, supplier: 'Dokked', supplierNote: 'INV 77', lines });

  it('brings its goods in at what they cost, which becomes what the products cost', async () => {
    const {
      ids: [book = '', pen = ''],
    } = await addProducts(server.db, 2);
    await owner.post('/exchange-rates', {
      currency: 'THB',
      rateToLAK: '650.5',
      note: '',
      createdAt: new Date().toISOString(),
    });
    const answer = await receive([
      { productId: book, quantity: 10, cost: { amount: 12_050, currency: 'THB' } },
      { productId: pen, quantity: 100 },
    ]);
    expect(answer.statusCode, answer.body).toBe(201);
    const delivery = answer.json<Delivery>();
    expect(delivery.number).toMatch(/^VTE-D\d\d-\d{6}$/);
    expect(delivery.lines).toEqual([
      { productId: book, quantity: 10, cost: { amount: 12_050, currency: 'THB' }, costLAK: 78_385 },
      { productId: pen, quantity: 100, cost: null, costLAK: null },
    ]);
    expect(
      await server.db.select().from(productTable).where(eq(productTable._id, book)),
    ).toMatchObject([{ costAmount: 12_050, costCurrency: 'THB', costLAK: 78_385, version: 2 }]);
    const [row] = (await admin.get(`/stock-movements?productId=${book}`)).json<StockMovement[]>();
    expect(row).toMatchObject({
      type: 'purchaseIn',
      qtyChange: 10,
      unitCostLAK: 78_385,
      paper: 'delivery',
      paperId: delivery._id,
      paperNumber: delivery.number,
    });
    expect((await admin.get('/deliveries?search=inv%2077')).json()).toContainEqual(delivery);
  });

  it('is taken back whole and once, at what it was received for, and not below zero', async () => {
    const {
      ids: [book = '', pen = ''],
    } = await addProducts(server.db, 2);
    const lines = [
      { productId: book, quantity: 10, cost: { amount: 60_000, currency: 'LAK' } },
      { productId: pen, quantity: 5 },
    ];
    const { _id } = (await receive(lines)).json<Delivery>();
    const back = () => admin.post(`/deliveries/${_id}/take-back`, { reason: 'Typed twice' });
    await move(admin, pen, 'issueFree', 1);
    expect((await back()).json()).toMatchObject({
      code: 'notEnoughStock',
      rows: [{ productId: pen, onHand: 4, wanted: 5 }],
    });
    expect(await levelOf(book)).toMatchObject({ onHand: 10 });
    await move(admin, pen, 'opening', 1);
    const answers = await Promise.all([back(), back()]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await levelOf(book)).toMatchObject({ onHand: 0, seq: 2 });
    expect(
      (await admin.get(`/stock-movements?productId=${book}&sort=-at`)).json<StockMovement[]>()[0],
    ).toMatchObject({ qtyChange: -10, unitCostLAK: 60_000, reason: 'Typed twice' });
  });

  it('needs a rate for foreign money', async () => {
    const {
      ids: [productId = ''],
    } = await addProducts(server.db, 1);
    await server.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`delete from exchange_rates where currency = 'USD'`);
    });
    expect(
      (await receive([{ productId, quantity: 1, cost: { amount: 100, currency: 'USD' } }])).json(),
    ).toMatchObject({ code: 'rateMissing', error: 'There is no exchange rate for USD' });
  });
});

it('the stock of another branch is read by everybody and moved by nobody but a superadmin', async () => {
  const productId = await oneProduct();
  await move(owner, productId, 'opening', 9, otherId);
  expect(await levelOf(productId, otherId)).toMatchObject({ onHand: 9 });
  expect((await move(admin, productId, 'loss', 1, otherId)).json()).toMatchObject({
    fields: { branchId: 'This branch was not found' },
  });
  expect(
    (
      await admin.post('/deliveries', {
        branchId: otherId,
        supplier: 'x',
        lines: [{ productId, quantity: 1 }],
      })
    ).statusCode,
  ).toBe(400);
  const { _id } = (
    await owner.post('/deliveries', {
      branchId: otherId,
      supplier: 'x',
      lines: [{ productId, quantity: 1 }],
    })
  ).json<Delivery>();
  expect((await admin.post(`/deliveries/${_id}/take-back`, { reason: 'x' })).statusCode).toBe(404);
  expect((await admin.get(`/stock-movements?productId=${productId}`)).json()).toEqual([]);
  expect(await levelOf(productId, otherId)).toMatchObject({ onHand: 10 });
});
