import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { productCategoryTable } from '#server/db/tables/catalogue/product-categories.table.ts';
import { exchangeRateTable } from '#server/db/tables/catalogue/exchange-rates.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { stockLevelTable, stockMovementTable } from '#server/db/tables/ledger/stock.table.ts';
import { innermostCause } from '#server/lib/database-error.ts';
import { csv } from '#tests/helpers/sheet-files.ts';
import { movingFile, movingSteps } from '#tests/helpers/moving-steps.ts';
import {
  branchId,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
  const branches = ['Branch code,Branch name,Province,Phone', 'DDK,Dongdok,01,020 5559 0001'];
  await steps.run(await steps.upload(csv(...branches, 'SKT,Sikhottabong,01,020 5559 0002')));
});
afterAll(() => server.close());

const steps = movingSteps(() => owner);
const fieldsOf = async (...[move, kind]: Parameters<typeof steps.rows>) =>
  (await steps.rows(move, kind)).map(({ problems }) => problems.map(({ field }) => field).join());

/** The stock of a product by the code of its branch, with the movements behind it. */
async function stockOf(sku: string) {
  const { type, qtyChange, qtyAfter, unitCostLAK } = stockMovementTable;
  return server.db
    .select({ code: branchTable.code, type, qtyChange, qtyAfter, unitCostLAK })
    .from(stockMovementTable)
    .innerJoin(productTable, eq(productTable._id, stockMovementTable.productId))
    .innerJoin(branchTable, eq(branchTable._id, stockMovementTable.branchId))
    .where(eq(productTable.sku, sku))
    .orderBy(branchTable.code, stockMovementTable.seq);
}
const productOf = async (sku: string) =>
  (await server.db.select().from(productTable).where(eq(productTable.sku, sku)))[0];

describe('a sheet of products', () => {
  const HEADS = 'SKU,Name in English,Name in Lao,Category,Price,Currency,Cost,Unit';
  const STOCK = 'Opening stock DDK,ສິກໂຄດ,Sikhottabong';
  const file = csv(
    `${HEADS},${STOCK}`,
    'MV-1,Student book,ປຶ້ມຮຽນ,Moved books,220000,LAK,160000,ຫົວ,18,,7',
    'mv-2,,ປຶ້ມຈີນ,Moved books,350 ບາດ,,260,ຫົວ,-,,11',
    'MV-3,Bag,,Moved goods,"85,000 ກີບ",,,ໃບ,,,0',
  );

  it('makes products with their category, and the stock of each branch with its cost', async () => {
    const move = await steps.upload(file);
    expect(move.sheets[0]).toMatchObject({ kind: 'products' });
    expect(move.sheets[0]?.matching.slice(8)).toEqual(['stock DDK', null, 'stock SKT']);
    expect(move.counts).toMatchObject({ ready: 3, problem: 0 });
    expect((await steps.run(move)).counts).toMatchObject({ in: 3 });
    expect(await productOf('MV-2')).toMatchObject({
      nameEn: 'ປຶ້ມຈີນ',
      nameLo: 'ປຶ້ມຈີນ',
      price: 35_000,
      currency: 'THB',
      costAmount: 26_000,
      costCurrency: 'THB',
      trackStock: true,
      active: true,
    });
    const opening = { type: 'opening' };
    expect(await stockOf('MV-1')).toEqual([
      { ...opening, code: 'DDK', qtyChange: 18, qtyAfter: 18, unitCostLAK: 160_000 },
      { ...opening, code: 'SKT', qtyChange: 7, qtyAfter: 7, unitCostLAK: 160_000 },
    ]);
    const inKip = (await productOf('MV-2'))?.costLAK;
    expect(inKip).toBeGreaterThan(0);
    expect(await stockOf('MV-2')).toMatchObject([{ code: 'SKT', unitCostLAK: inKip }]);
    expect(await stockOf('MV-3')).toEqual([]);
  });

  it('twice changes nothing, and a level without a movement still gets its stock', async () => {
    expect((await steps.upload(file)).counts).toMatchObject({ same: 3, ready: 0, changed: 0 });
    const move = await steps.upload(
      csv(`${HEADS},DDK`, 'MV-2,,,,,,,,4', 'MV-1,,,,,,,,99', 'MV-3,,,,,,,,'),
    );
    expect(move.counts).toMatchObject({ changed: 1, same: 2, problem: 0 });
    const [row] = await steps.rows(move, 'products', 'changed');
    expect(row?.changes).toEqual([{ field: 'stock DDK', before: '0', after: '4' }]);
    await steps.run(move);
    expect(await stockOf('MV-2')).toMatchObject([
      { code: 'DDK', qtyChange: 4 },
      { code: 'SKT', qtyChange: 11 },
    ]);
    expect(await steps.undo(move)).toEqual({ removed: 1, archived: 0, kept: [] });
    expect(await stockOf('MV-2')).toMatchObject([{ code: 'SKT' }]);
    expect(await stockOf('MV-1')).toMatchObject([{ qtyChange: 18 }, { qtyChange: 7 }]);
  });

  it('keeps a column without a field that a person has taken it from', async () => {
    const file = csv(`${HEADS},DDK,Opening stock SKT`, 'MV-7,Pen,,Moved goods,900,,,ຫົວ,5,6');
    const [first, last] = [8, 9];
    const move = await steps.upload(file);
    const matching = steps.sheetOf(move, 'products').matching.with(last, null);
    const changed = await steps.change(move, 'products', { matching });
    const told = steps.sheetOf(await steps.check(changed), 'products');
    expect(told.matching.slice(first)).toEqual(['stock DDK', null]);
    expect(told.notTaken).toEqual([last]);
    expect(told.fields.map(({ name }) => name)).toContain('stock SKT');
    await steps.run(changed);
    expect(await stockOf('MV-7')).toMatchObject([{ code: 'DDK', qtyChange: 5 }]);
    await steps.undo(changed);
    // The next file has the column again, because nobody has left it out.
    const next = await steps.upload(file);
    expect(steps.sheetOf(next, 'products').matching[last]).toBe('stock SKT');
    const without = await steps.change(next, 'products', { matching });
    const given = await steps.change(without, 'products', {
      matching: matching.with(last, 'stock SKT'),
    });
    expect(steps.sheetOf(given, 'products').matching[last]).toBe('stock SKT');
  });

  it('is taken back with its stock and categories, until something else has moved', async () => {
    const [move] = (await owner.get('/moves'))
      .json<{ _id: string; counts: { in: number } }[]>()
      .filter(({ counts }) => counts.in === 3);
    if (!move) throw new Error('No move');
    const used = await productOf('MV-1');
    const lost = await owner.post('/stock-movements', {
      productId: used?._id,
      branchId: await branchId(server.db, 'DDK'),
      type: 'loss',
      quantity: 1,
      reason: 'Wet',
    });
    expect(lost.statusCode).toBe(201);
    const of = { _id: move._id } as Parameters<typeof steps.undo>[0];
    expect(await steps.undo(of)).toMatchObject({ removed: 0, kept: [{ kind: 'products' }] });
    expect(await steps.undo(of, true)).toMatchObject({ removed: 2, kept: [{ kind: 'products' }] });
    expect(await productOf('MV-2')).toBeUndefined();
    expect(await stockOf('MV-1')).toHaveLength(3);
    const kept = await server.db
      .select({ name: productCategoryTable.nameEn })
      .from(productCategoryTable);
    expect(kept.map(({ name }) => name)).toContain('Moved books');
    // Nothing but an undo removes a movement, and no undo one that is not the first.
    const refused = await server.db
      .delete(stockMovementTable)
      .where(eq(stockMovementTable.type, 'opening'))
      .then(
        () => 'removed',
        (error: unknown) => String((innermostCause(error) as Error).message),
      );
    expect(refused).toBe('Rows of stock_movements are append-only');
  });

  it('names stock and codes that cannot be right, each in its cell', async () => {
    const move = await steps.upload(movingFile('products-stock.csv'));
    expect(move.sheets[0]).toMatchObject({ kind: 'products', empty: [{ field: 'unit', rows: 3 }] });
    const told = await steps.change(move, 'products', { defaults: { unit: 'ຫົວ' } });
    expect(await fieldsOf(told, 'products')).toEqual(['', 'barcode', 'stock DDK,stock SKT']);
    const [cut] = await steps.rows(told, 'products', 'problem');
    if (!cut) throw new Error('No problem');
    const mended = await steps.mend(told, cut, { field: 'barcode', value: '' });
    expect(mended.counts).toMatchObject({ ready: 2, problem: 1 });
    await steps.run(mended);
    expect(await stockOf('BK-9')).toMatchObject([{ code: 'DDK', qtyChange: 12 }]);
    expect(await stockOf('BK-10')).toMatchObject([{ code: 'SKT', qtyChange: 3 }]);
    expect(await productOf('BK-10')).toMatchObject({ barcode: '', currency: 'THB' });
  });

  it('writes no stock where a desk has moved some since the check', async () => {
    const move = await steps.upload(
      csv(`${HEADS},DDK`, 'MV-9,Late,,Moved books,1000,LAK,,ຫົວ,', 'MV-8,L,,Moved books,1,,,ຫົວ,2'),
    );
    await steps.run(move);
    const late = await steps.upload(csv(`${HEADS},DDK`, 'MV-9,,,,,,,,5'));
    expect(late.counts).toMatchObject({ changed: 1 });
    const product = await productOf('MV-9');
    const here = await branchId(server.db, 'DDK');
    await owner.post('/stock-movements', {
      productId: product?._id,
      branchId: here,
      type: 'opening',
      quantity: 3,
      reason: 'By hand',
    });
    expect((await steps.run(late)).counts).toMatchObject({ in: 0, problem: 1 });
    const [level] = await server.db
      .select()
      .from(stockLevelTable)
      .where(
        and(
          eq(stockLevelTable.productId, String(product?._id)),
          eq(stockLevelTable.branchId, here),
        ),
      );
    expect(level?.onHand).toBe(3);
  });
});

describe('a sheet of rates', () => {
  const newest = async (currency: 'THB' | 'USD') =>
    (
      await server.db
        .select()
        .from(exchangeRateTable)
        .where(eq(exchangeRateTable.currency, currency))
        .orderBy(desc(exchangeRateTable.sequence))
        .limit(1)
    )[0];

  it('adds one entry of the history where a rate differs, and asks a second person for a jump', async () => {
    const [baht, dollar] = [await newest('THB'), await newest('USD')];
    const near = String(Math.round(Number(baht?.rateToLAK) * 1.01));
    const far = String(Math.round(Number(dollar?.rateToLAK) * 1.2));
    const move = await steps.upload(csv('Currency,Rate to kip', `ບາດ,${near}`, `USD,${far}`));
    expect(move.sheets[0]?.kind).toBe('rates');
    const rows = await steps.rows(move, 'rates');
    expect(rows.map(({ state }) => state)).toEqual(['ready', 'problem']);
    expect(rows[1]?.problems).toMatchObject([{ field: 'rate' }]);
    expect((await steps.run(move)).counts).toMatchObject({ in: 1, problem: 1 });
    expect(Number((await newest('THB'))?.rateToLAK)).toBe(Number(near));
    expect((await newest('USD'))?._id).toBe(dollar?._id);
    expect((await steps.upload(csv('Currency,Rate', `THB,${near}`))).counts).toMatchObject({
      same: 1,
      ready: 0,
    });
    // A rate that was in force stays in the history.
    expect(await steps.undo(move)).toEqual({ removed: 0, archived: 0, kept: [] });
    expect(Number((await newest('THB'))?.rateToLAK)).toBe(Number(near));
  });

  it('adds no second entry of a rate that another move has brought since the check', async () => {
    const rate = (Number((await newest('THB'))?.rateToLAK) * 1.01).toFixed(2);
    const entries = () =>
      server.db.$count(exchangeRateTable, eq(exchangeRateTable.currency, 'THB'));
    const file = csv('Currency,Rate to kip', `THB,${rate}`);
    const [first, second] = [await steps.upload(file), await steps.upload(file)];
    expect([first.counts.ready, second.counts.ready]).toEqual([1, 1]);
    const before = await entries();
    expect((await steps.run(first)).counts).toMatchObject({ in: 1 });
    expect((await steps.run(second)).counts).toMatchObject({ in: 0, same: 1, problem: 0 });
    expect(await entries()).toBe(before + 1);
    expect(await steps.rows(second, 'rates')).toMatchObject([{ changes: [], problems: [] }]);
  });

  it('refuses kip, an unknown currency and no number', async () => {
    const move = await steps.upload(
      csv('Currency,Rate to kip', 'LAK,1', 'EUR,25000', 'THB,many', 'THB,'),
    );
    expect(await fieldsOf(move, 'rates')).toEqual(['currency', 'currency', 'rate', 'rate']);
  });
});
