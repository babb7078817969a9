import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { ControlTotal } from '#contract/imports/move-comparison.ts';
import type { MovingSheetKind } from '#contract/imports/moving-in.ts';
import { sumsOfOpening } from '#contract/imports/opening-sums.ts';
import type { PriceCurrency } from '#contract/money/currencies.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { movingRowTable, movingSheetTable } from '#server/db/tables/desk/moving-in.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import type { TypedTotals } from '#server/desk/moving-in/kinds/totals.kind.ts';
import type { WrittenRow } from './read-books.ts';

/** The records that rows of one kind are in as, of all moves: a person may come in two files. */
const broughtIn = (kind: MovingSheetKind) => sql`
  select row.record_id from ${movingRowTable} row
  join ${movingSheetTable} sheet on sheet.id = row.sheet_id
  where sheet.kind = ${kind} and row.state in ('in', 'same')`;

/** How many students and places the sheets brought into each branch. */
async function readCounts(db: Db | Tx): Promise<Map<string, { students: number; places: number }>> {
  const { rows } = await db.execute<{ id: string; students: number; places: number }>(sql`
    select branch.id,
      (select count(*)::int from ${studentTable} student
        where student.home_branch_id = branch.id
          and student.id in (${broughtIn('students')})) as students,
      (select count(*)::int from ${enrolmentTable} place
        where place.branch_id = branch.id
          and place.id in (${broughtIn('enrolments')})) as places
    from ${branchTable} branch`);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/** What the written rows of a branch come to: in kip, or in the currency of the old book. */
function sumsOf(
  written: readonly WrittenRow[],
  { branchId, currency }: { branchId: string; currency: PriceCurrency | null },
) {
  let [owed, credit] = [0, 0];
  for (const { branch_id: id, money, rate } of written) {
    if (id !== branchId || (currency !== null && money.currency !== currency)) continue;
    // Its own minor units are counted as kip are, without a rate.
    const own = currency === null ? money : { ...money, currency: 'LAK' as const };
    const sums = sumsOfOpening(own, currency === null ? rate : '1');
    owed += sums.owedLAK;
    credit += sums.creditLAK;
  }
  return { owed, credit };
}

/** The control totals of a move, each beside what the sheets of the centre brought in. */
export async function readControlTotals(
  db: Db | Tx,
  moveId: string,
  written: readonly WrittenRow[],
): Promise<ControlTotal[]> {
  const rows = await db
    .select({ _id: movingRowTable._id, input: movingRowTable.input })
    .from(movingRowTable)
    .innerJoin(movingSheetTable, eq(movingSheetTable._id, movingRowTable.sheetId))
    .where(
      and(
        eq(movingRowTable.moveId, moveId),
        eq(movingSheetTable.kind, 'totals'),
        inArray(movingRowTable.state, ['ready', 'in']),
      ),
    )
    .orderBy(asc(movingRowTable.position));
  if (rows.length === 0) return [];
  const codes = new Map(
    (await db.select({ _id: branchTable._id, code: branchTable.code }).from(branchTable)).map(
      ({ _id, code }) => [_id, code],
    ),
  );
  const counts = await readCounts(db);
  const all = rows.map(({ _id, input }) => ({ _id, ...(input as TypedTotals) }));
  const isKip = (currency: PriceCurrency | null) => currency === null || currency === 'LAK';
  // A branch with one row has everything in it, in kip; with several each row has its currency.
  const isAlone = (branchId: string) =>
    all.every((row) => row.branchId !== branchId || isKip(row.currency));
  return all.map(({ _id, branchId, currency: own, ...typed }) => {
    const currency = isAlone(branchId) ? null : (own ?? 'LAK');
    const { students = 0, places = 0 } = counts.get(branchId) ?? {};
    return {
      _id,
      branchCode: codes.get(branchId) ?? '',
      currency,
      typed,
      read: { students, places, ...sumsOf(written, { branchId, currency }) },
    };
  });
}
