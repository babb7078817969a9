import { paths } from '#src/lib/paths.ts';

export const stockViews = ['hand', 'movements', 'deliveries', 'counts', 'transfers'] as const;
export type StockView = (typeof stockViews)[number];

/** The id in the address of a new paper. */
export const NEW = 'new';

/** The address of a view of the stock, with its filters or the paper it shows. */
export function stockPath(view: StockView, query: Readonly<Record<string, string>> = {}): string {
  const params = new URLSearchParams(view === 'hand' ? query : { view, ...query });
  return params.size > 0 ? `${paths.stockTracking}?${params.toString()}` : paths.stockTracking;
}
