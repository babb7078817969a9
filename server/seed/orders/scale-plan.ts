import { chanceFrom } from '#server/seed/chance.ts';

export type SeedCounts = { orders: number; payments: number };

/** The numbers of parts in which families pay, in turn; the mean is five. */
const PARTS = [1, 4, 6, 6, 8];
/** Open days between two parts of an order, about three weeks. */
const STEP = 18;

/** The payment method of a part; a bank slip is verified on the next open day. */
export type ScaleMethod = 'cash' | 'qr' | 'transfer' | 'baht';
const methods: readonly (readonly [ScaleMethod, number])[] = [
  ['cash', 62],
  ['qr', 20],
  ['transfer', 14],
  ['baht', 4],
];
/** Always the same for a part, so that an order knows its final sums in advance. */
export const methodOf = (order: number, part: number): ScaleMethod =>
  chanceFrom(order * 16 + part).weighted(methods);

/**
 * The open day (0 to `days` - 1) on which each order of a branch is made, and the number of its
 * parts.
 */
export type ScalePlan = {
  dayOf: (order: number) => number;
  partsOf: (order: number) => number;
  /** The open day of a part; from `days` on it is still owed. */
  dayOfPart: (order: number, part: number) => number;
};

/** The oldest orders have one part more, so that the wanted number of payments is reached. */
export function planOrders({ orders, payments }: SeedCounts, days: number): ScalePlan {
  const dayOf = (order: number) => Math.floor((order * days) / orders);
  const dayOfPart = (order: number, part: number) => dayOf(order) + part * STEP;
  const parts = (order: number) => PARTS[order % PARTS.length] ?? 1;
  let come = 0;
  for (let order = 0; order < orders; order += 1)
    come += Math.min(parts(order), Math.ceil((days - dayOf(order)) / STEP));
  const missing = payments - come;
  return { dayOf, dayOfPart, partsOf: (order) => parts(order) + (order < missing ? 1 : 0) };
}

const CASH_STEP = 1000;

/** Divides an amount into equal parts of whole cash steps; the last takes the rest. */
export function partsOfSum(total: number, count: number): number[] {
  const part = Math.floor(total / count / CASH_STEP) * CASH_STEP;
  return Array.from({ length: count }, (_, at) =>
    at < count - 1 ? part : total - part * (count - 1),
  );
}
