/** States of an order (`money.md` 1a); whether it is paid follows from its sums. */
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

/**
 * The views of the orders: what is owed, what waits for finance, what is sold and still here, seats
 * that wait for money.
 */
export const orderViews = ['open', 'unverified', 'handOver', 'held', 'all'] as const;
export type OrderView = (typeof orderViews)[number];

/** What is owed of an order: nothing before it is confirmed. */
export const balanceOf = ({
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
