import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import type { PriceCurrency } from '#contract/money/currencies.ts';
import type { Tx } from '#server/db/client.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { numberSeriesTable } from '#server/db/tables/log/number-series.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { SAFE_WORD } from '#server/desk/moving-in/kinds/drawers.kind.ts';
import { seriesWords } from '#server/desk/moving-in/kinds/numbers.kind.ts';
import type { MovingCells } from '#server/desk/moving-in/moving-sheets.ts';
import { readCashNow } from '#server/ledger/drawers/cash-in-drawers.ts';
import { choiceWord } from '#server/lib/sheets/choice-words.ts';
import { sumCell } from './catalogue-rows.ts';
import { branchCodeOf, leavingStatuses, type CentreRecords } from './centre-records.ts';

const textOf = (cells: readonly unknown[]) => JSON.stringify(cells);

/** The last numbers of this year, and those of the codes of people. */
export async function numberRows(
  tx: Tx,
  centre: CentreRecords,
  today: string,
): Promise<MovingCells[]> {
  const { kind, year, last, branchId } = numberSeriesTable;
  const ofPapers = and(inArray(kind, ['order', 'receipt']), eq(year, Number(today.slice(0, 4))));
  const ofPeople = and(inArray(kind, ['ST', 'TC']), isNull(branchId));
  const rows = await tx
    .select()
    .from(numberSeriesTable)
    .where(and(gt(last, 0), or(ofPapers, ofPeople)));
  return rows
    .map((row) => ({
      series: choiceWord(seriesWords, row.kind as keyof typeof seriesWords, 'lo'),
      branch: branchCodeOf(centre, row.branchId),
      year: row.year,
      lastNumber: row.last,
    }))
    .toSorted((a, b) =>
      textOf([a.branch, a.series, a.year]) < textOf([b.branch, b.series, b.year]) ? -1 : 1,
    );
}

/** The cash in drawers and safes. */
export async function cashRows(tx: Tx, centre: CentreRecords): Promise<MovingCells[]> {
  const sum = (amount: number, currency: PriceCurrency) => sumCell(amount, currency);
  return (await readCashNow(tx))
    .map(({ branchId, drawer, sums }) => ({
      branch: branchCodeOf(centre, branchId),
      drawer: drawer ?? SAFE_WORD,
      cashLAK: sum(sums.LAK, 'LAK'),
      cashTHB: sum(sums.THB, 'THB'),
      cashUSD: sum(sums.USD, 'USD'),
    }))
    .toSorted((a, b) => (textOf([a.branch, a.drawer]) < textOf([b.branch, b.drawer]) ? -1 : 1));
}

/** How many rows name each branch in a column. */
function countsBy(rows: readonly MovingCells[], field: string): Map<unknown, number> {
  const counts = new Map<unknown, number>();
  for (const row of rows) counts.set(row[field], (counts.get(row[field]) ?? 0) + 1);
  return counts;
}

/**
 * The control totals of each branch. What families owe and have comes from the orders and payments
 * themselves, so that the sheets of the same file are held against it.
 */
export async function totalRows(
  tx: Tx,
  centre: CentreRecords,
  students: readonly MovingCells[],
): Promise<MovingCells[]> {
  type Sums = { id: string; places: number; owed: number; credit: number };
  const going = sql.param([...leavingStatuses]);
  const { rows } = await tx.execute<Sums>(sql`
    select branch.id,
      (select count(*)::int from ${enrolmentTable}
        where branch_id = branch.id and status = any(${going}::text[])) as places,
      (select coalesce(sum(total_lak - paid_lak), 0)::float8 from ${orderTable}
        where branch_id = branch.id and state = 'confirmed' and walk_in_name = '') as owed,
      (select coalesce(sum(free_lak), 0)::float8 from ${paymentTable}
        where branch_id = branch.id and state = 'confirmed' and amount_lak > 0) as credit
    from branches branch order by branch.code`);
  const studentsOf = countsBy(students, 'homeBranch');
  return rows.map(({ id, places, owed, credit }) => {
    const branch = branchCodeOf(centre, id);
    return {
      branch,
      studentTotal: studentsOf.get(branch) ?? 0,
      placeTotal: places,
      owedTotal: owed,
      creditTotal: credit,
    };
  });
}
