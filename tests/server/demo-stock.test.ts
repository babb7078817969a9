import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StockCount } from '#contract/stock/stock-counts.ts';
import { isLow, type StockLevel } from '#contract/stock/stock-levels.ts';
import type { StockTransfer } from '#contract/stock/stock-transfers.ts';
import { seedScaleStock } from '#server/seed/scale-stock.ts';
import { checkStock } from '#server/ledger/stock/check-stock.ts';
import { stockMovementTable } from '#server/db/tables/ledger/stock.table.ts';
import { branchId, startTestServer, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('the demo centre has stock that adds up in three branches: one product low, one transfer on its way, one count open', async () => {
  const owner = await server.as('superadmin');
  const levels = (await owner.get('/stock-levels')).json<StockLevel[]>();
  expect(new Set(levels.map((level) => level.branchId)).size).toBe(3);
  const home = await branchId(server.db, 'VTE');
  expect(levels.filter((level) => level.branchId === home && isLow(level))).toHaveLength(1);
  expect((await owner.get('/stock-transfers')).json<StockTransfer[]>()).toMatchObject([
    { status: 'sent', fromBranchId: home },
  ]);
  expect((await owner.get('/stock-counts')).json<StockCount[]>()).toMatchObject([
    { status: 'open', products: 7, counted: 3 },
  ]);
  expect(await checkStock(server.db)).toEqual([]);
});

it('stock of a large centre adds up too', async () => {
  const before = await server.db.$count(stockMovementTable);
  expect(await seedScaleStock(server.db, { products: 20, movements: 3000 })).toEqual({
    products: 20,
    movements: 3000,
  });
  expect(await server.db.$count(stockMovementTable)).toBe(before + 3000);
  expect(await checkStock(server.db)).toEqual([]);
});
