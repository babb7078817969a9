import { eq, inArray, max, sql } from 'drizzle-orm';
import { dayInLaos } from '#contract/dates.ts';
import type { OpeningTotals } from '#contract/imports/moving-in.ts';
import type { OpeningSums } from '#contract/imports/opening-sums.ts';
import { CHECK_LETTERS } from '#contract/words/paper-code.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { movedMoneyTable } from '#server/db/tables/desk/moving-in.table.ts';
import { hashOf } from '#server/lib/tokens.ts';
import { readDueMoney } from './due-money.ts';

const nothing = () => ({ rows: 0, owedLAK: 0, creditLAK: 0, unearnedLAK: 0 });

function add(to: ReturnType<typeof nothing>, { owedLAK, creditLAK, unearnedLAK }: OpeningSums) {
  to.rows += 1;
  to.owedLAK += owedLAK;
  to.creditLAK += creditLAK;
  to.unearnedLAK += unearnedLAK;
}

/** The beginning of a hash over everything that would be written, and its day. */
const codeOf = (moveId: string, day: string, due: OpeningTotals['due']) =>
  hashOf('', JSON.stringify([moveId, day, due])).slice(0, CHECK_LETTERS);

/** The money of a move by branch and currency, from the rows that would be written. */
export async function readMoveMoney(db: Db | Tx, moveId: string): Promise<OpeningTotals> {
  const { due, waiting, toCheck } = await readDueMoney(db, moveId);
  const branchIds = due.map(({ branchId }) => branchId);
  const branches = await db
    .select({ _id: branchTable._id, code: branchTable.code })
    .from(branchTable)
    .where(inArray(branchTable._id, branchIds));
  const codes = new Map(branches.map(({ _id, code }) => [_id, code]));
  const sums = new Map<string, OpeningTotals['due'][number]>();
  for (const { branchId, money, sums: own } of due) {
    const { currency } = money;
    const key = `${branchId} ${currency}`;
    const branchCode = codes.get(branchId) ?? '';
    const sum = sums.get(key) ?? { branchId, branchCode, currency, ...nothing() };
    add(sum, own);
    sums.set(key, sum);
  }
  const left = nothing();
  for (const one of waiting) add(left, one.sums);
  const withoutRate = waiting.filter(({ hasRate }) => !hasRate).length;
  const [written] = await db
    .select({ rows: sql<number>`count(*)::int`, day: max(movedMoneyTable.day) })
    .from(movedMoneyTable)
    .where(eq(movedMoneyTable.moveId, moveId));
  const day = dayInLaos();
  const all = [...sums.values()].toSorted(
    (one, other) =>
      one.branchCode.localeCompare(other.branchCode) || one.currency.localeCompare(other.currency),
  );
  return {
    day,
    code: codeOf(moveId, day, all),
    waiting: { ...left, withoutRate },
    toCheck,
    written: written ?? { rows: 0, day: null },
    due: all,
  };
}
