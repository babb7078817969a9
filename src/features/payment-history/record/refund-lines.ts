import type { OrderPage, OrderPageLine } from '#contract/orders/order-page.ts';
import { shareLeft } from '#contract/orders/value-left.ts';
import { netLinesOf } from '#src/entities/order/line-nets.ts';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** A charged line with its remaining quantity, and the sum of that with its discounts. */
export type RefundLine = { line: OrderPageLine; left: number; netLAK: number; discountLAK: number };

export function refundLinesOf(order: Pick<OrderPage, 'lines'>): RefundLine[] {
  const lines = netLinesOf(order);
  return lines
    .filter(
      ({ ofLineId, kind }) => ofLineId === null && kind !== 'rounding' && kind !== 'adjustment',
    )
    .map((line) => {
      const naming = lines.filter(({ ofLineId }) => ofLineId === line._id);
      const discountLAK = sum(
        naming.filter(({ kind }) => kind === 'discount').map(({ amountLAK }) => amountLAK),
      );
      const whole = naming.filter(({ kind }) => kind !== 'discount');
      return {
        line,
        left: line.quantity + sum(whole.map(({ quantity }) => quantity)),
        netLAK: line.amountLAK + sum(whole.map(({ amountLAK }) => amountLAK)) + discountLAK,
        discountLAK,
      };
    });
}

/**
 * The worth of a number of pieces, as the difference of rounded shares, in the same way as on the
 * server.
 */
export const worthOf = ({ netLAK, left }: RefundLine, quantity: number): number =>
  shareLeft(netLAK, left - quantity, left);
export const refundRounding = ({ lines }: Pick<OrderPage, 'lines'>): number =>
  sum(lines.filter(({ kind }) => kind === 'rounding').map(({ amountLAK }) => amountLAK));
