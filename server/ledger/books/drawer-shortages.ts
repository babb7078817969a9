import { eq, inArray, sql } from 'drizzle-orm';
import type { PriceCurrency } from '#contract/money/currencies.ts';
import type { Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { shownAmount } from '#contract/money/shown-amount.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { drawerMovementTable as table } from '#server/db/tables/ledger/drawer-movements.table.ts';
import { drawerTable, shiftTable } from '#server/db/tables/ledger/drawers.table.ts';

type Row = { shiftId: string; currency: PriceCurrency; amount: number };

/** Money that leaves a drawer beyond what the drawer holds of that currency. */
export type Shortage = {
  shiftId: string;
  currency: PriceCurrency;
  /** The money in the drawer, together with what comes in by the same act. */
  holds: number;
  /** Above zero. */
  missing: number;
};

const sumOf = (rows: readonly Row[]) => rows.reduce((sum, { amount }) => sum + amount, 0);

/** Computes the shortages that these movements would cause. The shifts must be locked. */
export async function shortagesOf(tx: Tx, rows: readonly Row[]): Promise<Shortage[]> {
  const leaving = rows.filter(({ amount }) => amount < 0);
  if (leaving.length === 0) return [];
  const shifts = [...new Set(leaving.map(({ shiftId }) => shiftId))];
  const { shiftId, currency } = table;
  const held = await tx
    .select({ shiftId, currency, amount: sql<string>`sum(${table.amount})` })
    .from(table)
    .where(inArray(shiftId, shifts))
    .groupBy(shiftId, currency);
  const places = new Map(leaving.map((row) => [`${row.shiftId} ${row.currency}`, row]));
  return [...places.values()].flatMap((place) => {
    const isHere = (row: Pick<Row, 'shiftId' | 'currency'>) =>
      row.shiftId === place.shiftId && row.currency === place.currency;
    const own = rows.filter(isHere);
    const holds =
      Number(held.find(isHere)?.amount ?? 0) + sumOf(own.filter(({ amount }) => amount > 0));
    const left = holds + sumOf(own.filter(({ amount }) => amount < 0));
    return left < 0
      ? [{ shiftId: place.shiftId, currency: place.currency, holds, missing: -left }]
      : [];
  });
}

const units: Record<PriceCurrency, { en: string; lo: string }> = {
  LAK: { en: 'kip', lo: 'ກີບ' },
  THB: { en: 'THB', lo: 'THB' },
  USD: { en: 'USD', lo: 'USD' },
};

/** Writes an amount of minor units, such as `2,000,000 kip` or `90.00 USD`. */
function inWords(amount: number, currency: PriceCurrency): { en: string; lo: string } {
  const number = shownAmount(amount, currency);
  return { en: `${number} ${units[currency].en}`, lo: `${number} ${units[currency].lo}` };
}

/**
 * Refuses the act and says what the drawer holds. In a branch that counts blind the sum is left
 * out, because it would tell the expected amount.
 */
async function refuse(tx: Tx, { shiftId, holds, currency }: Shortage): Promise<never> {
  const [branch] = await tx
    .select({ isBlind: branchTable.blindCount })
    .from(shiftTable)
    .innerJoin(branchTable, eq(branchTable._id, shiftTable.branchId))
    .where(eq(shiftTable._id, shiftId));
  const sum = inWords(Math.max(0, holds), currency);
  const n = branch?.isBlind
    ? { en: '', lo: '' }
    : { en: `. The drawer holds ${sum.en}`, lo: `. ໃນລິ້ນຊັກມີ ${sum.lo}` };
  throw new ApiError('drawerTooLittle', { n });
}

/** Throws if a drawer holds less of a currency than these movements take out of it. */
export async function requireInDrawers(tx: Tx, rows: readonly Row[]): Promise<void> {
  const [first] = await shortagesOf(tx, rows);
  if (first) await refuse(tx, first);
}

/** The name of the drawer of a shift. */
export async function drawerNameOf(tx: Tx, shiftId: string): Promise<string> {
  const [found] = await tx
    .select({ name: drawerTable.name })
    .from(shiftTable)
    .innerJoin(drawerTable, eq(drawerTable._id, shiftTable.drawerId))
    .where(eq(shiftTable._id, shiftId));
  return found?.name ?? '';
}
