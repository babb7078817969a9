import type { ApprovedAct } from '#contract/centre/approvals.ts';
import { priceCurrencies, type PriceCurrency } from '#contract/money/currencies.ts';
import type { Shift } from '#contract/money/drawers.ts';

type Sums = Partial<Record<PriceCurrency, number | null>>;

const whole = (sums: Sums | null) =>
  Object.fromEntries(priceCurrencies.map((currency) => [currency, sums?.[currency] ?? 0])) as {
    [currency in PriceCurrency]: number;
  };

/** The difference that a second person signs for: what was counted, and what was expected. */
export const drawerDifference = (
  { _id: shiftId, branchId, expected }: Shift,
  counted: Sums | null,
): ApprovedAct => ({
  kind: 'difference',
  branchId,
  shiftId,
  counted: whole(counted),
  expected: whole(expected),
});
