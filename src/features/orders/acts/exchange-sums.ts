import { convert, percentsOff } from '#contract/money/money.ts';
import type { OrderPage, OrderPageLine } from '#contract/orders/order-page.ts';
import type { Product } from '#contract/stock/products.ts';
import { shareLeft } from '#contract/orders/value-left.ts';
import { rateOf } from '#contract/desk/visit-lines.ts';
import type { VisitRates } from '#contract/desk/visit-prices.ts';
import { netLinesOf, netOfLine } from '#src/entities/order/line-nets.ts';

type Asked = { line: OrderPageLine; quantity: number; product: Product | undefined };

/**
 * The sums that an exchange takes off the bill and adds to it; undefined without a rate or with an
 * impossible quantity.
 */
export function exchangeSums(
  order: OrderPage,
  { line, quantity, product }: Asked,
  rates: VisitRates,
): { backLAK: number; newLAK: number } | undefined {
  const rate = product ? rateOf(product, rates)?.rate : '1';
  const left = line.goods?.left ?? 0;
  if (rate === undefined || quantity < 1 || quantity > left) return undefined;
  const lines = netLinesOf(order);
  const naming = lines.filter(({ ofLineId }) => ofLineId === line._id);
  const discounts = naming.filter(({ kind, amountLAK }) => kind === 'discount' && amountLAK < 0);
  const price = product ? convert(product.price * quantity, product.currency, rate) : 0;
  const offNew = percentsOff(
    price,
    discounts.flatMap(({ percent }) => percent ?? []),
  ).reduce((sum, off) => sum + off, 0);
  return {
    backLAK: shareLeft(netOfLine(line, lines), left - quantity, left),
    newLAK: price - offNew,
  };
}
