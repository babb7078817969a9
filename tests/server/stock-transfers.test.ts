import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StockTransfer } from '#contract/stock/stock-transfers.ts';
import { checkStock } from '#server/ledger/stock/check-stock.ts';
import { lockStock, reserveStock } from '#server/ledger/stock/stock-levels.ts';
import { stockLevelTable, stockMovementTable } from '#server/db/tables/ledger/stock.table.ts';
import { stockTransferTable } from '#server/db/tables/ledger/stock-transfers.table.ts';
import { addProducts } from '#tests/helpers/stock.ts';
import { onPostgres } from '#tests/helpers/test-database.ts';
import {
  branchId as idOf,
  moveTo,
  startTestServer,
  type Answer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

const CLIENTS = 50;
let server: TestServer;
let owner: Client;
/** Clients of the branch that sends and of the branch that receives. */
let sender: Client;
let receiver: Client;
let from: string;
let to: string;
beforeAll(async () => {
  server = await startTestServer();
  await moveTo(server.db, 'finance', 'LPB');
  [owner, sender, receiver] = [
    await server.as('superadmin'),
    await server.as('admin'),
    await server.as('finance'),
  ];
  [from, to] = [await idOf(server.db, 'VTE'), await idOf(server.db, 'LPB')];
});
afterAll(() => server.close());

async function draft(count = 1, quantity = 10) {
  const { ids } = await addProducts(server.db, count);
  for (const productId of ids)
    await owner.post('/stock-movements', {
      productId,
      branchId: from,
      type: 'opening',
      quantity: 20,
      reason: 'x',
    });
  const input = {
    fromBranchId: from,
    toBranchId: to,
    note: '',
    lines: ids.map((productId) => ({ productId, quantity })),
  };
  const answer = await sender.post('/stock-transfers', input);
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return { ids, input, transfer: answer.json<StockTransfer>() };
}

const step = (client: Client, { _id, version }: StockTransfer, name: string, more: object = {}) =>
  client.post(`/stock-transfers/${_id}/${name}`, { version, ...more });
const onHand = async (productId = '') => {
  const levels = await server.db
    .select()
    .from(stockLevelTable)
    .where(eq(stockLevelTable.productId, productId));
  return [from, to].map(
    (branchId) => levels.find((level) => level.branchId === branchId)?.onHand ?? 0,
  );
};
const movesOf = async ({ _id }: StockTransfer) => {
  const rows = await server.db
    .select()
    .from(stockMovementTable)
    .where(eq(stockMovementTable.paperId, _id))
    .orderBy(stockMovementTable.at, stockMovementTable._id);
  return rows.map(
    ({ branchId, type, qtyChange }) =>
      `${branchId === from ? 'sender' : 'receiver'} ${type} ${qtyChange}`,
  );
};
const statuses = (answers: Answer[]) => answers.map(({ statusCode }) => statusCode).sort();

it('can name every branch, whoever sends, and says nothing else of them', async () => {
  const names = (await sender.get('/branch-names')).json<Record<string, unknown>[]>();
  expect(names.map(({ code }) => code).sort()).toEqual(['LPB', 'PKS', 'VTE']);
  expect(Object.keys(names[0] ?? {}).sort()).toEqual([
    '_id',
    'active',
    'branchName',
    'branchNameLo',
    'code',
  ]);
});

it('leaves the sender when it is sent and comes in whole, and what is missing or damaged is a loss of the receiver', async () => {
  const {
    ids: [book = '', pen = ''],
    transfer,
  } = await draft(2);
  expect(transfer).toMatchObject({
    status: 'draft',
    version: 1,
    number: expect.stringMatching(/^VTE-T\d\d-\d{6}$/) as string,
  });
  expect(await onHand(book)).toEqual([20, 0]);
  const sent = (await step(sender, transfer, 'send')).json<StockTransfer>();
  expect(sent).toMatchObject({ status: 'sent', version: 2, sentBy: 'Manivanh Keomany' });
  expect(await onHand(book)).toEqual([10, 0]);
  for (const client of [sender, receiver])
    expect((await client.get('/stock-transfers?status=sent')).json()).toContainEqual(sent);
  const short = { productId: pen, missing: 2, damaged: 1, note: 'The box was open' };
  expect(
    (await step(receiver, sent, 'receive', { lines: [{ ...short, missing: 10 }] })).json(),
  ).toMatchObject({ fields: { 'lines.0.missing': 'At most 9' } });
  const received = (
    await step(receiver, sent, 'receive', { lines: [short] })
  ).json<StockTransfer>();
  expect(received).toMatchObject({
    status: 'received',
    version: 3,
    lines: [
      { productId: book, missing: 0 },
      { productId: pen, missing: 2, damaged: 1, note: 'The box was open' },
    ],
  });
  expect([await onHand(book), await onHand(pen)]).toEqual([
    [10, 10],
    [10, 7],
  ]);
  expect(await movesOf(transfer)).toEqual([
    'sender transferOut -10',
    'sender transferOut -10',
    'receiver transferIn 10',
    'receiver transferIn 10',
    'receiver loss -2',
    'receiver loss -1',
  ]);
  expect(await checkStock(server.db)).toEqual([]);
});

it('only the sender edits, sends, cancels and calls back, only the receiver receives, and a third branch sees nothing', async () => {
  const { input, transfer } = await draft();
  expect(
    (await receiver.put(`/stock-transfers/${transfer._id}`, { ...input, version: 1 })).statusCode,
  ).toBe(403);
  for (const name of ['send', 'cancel'])
    expect((await step(receiver, transfer, name)).statusCode, name).toBe(403);
  expect(
    (
      await sender.post('/stock-transfers', { ...input, fromBranchId: to, toBranchId: from })
    ).json(),
  ).toMatchObject({ fields: { fromBranchId: 'This branch was not found' } });
  const edited = (
    await sender.put(`/stock-transfers/${transfer._id}`, {
      ...input,
      note: 'By the morning van',
      version: 1,
    })
  ).json<StockTransfer>();
  expect(edited).toMatchObject({ note: 'By the morning van', version: 2 });
  expect((await step(sender, transfer, 'send')).json()).toMatchObject({ code: 'versionConflict' });
  const sent = (await step(sender, edited, 'send')).json<StockTransfer>();
  expect(
    (await sender.put(`/stock-transfers/${transfer._id}`, { ...input, version: 3 })).json(),
  ).toMatchObject({ code: 'transferStep' });
  expect((await step(sender, sent, 'receive')).statusCode).toBe(403);
  expect((await step(receiver, sent, 'call-back')).statusCode).toBe(403);
  await moveTo(server.db, 'finance', 'PKS');
  const third = await server.as('finance');
  for (const answer of [
    await third.get(`/stock-transfers/${transfer._id}`),
    await step(third, sent, 'receive'),
  ])
    expect(answer.statusCode).toBe(404);
  await moveTo(server.db, 'finance', 'LPB');
});

it('called back it comes in where it left; a draft that is cancelled moved nothing', async () => {
  const {
    ids: [book],
    transfer,
  } = await draft();
  const sent = (await step(sender, transfer, 'send')).json<StockTransfer>();
  expect((await step(sender, sent, 'call-back', { reason: 'Wrong box' })).json()).toMatchObject({
    status: 'calledBack',
    endReason: 'Wrong box',
  });
  expect(await onHand(book)).toEqual([20, 0]);
  const other = await draft();
  expect((await step(sender, other.transfer, 'cancel')).json()).toMatchObject({
    status: 'cancelled',
  });
  expect((await step(sender, other.transfer, 'send')).json()).toMatchObject({
    code: 'transferStep',
  });
  expect(await onHand(other.ids[0])).toEqual([20, 0]);
});

it('sends nothing that is promised to somebody, and nothing of the other lines either', async () => {
  const {
    ids: [book = '', pen = ''],
    transfer,
  } = await draft(2);
  const promise = (qtyChange: number) =>
    server.db.transaction(async (tx) =>
      reserveStock(tx, await lockStock(tx, [{ productId: pen, branchId: from }]), [
        { productId: pen, branchId: from, qtyChange },
      ]),
    );
  await promise(15);
  expect((await step(sender, transfer, 'send')).json()).toMatchObject({
    code: 'notEnoughStock',
    rows: [{ productId: pen, onHand: 20, reserved: 15, wanted: 10 }],
  });
  expect([await onHand(book), await movesOf(transfer)]).toEqual([[20, 0], []]);
  // No order stands behind this promise, which the checks of stock would say.
  await promise(-15);
});

it(`is received once or called back once, whoever of ${CLIENTS} clients does either at the same moment`, async () => {
  const {
    ids: [book],
    transfer,
  } = await draft();
  expect(
    statuses(
      await Promise.all(Array.from({ length: CLIENTS }, () => step(sender, transfer, 'send'))),
    ).filter((status) => status === 200),
  ).toHaveLength(1);
  const sent = { ...transfer, version: 2 };
  const answers = await Promise.all(
    Array.from({ length: CLIENTS }, (_, at) =>
      at % 2 === 0 ? step(receiver, sent, 'receive') : step(sender, sent, 'call-back'),
    ),
  );
  expect(statuses(answers)).toEqual([200, ...Array.from({ length: CLIENTS - 1 }, () => 409)]);
  expect((await onHand(book)).reduce((sum, one) => sum + one, 0)).toBe(20);
  expect(await movesOf(transfer)).toHaveLength(2);
});

it('goods that cross each other between the same branches never block each other for good', async () => {
  const { ids } = await addProducts(server.db, 6);
  for (const branchId of [from, to]) {
    for (const productId of ids)
      await owner.post('/stock-movements', {
        productId,
        branchId,
        type: 'opening',
        quantity: 100,
        reason: 'x',
      });
  }
  const cross = async (at: number) => {
    const [fromBranchId, toBranchId] = at % 2 === 0 ? [from, to] : [to, from];
    const lines = (at % 3 === 0 ? ids : ids.toReversed()).map((productId) => ({
      productId,
      quantity: 1,
    }));
    const made = (
      await owner.post('/stock-transfers', { fromBranchId, toBranchId, note: '', lines })
    ).json<StockTransfer>();
    const sent = (await step(owner, made, 'send')).json<StockTransfer>();
    return step(owner, sent, 'receive');
  };
  expect(
    new Set(statuses(await Promise.all(Array.from({ length: 20 }, (_, at) => cross(at))))),
  ).toEqual(new Set([200]));
  const levels = await server.db
    .select()
    .from(stockLevelTable)
    .where(inArray(stockLevelTable.productId, ids));
  expect(levels.map((level) => level.onHand)).toEqual(levels.map(() => 100));
  expect(await checkStock(server.db)).toEqual([]);
});

it('a transfer whose answer was lost is sent again with its key, and stays received once', async () => {
  const {
    ids: [book],
    transfer,
  } = await draft();
  const sent = (await step(sender, transfer, 'send')).json<StockTransfer>();
  const key = { 'idempotency-key': '0199a000-0000-7000-8000-0000000abcde' };
  const receive = () =>
    receiver.post(`/stock-transfers/${sent._id}/receive`, { version: sent.version }, key);
  const [first, second] = await Promise.all([receive(), receive()]);
  expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
  expect(second.json()).toEqual(first.json());
  expect(await onHand(book)).toEqual([10, 10]);
  expect(
    await server.db.select().from(stockTransferTable).where(eq(stockTransferTable._id, sent._id)),
  ).toMatchObject([{ status: 'received' }]);
});

// The embedded engine has one connection, which belongs to the process.
it.runIf(onPostgres)(
  'survives connections that are cut at any moment: it is sent once, ends once, and nothing is lost',
  async () => {
    let isOver = false;
    let cuts = 0;
    const cutOne = sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' order by random() limit 1`;
    /** Again with the same key until there is an answer, as a desk with bad Wi-Fi does. */
    const insist = async (
      client: Client,
      { _id }: StockTransfer,
      name: string,
      version: number,
    ) => {
      const key = { 'idempotency-key': randomUUID() };
      for (;;) {
        const answer = await client.post(`/stock-transfers/${_id}/${name}`, { version }, key);
        if (answer.statusCode < 500) return answer.statusCode;
      }
    };
    const made = await Promise.all(Array.from({ length: 10 }, () => draft()));
    const cutter = (async () => {
      while (!isOver) {
        await server.db.execute(cutOne).then(
          ({ rows }) => (cuts += rows.length),
          () => undefined,
        );
        await wait(5);
      }
    })();
    const ends = await Promise.all(
      made.map(async ({ transfer }) => {
        const sent = await insist(sender, transfer, 'send', 1);
        return [
          sent,
          ...(
            await Promise.all([
              insist(receiver, transfer, 'receive', 2),
              insist(sender, transfer, 'call-back', 2),
            ])
          ).sort(),
        ];
      }),
    );
    isOver = true;
    await cutter;
    expect(cuts).toBeGreaterThan(0);
    expect(ends).toEqual(made.map(() => [200, 200, 409]));
    for (const {
      ids: [book],
    } of made)
      expect((await onHand(book)).reduce((sum, one) => sum + one, 0)).toBe(20);
    expect(await checkStock(server.db)).toEqual([]);
  },
);
