import { withReductionsShared } from '#contract/desk/line-nets.ts';
import type { OrderPage, OrderPageLine } from '#contract/orders/order-page.ts';

const sumOf = (lines: readonly OrderPageLine[]) =>
  lines.reduce((sum, { amountLAK }) => sum + amountLAK, 0);

/** The lines of an order, each reduction with the line that it lowers. */
export const netLinesOf = ({ lines }: Pick<OrderPage, 'lines'>): OrderPageLine[] =>
  withReductionsShared(lines.map((line) => ({ ...line, studentId: line.student?._id ?? null })));

/** The net of a charged line, with its discounts, after corrections and reductions. */
export const netOfLine = (line: OrderPageLine, lines: readonly OrderPageLine[]): number =>
  sumOf([line, ...lines.filter(({ ofLineId }) => ofLineId === line._id)]);
