import { sql, type SQL } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Shift } from '#contract/money/drawers.ts';
import { bridgesOf, type FiguresAnswer } from '#contract/reports/figures.ts';
import type { JournalRow } from '#contract/money/journal.ts';
import { dayInLaos, addDays } from '#contract/dates.ts';
import type { KeptDay } from '#server/ledger/figures/kept-days.ts';
import { allParts, readAllRows, readSince } from '#server/ledger/figures/figures-at.ts';
import { wallClockNow } from '#server/lib/database-clock.ts';
import type { Refunded } from '#contract/orders/refunds.ts';
import { done } from './class-data.ts';
import { expectTermsHaveRows } from './report-rows.ts';
import type { Answer, Client, TestServer } from './test-server.ts';

/** The acts of finance on money that desks took: slips, refunds, and credit paid out. */
export const financeActs = ['confirmSlip', 'rejectSlip', 'refund', 'payOut'] as const;
export type FinanceAct = (typeof financeActs)[number];

type Sent = (path: string, body: object) => Promise<Answer>;

type Found = { id: string; free: number; payer: string | null };

/** The newest payment of a query; a connection that is cut meanwhile finds none. */
async function newest({ db }: TestServer, where: string): Promise<Found | undefined> {
  const asked = db.execute<Found>(
    sql.raw(
      `select id, free_lak::int as free, payer_student_id as payer from payments where ${where} order by id desc limit 1`,
    ),
  );
  return asked.then(
    ({ rows }) => rows[0],
    () => undefined,
  );
}

/** Does one act with the newest money it fits; answers how much cash it took out of the drawer. */
export async function actInFinance(
  server: TestServer,
  act: FinanceAct,
  { send, shiftId, branchId }: { send: Sent; shiftId: string; branchId: string },
): Promise<number> {
  if (act === 'confirmSlip' || act === 'rejectSlip') {
    const slip = await newest(server, "state = 'pending'");
    if (slip && act === 'confirmSlip')
      await send(`/verification/slips/${slip.id}/confirm`, { lineId: null });
    if (slip && act === 'rejectSlip')
      await send(`/verification/slips/${slip.id}/reject`, { reason: 'never came' });
    return 0;
  }
  const out = { way: 'cash', shiftId, reason: 'asked back' };
  const where =
    act === 'refund' ? 'amount_lak >= 20000' : 'free_lak >= 1000 and payer_student_id is not null';
  const found = await newest(server, `state = 'confirmed' and amount_lak > 0 and ${where}`);
  if (!found) return 0;
  const amountLAK = act === 'refund' ? 20_000 : Math.floor(found.free / 1000) * 1000;
  const answer = await (act === 'refund'
    ? send(`/payments/${found.id}/refund`, { ...out, amountLAK })
    : send('/credit-payouts', {
        ...out,
        payerParentId: null,
        payerStudentId: found.payer,
        branchId,
        amountLAK,
      }));
  return answer.statusCode < 300 ? answer.json<Refunded>().paidOutLAK : 0;
}

/**
 * The day closes where every drawer is counted, and is opened again. Between the two nothing gets
 * in, whatever other desks try: its rows are what was frozen.
 */
export async function closeAndReopenDay(
  server: TestServer,
  { send, reopen, branchId }: { send: Sent; reopen: Sent; branchId: string },
): Promise<boolean> {
  const day = dayInLaos();
  if ((await send(`/days/${day}/close`, { branchId })).statusCode !== 200) return false;
  const frozen = await received(
    server,
    sql`select (content->>'receivedLAK')::float8 as kip from closings where branch_id = ${branchId} and day = ${day} and act = 'closed' order by at desc limit 1`,
  );
  const rows = await received(
    server,
    sql`select coalesce(sum(amount_lak), 0)::float8 as kip from payments where branch_id = ${branchId} and confirmed_day = ${day} and state = 'confirmed' and method <> 'opening'`,
  );
  expect((await reopen(`/days/${day}/reopen`, { branchId, reason: 'it goes on' })).statusCode).toBe(
    200,
  );
  expect(rows).toBe(frozen);
  return true;
}

/**
 * Accepts the differences of drawers. A sale during the count makes one, and the day cannot close
 * until somebody else has accepted it.
 */
export async function acceptDifferences(client: Client): Promise<void> {
  for (const { _id, toBeAccepted } of done<Shift[]>(await client.get('/shifts')))
    if (toBeAccepted)
      done(await client.post(`/shifts/${_id}/accept`, { reason: 'sold meanwhile' }));
}

/** Asked again until a connection is not cut. */
async function received({ db }: TestServer, query: SQL): Promise<number | undefined> {
  for (;;) {
    const rows = await db.execute<{ kip: number }>(query).then(
      (answer) => answer.rows,
      () => undefined,
    );
    if (rows) return rows[0]?.kip;
  }
}

/**
 * Both bridges close, each term and each currency is what its rows come to, and every day of the
 * journal balances, whatever happened.
 */
/**
 * The figures from a moment in the middle of random acts and the rows since are those of all rows,
 * in each branch. Answers the next moment.
 */
export async function expectKeptHold(
  { db }: TestServer,
  bases: readonly KeptDay[],
): Promise<KeptDay[]> {
  const now = await wallClockNow(db);
  const kept: KeptDay[] = [];
  const branches = await db.execute<{ id: string }>(sql`select id from branches`);
  for (const { id: branchId } of branches.rows) {
    const at = { branchId, day: dayInLaos(), asOf: now };
    const figures = await allParts(readAllRows(db, at));
    for (const base of bases.filter((one) => one.branchId === branchId))
      expect(await allParts(readSince(db, base, at))).toEqual(figures);
    kept.push({ ...at, figures });
  }
  return kept;
}

export async function expectFiguresHold(owner: Client): Promise<void> {
  const range = `from=${addDays(dayInLaos(), -1)}&to=${dayInLaos()}`;
  const answer = done<FiguresAnswer>(await owner.get(`/figures?${range}`));
  expect(bridgesOf(answer).leftLAK).toBe(0);
  await expectTermsHaveRows(owner, answer, range);
  const rows = done<JournalRow[]>(await owner.get(`/journal?${range}`));
  expect(rows.reduce((sum, { debitLAK, creditLAK }) => sum + debitLAK - creditLAK, 0)).toBe(0);
}
