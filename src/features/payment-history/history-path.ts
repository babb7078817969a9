import { paths } from '#src/lib/paths.ts';

/** The views of Payment History beside the payments themselves. */
export const historyViews = ['drawers', 'safe', 'days', 'books', 'figures', 'journal'] as const;
export type HistoryView = (typeof historyViews)[number];

/** The address of a view, of one thing in it, or of the payments. */
export const historyPath = (view?: HistoryView, id?: string): string => {
  const query = new URLSearchParams({
    ...(view && { view }),
    ...(id !== undefined && { id }),
  }).toString();
  return query === '' ? paths.paymentHistory : `${paths.paymentHistory}?${query}`;
};

/** The page of one payment. */
export const paymentPath = (id: string): string =>
  `${paths.paymentHistory}?${new URLSearchParams({ id }).toString()}`;

/** The page on which lines of an order that a payment paid go back. */
export const refundPath = (id: string, orderId: string): string =>
  `${paths.paymentHistory}?${new URLSearchParams({ id, refund: orderId }).toString()}`;
