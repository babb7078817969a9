import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import { dayInLaos } from '#contract/dates.ts';
import type { VisitRates } from '#contract/desk/visit-prices.ts';
import {
  sumsOfOpening,
  type OpeningMoney,
  type OpeningSums,
} from '#contract/imports/opening-sums.ts';
import type { MovingSheetKind } from '#contract/imports/moving-in.ts';
import type { Db, Tx } from '#server/db/client.ts';
import {
  movedMoneyTable,
  movingRowTable,
  movingSheetTable,
} from '#server/db/tables/desk/moving-in.table.ts';
import { readCellWords, type CellWords } from '#server/desk/moving-in/cell-words.ts';
import {
  readSheet,
  type ReadMovingRow,
  type RowRecord,
  type SheetRecord,
} from '#server/desk/moving-in/effective-rows.ts';
import { balanceIn } from '#server/desk/moving-in/kinds/balances.kind.ts';
import { placeMoneyIn } from '#server/desk/moving-in/opening-cells.ts';
import { KnownNames } from '#server/desk/moving-in/known-names.ts';
import { MovingRowCheck } from '#server/desk/moving-in/row-check.ts';

/** The sheets that have money, with the cells without which their sum is not known. */
const sumCells: Partial<Record<MovingSheetKind, readonly string[]>> = {
  enrolments: [
    'price',
    'discount',
    'currency',
    'sessionsBought',
    'sessionsUsed',
    'paidSoFar',
    'balanceDue',
  ],
  balances: ['side', 'amount', 'currency'],
};

/**
 * Rows of money that wait for a person or were left out by one. Rows that are left out by
 * themselves, such as a row that comes twice, owe nothing beside the others.
 */
async function readStaying(db: Db | Tx, moveId: string) {
  const { state, isLeftOut } = movingRowTable;
  return db
    .select({ row: movingRowTable, sheet: movingSheetTable })
    .from(movingRowTable)
    .innerJoin(movingSheetTable, eq(movingSheetTable._id, movingRowTable.sheetId))
    .leftJoin(movedMoneyTable, eq(movedMoneyTable.rowId, movingRowTable._id))
    .where(
      and(
        eq(movingRowTable.moveId, moveId),
        inArray(movingSheetTable.kind, ['enrolments', 'balances']),
        or(inArray(state, ['problem', 'waiting']), and(eq(state, 'out'), eq(isLeftOut, true))),
        isNull(movedMoneyTable.key),
      ),
    )
    .orderBy(asc(movingRowTable.position));
}

/** The money that a row says; undefined where its sum could not be read, null for none. */
function moneyOf(
  kind: MovingSheetKind,
  { record, values }: ReadMovingRow,
  today: string,
): OpeningMoney | null | undefined {
  const place = { id: record._id, number: record.number, values };
  const row = new MovingRowCheck(place, { branchId: null, names: new KnownNames() });
  const money = kind === 'balances' ? balanceIn(row, today) : placeMoneyIn(row, today);
  const cells = sumCells[kind] ?? [];
  return row.problems.some(({ field }) => cells.includes(field)) ? undefined : money;
}

/** What rows of one kind say that nothing is written for. */
type StayingSums = OpeningSums & { unread: number };
export type StayingMoney = ReadonlyMap<MovingSheetKind, StayingSums>;

type Reading = { rates: VisitRates; words: CellWords };

function addSheet(
  found: Map<MovingSheetKind, StayingSums>,
  { sheet, rows }: { sheet: SheetRecord; rows: readonly RowRecord[] },
  { rates, words }: Reading,
): void {
  const { kind } = sheet;
  if (kind === null) return;
  const today = dayInLaos();
  const sums = found.get(kind) ?? { owedLAK: 0, creditLAK: 0, unearnedLAK: 0, unread: 0 };
  found.set(kind, sums);
  for (const read of readSheet(sheet, rows, { today, words, isList: false }).rows) {
    const money = moneyOf(kind, read, today);
    if (money === null) continue;
    const rate = money?.currency === 'LAK' ? '1' : money && rates[money.currency]?.rate;
    if (!money || rate === undefined) {
      sums.unread += 1;
      continue;
    }
    const own = sumsOfOpening(money, rate);
    sums.owedLAK += own.owedLAK;
    sums.creditLAK += own.creditLAK;
    sums.unearnedLAK += own.unearnedLAK;
  }
}

/** The sums of rows of money that stay out, by their kind, at the rates of a move. */
export async function stayingMoney(
  db: Db | Tx,
  moveId: string,
  rates: VisitRates,
): Promise<StayingMoney> {
  const staying = await readStaying(db, moveId);
  const words = await readCellWords(db);
  const sheets = new Map<string, { sheet: SheetRecord; rows: RowRecord[] }>();
  for (const { row, sheet } of staying) {
    const own = sheets.get(sheet._id) ?? { sheet, rows: [] };
    own.rows.push(row);
    sheets.set(sheet._id, own);
  }
  const found = new Map<MovingSheetKind, StayingSums>();
  for (const own of sheets.values()) addSheet(found, own, { rates, words });
  return found;
}
