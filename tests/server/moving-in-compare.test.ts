import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayInLaos } from '#contract/dates.ts';
import type { ApiErrorBody } from '#contract/errors.ts';
import { isDifferent, type MoveComparison } from '#contract/imports/move-comparison.ts';
import type { Move } from '#contract/imports/moving-in.ts';
import type { QueueAnswer } from '#contract/reports/overview.ts';
import { readMovedInOn } from '#server/centre/branches/moved-in-on.ts';
import { moveTable } from '#server/db/tables/desk/moving-in.table.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { movingFile, movingSteps } from '#tests/helpers/moving-steps.ts';
import {
  branchId,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
let example: Move;
const today = dayInLaos();
const steps = movingSteps(() => owner);

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
  await server.db.execute(
    sql`insert into exchange_rates (id, currency, rate_to_lak, note, created_by, created_at, search) select gen_random_uuid(), currency, rate, '', '', clock_timestamp(), '' from (values ('THB', 660), ('USD', 21500)) as known(currency, rate)`,
  );
  await steps.run(await steps.upload(movingFile('clean.xlsx')));
});
afterAll(() => server.close());

const compare = async ({ _id }: Move) =>
  (await owner.get(`/moves/${_id}/comparison`)).json<MoveComparison>();
const sign = ({ _id }: Move, code: string, by = owner) =>
  by.send('POST', `/moves/${_id}/sign`, { payload: { code } });
const errorOf = async (answer: ReturnType<typeof sign>) => {
  const refused = await answer;
  return [refused.statusCode, refused.json<ApiErrorBody>().code];
};
const { writeMoney } = steps;
const toCompare = async (client = owner) =>
  (await client.get('/overview/queue'))
    .json<QueueAnswer>()
    .rows.filter(({ kind }) => kind === 'comparison')
    .map(({ _id }) => _id);
/** Changes what the product says behind the back of the sheet, as a desk would by its acts. */
const useCredit = (by: number) =>
  server.db.execute(
    sql`update payments set free_lak = free_lak - ${by}::bigint where free_lak > 0`,
  );
const none = { oldOwedLAK: 0, oldCreditLAK: 0, newOwedLAK: 0, newCreditLAK: 0 };
const same = (owedLAK: number, creditLAK: number) => ({
  oldOwedLAK: owedLAK,
  newOwedLAK: owedLAK,
  oldCreditLAK: creditLAK,
  newCreditLAK: creditLAK,
});

it('has nothing to compare before the money is written, and names what is not in', async () => {
  example = await steps.upload(movingFile('worked-example.xlsx'));
  await steps.run(example);
  const before = await compare(example);
  expect(before).toMatchObject({ day: null, total: none, families: [], branches: [] });
  expect(before.leftOut).toMatchObject({ owedLAK: 4_380_000, creditLAK: 300_000 });
  expect(before.leftOut.rows).toHaveLength(4);
  expect(await errorOf(sign(example, before.code))).toEqual([409, 'moveMoneyNotWritten']);
  expect(await toCompare()).toEqual([]);
  expect(await readMovedInOn(server.db)).toEqual(new Map());
});

it('says kip for kip what the old book says, by branch and by family', async () => {
  await writeMoney(example);
  const { code, ...answer } = await compare(example);
  expect(code).toMatch(/^[0-9a-f]{8}$/);
  expect(answer).toMatchObject({
    fileName: 'sheets.xlsx',
    day: today,
    total: same(4_380_000, 300_000),
    signed: null,
    leftOut: { owedLAK: 0, creditLAK: 0, rows: [] },
  });
  expect(answer.branches).toMatchObject([
    { branchCode: 'DDK', families: 3, movedInOn: today, ...same(1_800_000, 300_000) },
    { branchCode: 'SKT', families: 1, movedInOn: today, ...same(2_580_000, 0) },
  ]);
  expect(answer.families.map(({ newOwedLAK }) => newOwedLAK).toSorted((a, b) => a - b)).toEqual([
    0, 600_000, 1_200_000, 2_580_000,
  ]);
  for (const family of answer.families)
    expect(family).toMatchObject(same(family.oldOwedLAK, family.oldCreditLAK));
});

it('waits in the queue of a superadmin, and only a superadmin reads and signs it', async () => {
  expect(await toCompare()).toEqual([example._id]);
  const { code } = await compare(example);
  for (const role of ['admin', 'finance', 'staff'] as const) {
    const other = await server.as(role);
    expect(await toCompare(other)).toEqual([]);
    expect((await other.get(`/moves/${example._id}/comparison`)).statusCode).toBe(403);
    expect((await sign(example, code, other)).statusCode).toBe(403);
  }
});

it('is not signed with sums that have changed since they were seen', async () => {
  const seen = await compare(example);
  await useCredit(50_000);
  expect(await errorOf(sign(example, seen.code))).toEqual([409, 'moveSumsChanged']);
  const now = await compare(example);
  expect(now.code).not.toBe(seen.code);
  expect(now.total).toEqual({ ...seen.total, newCreditLAK: 250_000 });
  // What differs stands first.
  expect(now.families[0]).toMatchObject({ oldCreditLAK: 300_000, newCreditLAK: 250_000 });
  await useCredit(-50_000);
  expect((await compare(example)).code).toBe(seen.code);
});

it('is signed once, and then waits no longer', async () => {
  const { code } = await compare(example);
  const signed = await sign(example, code);
  expect(signed.statusCode).toBe(200);
  expect(signed.json<MoveComparison>()).toMatchObject({ code, signed: { code } });
  expect((await compare(example)).signed?.by).not.toBe('');
  expect(await errorOf(sign(example, code))).toEqual([409, 'moveSigned']);
  expect(await toCompare()).toEqual([]);
  const [entry] = await server.db.select().from(auditTable).where(eq(auditTable.action, 'sign'));
  expect(entry).toMatchObject({
    entity: 'moves',
    entityId: example._id,
    after: { fileName: 'sheets.xlsx', signedCode: code, differenceLAK: 0, differences: 0 },
  });
});

it('adds what an earlier file has written for the same family, and names rows that wait', async () => {
  const dongdok = await branchId(server.db, 'DDK');
  const later = await steps.upload(movingFile('openings.csv'), dongdok);
  const { leftOut } = await compare(later);
  // One row repeats another, and two are not understood; a row that owes nothing is not named.
  expect(
    leftOut.rows.filter(({ owedLAK }) => owedLAK === null).map(({ number }) => number),
  ).toEqual([5, 6, 8]);
  expect(leftOut.rows.every(({ said }) => said !== '')).toBe(true);
  await writeMoney(later);
  const after = await compare(later);
  expect(after.leftOut.rows).toHaveLength(3);
  expect(after.total).toEqual(same(after.total.oldOwedLAK, after.total.oldCreditLAK));
  expect(await toCompare()).toEqual([later._id]);

  // A difference is no reason to refuse, but the entry names it.
  await useCredit(50_000);
  const { code, families } = await compare(later);
  const differences = families.filter(isDifferent);
  expect((await sign(later, code)).statusCode).toBe(200);
  const entries = await server.db.select().from(auditTable).where(eq(auditTable.action, 'sign'));
  expect(entries.find(({ entityId }) => entityId === later._id)?.after).toMatchObject({
    differenceLAK: 50_000 * differences.length,
    differences: differences.length,
  });
  expect(differences.length).toBeGreaterThan(0);
  await useCredit(-50_000);
  expect(await compare(later)).toMatchObject({ signed: { code } });
  expect((await compare(later)).code).not.toBe(code);
});

it('is open again after anything of it was taken back', async () => {
  const { removed, kept } = await steps.undo(example);
  expect([removed > 0, kept]).toEqual([true, []]);
  const [move] = await server.db.select().from(moveTable).where(eq(moveTable._id, example._id));
  expect(move).toMatchObject({ state: 'undone', signedAt: null, signedCode: null });
  expect(await compare(example)).toMatchObject({ day: null, total: none, signed: null });
  const dongdok = await branchId(server.db, 'DDK');
  expect((await readMovedInOn(server.db)).get(dongdok)).toBe(today);
});
