import type { PriceCurrency } from '#contract/money/currencies.ts';
import { currencyOf, sumIn } from '#server/desk/moving-in/cell-money.ts';
import { repeatedRow } from '#server/desk/moving-in/repeated-row.ts';
import type { MovingKind } from './moving-kind.ts';

/** What the centre has counted itself; null for an empty cell. */
export type TypedTotals = {
  branchId: string;
  /** Null where the row names none, which is kip. */
  currency: PriceCurrency | null;
  students: number | null;
  places: number | null;
  owed: number | null;
  credit: number | null;
};

/** Totals of the old book. They make nothing; the comparison holds them against what was read. */
export const totalKind: MovingKind = {
  check(row, known) {
    const branch = row.branch('branch');
    const written = row.text('currency');
    const found = written === '' ? null : currencyOf(row, 'currency', []);
    const name = [row.text('branch') || (branch?.label ?? ''), written].join(' ').trim();
    const sums = {
      students: row.whole('studentTotal'),
      places: row.whole('placeTotal'),
      owed: sumIn(row, 'owedTotal', found ?? 'LAK') ?? null,
      credit: sumIn(row, 'creditTotal', found ?? 'LAK') ?? null,
    };
    if (Object.values(sums).every((sum) => sum === null)) row.fail('owedTotal', 'required');
    if (!branch || found === undefined) return row.result(name, { input: null });
    const key = `totals ${branch.id} ${found}`;
    const repeated = repeatedRow(row, known, { name, field: 'branch', key, said: sums });
    if (repeated) return repeated;
    const input: TypedTotals = { branchId: branch.id, currency: found, ...sums };
    return row.result(name, { input });
  },
  write: () => Promise.resolve(undefined),
  remove: () => Promise.resolve(),
};
