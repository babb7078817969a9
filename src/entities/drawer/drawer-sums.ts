import { priceCurrencies } from '#contract/money/currencies.ts';
import type { CurrencySums, DrawerMovement, ShiftRecord } from '#contract/money/drawers.ts';
import { drawerMovementKinds, writtenPaidOutKinds } from '#contract/orders/payments.ts';
import { showSum } from '#src/lib/text/money.ts';

export const noMoney: CurrencySums = { LAK: 0, THB: 0, USD: 0 };

const add = (
  sums: CurrencySums,
  { currency, amount }: Pick<DrawerMovement, 'currency' | 'amount'>,
): CurrencySums => ({ ...sums, [currency]: sums[currency] + amount });
export const minus = (a: CurrencySums, b: CurrencySums): CurrencySums => ({
  LAK: a.LAK - b.LAK,
  THB: a.THB - b.THB,
  USD: a.USD - b.USD,
});
/** `145,000 LAK, 10.00 USD`: the sums of each currency that has one. */
export const sumsInWords = (sums: CurrencySums): string =>
  priceCurrencies
    .filter((currency) => sums[currency] !== 0)
    .map((currency) => showSum(sums[currency], currency))
    .join(', ');
export const hasMoney = (sums: CurrencySums) =>
  priceCurrencies.some((currency) => sums[currency] !== 0);

type Kind = Pick<DrawerMovement, 'kind' | 'paidOutKind'>;
export type DrawerSumRow = Kind & { key: string; sums: CurrencySums };

const kinds: readonly Kind[] = drawerMovementKinds.flatMap((kind): readonly Kind[] =>
  kind === 'paidOut'
    ? writtenPaidOutKinds.map((paidOutKind) => ({ kind, paidOutKind }))
    : [{ kind, paidOutKind: null }],
);

/** Money moved to the safe at the closing comes after the count. */
const isAfterCount = (
  { closedAt }: Pick<ShiftRecord, 'closedAt'>,
  { at, paidOutKind }: DrawerMovement,
) => at === closedAt && paidOutKind === 'safe';

/** The expected sums, one row for each kind of movement that occurred. */
export function rowsOfExpected(
  record: Pick<ShiftRecord, 'closedAt' | 'movements'>,
): DrawerSumRow[] {
  return kinds.flatMap(({ kind, paidOutKind }) => {
    const own = record.movements.filter(
      (movement) =>
        movement.kind === kind &&
        movement.paidOutKind === paidOutKind &&
        !isAfterCount(record, movement),
    );
    return own.length === 0
      ? []
      : [{ kind, paidOutKind, key: `${kind}${paidOutKind ?? ''}`, sums: own.reduce(add, noMoney) }];
  });
}

export type MovementRow = Pick<
  DrawerMovement,
  '_id' | 'kind' | 'paidOutKind' | 'receiptNumber' | 'reason' | 'receivedBy' | 'by' | 'at'
> & { sums: CurrencySums };

/** Groups movements so that one action in several currencies is one row. */
export function actsOf(movements: readonly DrawerMovement[]): MovementRow[] {
  const rows = new Map<string, MovementRow>();
  for (const movement of movements) {
    const { _id, kind, paidOutKind, receiptNumber, reason, receivedBy, by, at } = movement;
    const key = [at, kind, paidOutKind, receiptNumber, reason].join(' ');
    const row = rows.get(key) ?? {
      _id,
      kind,
      paidOutKind,
      receiptNumber,
      reason,
      receivedBy,
      by,
      at,
      sums: noMoney,
    };
    rows.set(key, { ...row, sums: add(row.sums, movement) });
  }
  return [...rows.values()];
}
