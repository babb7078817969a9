import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { LeftOutMoney } from '#contract/imports/move-comparison.ts';
import type { MovingSheetKind } from '#contract/imports/moving-in.ts';
import type { Db, Tx } from '#server/db/client.ts';
import {
  movedMoneyTable,
  movingRowTable,
  movingSheetTable,
} from '#server/db/tables/desk/moving-in.table.ts';
import { readDueMoney } from './due-money.ts';
import { isExample, textsOf } from './effective-rows.ts';

/** The cells that say a sum, by the kinds of sheets that have money. */
const cellsOf: Partial<Record<MovingSheetKind, readonly string[]>> = {
  enrolments: ['price', 'paidSoFar', 'balanceDue', 'currency'],
  balances: ['side', 'amount', 'currency'],
};
const kinds: MovingSheetKind[] = ['enrolments', 'balances'];

/** Rows of money that wait for a person or were left out, and that nothing was written for. */
function readUnread(db: Db | Tx, moveId: string) {
  return db
    .select({ row: movingRowTable, sheet: movingSheetTable })
    .from(movingRowTable)
    .innerJoin(movingSheetTable, eq(movingSheetTable._id, movingRowTable.sheetId))
    .leftJoin(movedMoneyTable, eq(movedMoneyTable.rowId, movingRowTable._id))
    .where(
      and(
        eq(movingRowTable.moveId, moveId),
        inArray(movingSheetTable.kind, kinds),
        isNull(movedMoneyTable.key),
      ),
    )
    .orderBy(asc(movingRowTable.position));
}

type Unread = Awaited<ReturnType<typeof readUnread>>[number];

/** What the sheet says of a row; empty for examples and for rows that owe nothing. */
function saidBy({ row, sheet }: Unread): string {
  const texts = textsOf(row, sheet);
  const owesNothing = row.problems.some(({ error }) => error === 'nothingOwed');
  if (owesNothing || isExample(texts['rowId'])) return '';
  const cells = (sheet.kind && cellsOf[sheet.kind]) ?? [];
  return cells.flatMap((field) => texts[field] ?? []).join(' · ');
}

const open = new Set(['problem', 'waiting', 'out']);

/**
 * Every row of a move whose money is not in: ready or waiting with its sum, or not understood or
 * left out with the cells of its sheet. No row vanishes without being named.
 */
export async function readLeftOutMoney(db: Db | Tx, moveId: string): Promise<LeftOutMoney[]> {
  const { due, waiting } = await readDueMoney(db, moveId);
  const sums = new Map([...due, ...waiting].map((one) => [one.rowId, one.sums]));
  const rows = await readUnread(db, moveId);
  return rows.flatMap(({ row, sheet }): LeftOutMoney[] => {
    const own = sums.get(row._id);
    const said = own || open.has(row.state) ? saidBy({ row, sheet }) : '';
    if ((!own && said === '') || sheet.kind === null) return [];
    const { _id, number, name, state } = row;
    const { owedLAK = null, creditLAK = null } = own ?? {};
    return [{ _id, kind: sheet.kind, number, name, state, owedLAK, creditLAK, said }];
  });
}
