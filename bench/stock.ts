import { parseArgs } from 'node:util';
import { asc, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import { cursorOf } from '#contract/list-of.ts';
import type { StockCount } from '#contract/stock/stock-counts.ts';
import { stockMovement, type StockMovement } from '#contract/stock/stock-movements.ts';
import { seedScaleStock } from '#server/seed/scale-stock.ts';
import type { Api } from '#server/lib/api.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { productCategoryTable } from '#server/db/tables/catalogue/product-categories.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { checkStock } from '#server/ledger/stock/check-stock.ts';
import { movementNames } from '#server/ledger/stock/stock-movements.service.ts';
import { stockMovementTable } from '#server/db/tables/ledger/stock.table.ts';
import { startBenchServer } from './bench-server.ts';

// Measures 1,000,000 movements of 2,000 products beside a bare read of one movement by its key
// through the same server in the same run, median to median: a page of movements may take 3 times
// as long, a page of levels 5 times, the count sheet of a category 4 times, that of all products 20
// times. Then 20 clients issue the same product: at least 0.30 of the throughput of a bare
// transaction with as many one-row inserts. Runs on the embedded engine, or on PostgreSQL at
// TEST_DATABASE_URL or DATABASE_URL, in a database of its own. `--products=n`, `--movements=n`,
// `--rounds=n`, `--issues=n` for each client.
const { values: args } = parseArgs({
  options: {
    products: { type: 'string', default: '2000' },
    movements: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '60' },
    issues: { type: 'string', default: '25' },
  },
});
const [productCount, movementCount, rounds, issues] = [
  args.products,
  args.movements,
  args.rounds,
  args.issues,
].map(Number) as [number, number, number, number];
const BARE_PER_ROUND = 8;
const CLIENTS = 20;
/** Rows that one issue writes: its movement, level, key and audit entry. */
const ROWS = 4;
const ALTERNATIONS = 5;
const LEAST_SHARE = 0.3;

const server = await startBenchServer((api: Api, { db }) => {
  const fields = { ...getTableColumns(stockMovementTable), ...movementNames };
  const schema = { params: z.object({ id }), response: responses(200, stockMovement) };
  api.get(
    '/bench/movements/:id',
    { config: { action: 'stock-movements:read' }, schema },
    async (request) => {
      const [row] = await db
        .select(fields)
        .from(stockMovementTable)
        .where(eq(stockMovementTable._id, request.params.id));
      return row as StockMovement;
    },
  );
  const words = z.object({ word: z.string() });
  api.post(
    '/bench/insert-rows',
    {
      config: { action: 'own-account:write', idempotencyKey: false },
      schema: { body: words, response: responses(200, words) },
    },
    async ({ body }) => {
      await db.transaction(async (tx) => {
        for (let row = 0; row < ROWS; row += 1)
          await tx.execute(sql`insert into bench_rows (word) values (${body.word})`);
      });
      return body;
    },
  );
});
const {
  database: { db, engine },
  ask,
  send,
} = server;
await seedScaleStock(db, { products: productCount, movements: movementCount });
console.log(
  `${movementCount} movements of ${productCount} products are there after ${(performance.now() / 1000).toFixed(0)} s`,
);

const [home] = await db
  .select({ _id: branchTable._id })
  .from(branchTable)
  .orderBy(asc(branchTable.code))
  .limit(1);
const branchId = home?._id ?? '';
const [category] = await db
  .select({ _id: productCategoryTable._id })
  .from(productCategoryTable)
  .orderBy(desc(productCategoryTable._id))
  .limit(1);
const [product] = await db
  .select({ _id: productTable._id })
  .from(productTable)
  .where(eq(productTable.categoryId, category?._id ?? ''))
  .orderBy(asc(productTable._id))
  .limit(1);
const productId = product?._id ?? '';

async function addSheet(at: string, categoryId: string | null): Promise<StockCount> {
  const answer = await send('/stock-counts', { branchId: at, categoryId });
  if (answer.status !== 201) throw new Error(await answer.text());
  return (await answer.json()) as StockCount;
}
const others = await db
  .select({ _id: branchTable._id })
  .from(branchTable)
  .where(sql`${branchTable._id} <> ${branchId} and ${branchTable.code} <> 'VTE'`)
  .orderBy(branchTable.code);
const [ofCategory, ofAll] = [
  await addSheet(branchId, category?._id ?? null),
  await addSheet(others[0]?._id ?? '', null),
];
await db.execute(sql`vacuum analyze`);

type Case = { what: string; times: number; path: string; took: number[] };
const rowsOf = async (path: string) => (await (await ask(path)).json()) as StockMovement[];
const known = await rowsOf('/stock-movements?sort=-at&pageSize=200&count=false');
const page = (filter: string) => `/stock-movements?sort=-at&count=false${filter}`;
const deep = await rowsOf(
  `/stock-movements?sort=-at&count=false&pageSize=200&page=${Math.floor(movementCount / 400)}`,
);
const caseOf = (what: string, times: number, path: string): Case => ({
  what,
  times,
  path,
  took: [],
});
const cases = [
  caseOf('movements, first page', 3, page('')),
  caseOf(
    'movements, in the middle',
    3,
    page(`&after=${encodeURIComponent(deep[0] ? cursorOf(deep[0], '-at') : '')}`),
  ),
  caseOf('movements of a branch', 3, page(`&branchId=${branchId}`)),
  caseOf(
    'movements of a product in a branch',
    3,
    page(`&branchId=${branchId}&productId=${productId}`),
  ),
  caseOf('levels, a page', 5, '/stock-levels?pageSize=50&count=false'),
  caseOf(
    `count sheet of a category (${ofCategory.products})`,
    4,
    `/stock-counts/${ofCategory._id}/lines`,
  ),
  caseOf(`count sheet of all (${ofAll.products})`, 20, `/stock-counts/${ofAll._id}/lines`),
];
const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const p95 = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;

async function timed(path: string): Promise<number> {
  const begin = performance.now();
  await (await ask(path)).arrayBuffer();
  return performance.now() - begin;
}

const bare: number[] = [];
for (let round = -5; round < rounds; round += 1) {
  // The queries take turns, so that other load on the machine affects all of them alike; the first
  // rounds only warm up.
  for (const { path, took } of cases) {
    const ms = await timed(path);
    if (round >= 0) took.push(ms);
  }
  for (let at = 0; at < BARE_PER_ROUND; at += 1) {
    const ms = await timed(
      `/bench/movements/${known[(round * BARE_PER_ROUND + at + 40) % known.length]?._id}`,
    );
    if (round >= 0) bare.push(ms);
  }
}
const failures: string[] = [];
console.log(
  `${engine}: bare keyed read ${median(bare).toFixed(1)} ms, p95 ${p95(bare).toFixed(1)} ms`,
);
for (const { what, times, took } of cases) {
  const ratio = median(took) / median(bare);
  console.log(
    `${what.padEnd(40)} ${median(took).toFixed(1).padStart(6)} ms, p95 ${p95(took).toFixed(1).padStart(6)} ms, ${ratio.toFixed(1).padStart(4)} times (goal ${times})${ratio > times ? ' MISSED' : ''}`,
  );
  if (ratio > times) failures.push(`${what}: ${ratio.toFixed(1)} times the keyed read`);
}

/** The number of writes per second by all clients at once, each one after the other. */
async function rateOf(write: () => Promise<Response>, status: number): Promise<number> {
  const begin = performance.now();
  const work = async () => {
    for (let at = 0; at < issues; at += 1) {
      const answer = await write();
      if (answer.status !== status) throw new Error(await answer.text());
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, work));
  return (CLIENTS * issues * 1000) / (performance.now() - begin);
}

const move = (type: string, quantity: number) =>
  send('/stock-movements', { productId, branchId, type, quantity, reason: 'bench' });
await move('opening', CLIENTS * issues * (ALTERNATIONS + 1));
const bareRates: number[] = [];
const issueRates: number[] = [];
for (let at = -1; at < ALTERNATIONS; at += 1) {
  const rates = [
    await rateOf(() => send('/bench/insert-rows', { word: 'bench' }), 200),
    await rateOf(() => move('issueFree', 1), 201),
  ] as const;
  if (at < 0) continue;
  bareRates.push(rates[0]);
  issueRates.push(rates[1]);
}
const share = median(issueRates) / median(bareRates);
console.log(
  `${CLIENTS} clients issue the same product: ${median(issueRates).toFixed(0)} a second, ${ROWS} one-row inserts in a bare transaction ${median(bareRates).toFixed(0)}: ${share.toFixed(2)} (goal ${LEAST_SHARE})`,
);
if (share < LEAST_SHARE) failures.push(`issues: ${share.toFixed(2)} of the bare transaction`);
const differences = await checkStock(db);
if (differences.length > 0)
  failures.push(`${differences.length} levels are not the sum of their movements`);
await server.stop();
if (failures.length > 0) throw new Error(failures.join('; '));
