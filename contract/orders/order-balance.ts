import type { OrderPage } from './order-page.ts';

type Sums = Pick<OrderPage, 'lines' | 'allocations' | 'payments' | 'voidedAt' | 'lapsedAt'>;

/** One step of a balance: lines that were charged together, one correction, or money. */
export type BalanceStep = {
  key: string;
  at: string;
  amountLAK: number;
  /** The balance after this row. */
  balanceLAK: number;
  isPending: boolean;
} & ({ kind: 'lines'; positions: readonly number[] } | { kind: 'money'; paymentId: string });

type Step = { key: string; at: string; amountLAK: number; isPending: boolean } & (
  { kind: 'lines'; positions: readonly number[] } | { kind: 'money'; paymentId: string }
);

/**
 * Within one write, rows that raise the balance come first, so that no row is below zero: lines
 * before money, refunds before corrections of the bill.
 */
const byTime = (a: Step, b: Step) =>
  Date.parse(a.at) - Date.parse(b.at) || Number(a.amountLAK < 0) - Number(b.amountLAK < 0);

/**
 * The charges of the visit are one row, and so is the end of the order; every correction is a row
 * of its own.
 */
function lineSteps({ lines, voidedAt, lapsedAt }: Sums): Step[] {
  const steps = new Map<string, Step & { kind: 'lines' }>();
  for (const { _id, at, amountLAK, position } of lines) {
    const act = at === lines[0]?.at || at === voidedAt || at === lapsedAt ? at : _id;
    const step = steps.get(act) ?? {
      kind: 'lines',
      key: _id,
      at,
      amountLAK: 0,
      positions: [],
      isPending: false,
    };
    steps.set(act, {
      ...step,
      amountLAK: step.amountLAK + amountLAK,
      positions: [...step.positions, position],
    });
  }
  return [...steps.values()].filter(({ amountLAK }) => amountLAK !== 0);
}

/**
 * The changes of one payment's allocations by one write are one row: a part that was taken back
 * whole and allocated anew shows its difference.
 */
function moneySteps({ allocations, payments }: Sums): Step[] {
  const steps = new Map<string, Step>();
  for (const { _id, paymentId, amountLAK, at } of allocations) {
    const act = `${paymentId} ${at}`;
    const step = steps.get(act) ?? {
      kind: 'money',
      key: _id,
      at,
      amountLAK: 0,
      paymentId,
      isPending: payments.find((one) => one._id === paymentId)?.state === 'pending',
    };
    steps.set(act, { ...step, amountLAK: step.amountLAK - amountLAK });
  }
  return [...steps.values()].filter(({ amountLAK }) => amountLAK !== 0);
}

/**
 * The balance of an order explained: oldest first, and the last row is total − paid − to be
 * verified.
 */
export function explainBalance(order: Sums): BalanceStep[] {
  let balanceLAK = 0;
  return [...lineSteps(order), ...moneySteps(order)].toSorted(byTime).map((step) => {
    balanceLAK += step.amountLAK;
    return { ...step, balanceLAK };
  });
}
