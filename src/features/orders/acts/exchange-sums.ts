import { convert, proRata } from '#contract/money.ts';
import type { OrderPage, OrderPageLine } from '#contract/order-page.ts';
import type { Product } from '#contract/products.ts';
import { rateOf } from '#contract/visit-lines.ts';
import type { VisitRates } from '#contract/visit-prices.ts';

const sumOf = (rows: readonly { amountLAK: number }[]) => rows.reduce((sum, { amountLAK }) => sum + amountLAK, 0);
/** The share of some pieces, by difference, so that all shares add up to the whole. */
const shareOf = (whole: number, pieces: number, of: number) => Math.sign(whole) * (Math.abs(whole) - proRata(Math.abs(whole), of - pieces, of, 1));

type Asked = { line: OrderPageLine; quantity: number; product: Product | undefined };

/** What an exchange takes off the bill and what it adds; undefined without a rate. */
export function exchangeSums({ lines }: OrderPage, { line, quantity, product }: Asked, rates: VisitRates): { backLAK: number; newLAK: number } | undefined {
  const rate = product ? rateOf(product, rates)?.rate : '1';
  const left = line.goods?.left ?? 0;
  if (rate === undefined || quantity < 1 || quantity > left) return undefined;
  const naming = lines.filter(({ ofLineId }) => ofLineId === line._id);
  const discounts = naming.filter(({ kind, amountLAK }) => kind === 'discount' && amountLAK < 0);
  const whole = sumOf([line, ...naming.filter(({ kind }) => kind !== 'discount')]);
  const offBack = discounts.map(({ nameEn, percent }) => shareOf(sumOf(naming.filter((one) => one.kind === 'discount' && one.nameEn === nameEn && one.percent === percent)), quantity, left));
  const price = product ? convert(product.price * quantity, product.currency, rate) : 0;
  const offNew = discounts.map(({ percent }) => (percent === null ? 0 : proRata(price, percent, 100, 1)));
  const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  return { backLAK: shareOf(whole, quantity, left) + total(offBack), newLAK: price - total(offNew) };
}
