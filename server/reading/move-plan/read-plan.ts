import { and, eq } from 'drizzle-orm';
import type { VisitRates } from '#contract/desk/visit-prices.ts';
import { movingSheetKinds, type MovingSheetKind } from '#contract/imports/moving-in.ts';
import type {
  MovePlan,
  PlannedRows,
  PlannedSums,
  RowsThatStay,
} from '#contract/imports/move-plan.ts';
import type { PriceCurrency } from '#contract/money/currencies.ts';
import { newestRates } from '#server/catalogue/exchange-rates/newest-rate.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { movingRowTable, movingSheetTable } from '#server/db/tables/desk/moving-in.table.ts';
import { readDueMoney } from '#server/desk/moving-in/due-money.ts';
import type { MovedRate } from '#server/desk/moving-in/kinds/rates.kind.ts';
import { branchCodes, countMovingRows, stayingRows, type CountedRows } from './planned-rows.ts';
import { plannedStock } from './planned-stock.ts';
import { stayingMoney, type StayingMoney } from './staying-money.ts';

/** The rates that the money of a move will have: those of its own file count before it. */
async function ratesOf(db: Db | Tx, moveId: string): Promise<VisitRates> {
  const { _id, input, state } = movingRowTable;
  const rows = await db
    .select({ rateId: _id, input })
    .from(movingRowTable)
    .innerJoin(movingSheetTable, eq(movingSheetTable._id, movingRowTable.sheetId))
    .where(
      and(
        eq(movingRowTable.moveId, moveId),
        eq(movingSheetTable.kind, 'rates'),
        eq(state, 'ready'),
      ),
    );
  const own = rows.map(({ rateId, input: of }) => {
    const { currency, rateToLAK: rate } = of as MovedRate;
    return [currency, { rateId, rate }] as const;
  });
  return { ...(await newestRates(db)), ...Object.fromEntries(own) };
}

const orderOf = (kind: MovingSheetKind | null) =>
  kind === null ? movingSheetKinds.length : movingSheetKinds.indexOf(kind);

type OfBranch = { branchId: string | null; branchCode: string };
const byBranch = (one: OfBranch, other: OfBranch) => one.branchCode.localeCompare(other.branchCode);

/** The rows that become records, or are there already, by kind and branch. */
function rowsOf(counted: readonly CountedRows[], codes: ReadonlyMap<string, string>) {
  const found = new Map<string, PlannedRows>();
  for (const { kind, state, branchId, rows } of counted) {
    // Control totals make nothing.
    if (kind === null || kind === 'totals') continue;
    if (state !== 'ready' && state !== 'changed' && state !== 'same') continue;
    const key = `${kind} ${branchId}`;
    const branchCode = codes.get(branchId ?? '') ?? '';
    const own = found.get(key) ?? { kind, branchId, branchCode, ready: 0, changed: 0, same: 0 };
    own[state] += rows;
    found.set(key, own);
  }
  return [...found.values()].toSorted(
    (one, other) => orderOf(one.kind) - orderOf(other.kind) || byBranch(one, other),
  );
}

type Sums = Omit<PlannedSums, 'branchId' | 'branchCode' | 'currency'>;
type Part = { branchId: string | null; currency: PriceCurrency } & Partial<Sums>;

const sumFields = ['owedLAK', 'creditLAK', 'unearnedLAK', 'pieces', 'stockLAK'] as const;

/** Sums of money and stock together, by branch and currency. */
function sumsOf(parts: readonly Part[], codes: ReadonlyMap<string, string>): PlannedSums[] {
  const found = new Map<string, PlannedSums>();
  for (const { branchId, currency, ...part } of parts) {
    const key = `${branchId} ${currency}`;
    const own = found.get(key) ?? {
      branchId,
      branchCode: codes.get(branchId ?? '') ?? '',
      currency,
      owedLAK: 0,
      creditLAK: 0,
      unearnedLAK: 0,
      pieces: 0,
      stockLAK: 0,
    };
    for (const field of sumFields) own[field] += part[field] ?? 0;
    found.set(key, own);
  }
  return [...found.values()].toSorted(
    (one, other) => byBranch(one, other) || one.currency.localeCompare(other.currency),
  );
}

/** The rows of each sheet that stay out, with what they say. */
function staysOf(counted: readonly CountedRows[], money: StayingMoney): RowsThatStay[] {
  const hasMoney = new Set<MovingSheetKind | null>(['enrolments', 'balances']);
  return stayingRows(counted)
    .map((row) => {
      const sums = row.kind === null ? undefined : money.get(row.kind);
      const none = hasMoney.has(row.kind) ? 0 : null;
      return {
        ...row,
        owedLAK: sums?.owedLAK ?? none,
        creditLAK: sums?.creditLAK ?? none,
        unread: sums?.unread ?? 0,
      };
    })
    .toSorted((one, other) => orderOf(one.kind) - orderOf(other.kind));
}

/**
 * What a run and the writing of its money would make of a move, from what they would write: rows by
 * their state, the money that is due or will be once its people are in, and the opening stock.
 */
export async function readMovePlan(db: Db | Tx, moveId: string): Promise<MovePlan> {
  const counted = await countMovingRows(db, moveId);
  const codes = await branchCodes(db, moveId);
  const rates = await ratesOf(db, moveId);
  const { due, waiting } = await readDueMoney(db, moveId, { rates });
  const stock = await plannedStock(db, moveId, rates);
  const money = [...due, ...waiting.filter(({ hasRate }) => hasRate)];
  const parts = money.map(({ branchId, money: { currency }, sums }): Part => ({
    branchId,
    currency,
    ...sums,
  }));
  return {
    rows: rowsOf(counted, codes),
    sums: sumsOf([...parts, ...stock], codes),
    withoutRate: waiting.length - waiting.filter(({ hasRate }) => hasRate).length,
    stays: staysOf(counted, await stayingMoney(db, moveId, rates)),
  };
}
