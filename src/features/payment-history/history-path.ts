import { paths } from '#src/lib/paths.ts';

/** The views of Payment History besides the list of payments. */
export const historyViews = ['drawers', 'safe', 'days', 'books', 'figures', 'journal'] as const;
export type HistoryView = (typeof historyViews)[number];

/** The address of a view, of one record in it, or of the list of payments. */
export const historyPath = (view?: HistoryView, id?: string): string => {
  const query = new URLSearchParams({
    ...(view && { view }),
    ...(id !== undefined && { id }),
  }).toString();
  return query === '' ? paths.paymentHistory : `${paths.paymentHistory}?${query}`;
};

/** The address of one payment. */
export const paymentPath = (id: string): string =>
  `${paths.paymentHistory}?${new URLSearchParams({ id }).toString()}`;

/** The address of the page that refunds lines of an order which a payment paid. */
export const refundPath = (id: string, orderId: string): string =>
  `${paths.paymentHistory}?${new URLSearchParams({ id, refund: orderId }).toString()}`;
