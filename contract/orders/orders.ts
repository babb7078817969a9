/**
 * States of an order: docs/money.md, "States of an order". Whether it is paid follows from its
 * sums.
 */
export const orderStates = ['held', 'confirmed', 'lapsed', 'void'] as const;
export type OrderState = (typeof orderStates)[number];

export const lineKinds = [
  'tuition',
  'registration',
  'product',
  'discount',
  'adjustment',
  'rounding',
  'opening',
] as const;
export type LineKind = (typeof lineKinds)[number];

export const orderSources = ['desk', 'transfer', 'opening'] as const;
export type OrderSource = (typeof orderSources)[number];

/** The views of orders: unpaid, with slips to verify, with goods to hand over, held, and all. */
export const orderViews = ['open', 'unverified', 'handOver', 'held', 'all'] as const;
export type OrderView = (typeof orderViews)[number];

/** The balance of an order; 0 before it is confirmed. */
export const orderBalance = ({
  state,
  totalLAK,
  paidLAK,
  pendingLAK,
}: {
  state: OrderState;
  totalLAK: number;
  paidLAK: number;
  pendingLAK: number;
}): number => (state === 'confirmed' ? totalLAK - paidLAK - pendingLAK : 0);
