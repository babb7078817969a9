import { useTranslation } from 'react-i18next';
import { handBackOf, type MoneyAmount, type VisitMoney } from '#contract/desk/visit-answers.ts';
import { DOT } from '#contract/words/dot.ts';
import { LeftToRight } from '#src/components/kit/left-to-right.tsx';
import { formatNumber, MINUS } from '#src/lib/text/format.ts';
import { showSum } from '#src/lib/text/money.ts';
import styles from './payment.module.css';

const sumOf = (rows: readonly { amountLAK: number }[]) =>
  rows.reduce((sum, { amountLAK }) => sum + amountLAK, 0);

/** Sums of several currencies in one line: `1,200.00 THB − 14,500 LAK`, each of them unbroken. */
const inOneLine = (sums: readonly MoneyAmount[]): string =>
  sums
    .toSorted((a, b) => Math.sign(b.amount) - Math.sign(a.amount))
    .map(({ amount, currency }, at) =>
      at === 0
        ? showSum(amount, currency)
        : `${amount < 0 ? MINUS : '+'}\u00A0${showSum(Math.abs(amount), currency)}`,
    )
    .join(' ');

/**
 * Says what came: cash received, bank money to be verified, and the credit that was used. Money of
 * another currency is said in its own, less the change, with what it is worth.
 */
export function useReceivedWords(): (
  money: VisitMoney,
  change: readonly MoneyAmount[],
) => string[] {
  const { t } = useTranslation('payment');
  return ({ received, creditLAK }, change) => {
    const cash = received.filter(({ method }) => method === 'cash');
    const bank = received.filter(({ method }) => method !== 'cash');
    const came = [
      ['received', sumOf(cash), handBackOf(cash, change)],
      ['pending', sumOf(bank), handBackOf(bank, [])],
      ['credit', creditLAK, []],
    ] as const;
    return came.flatMap(([word, worth, sums]) => {
      if (worth === 0) return [];
      const sum = formatNumber(worth);
      return word !== 'credit' && sums.some(({ currency }) => currency !== 'LAK')
        ? t(`gotIn.${word}`, { money: inOneLine(sums), sum })
        : t(`got.${word}`, { sum });
    });
  };
}

/** An order with what a payment brought it, and what is left to pay. */
export type PaidOrder = VisitMoney['paid'][number];

/** The orders that money was received for, what each got, and what remains of it. */
export function PaidOrders({
  orders,
  toCreditLAK,
}: {
  orders: readonly PaidOrder[];
  toCreditLAK: number;
}) {
  const { t } = useTranslation('payment');
  const words = ({ paidLAK, pendingLAK, restLAK }: PaidOrder) =>
    [
      paidLAK > 0 && t('got.paid', { sum: formatNumber(paidLAK) }),
      pendingLAK > 0 && t('got.pending', { sum: formatNumber(pendingLAK) }),
      restLAK > 0 ? t('got.rest', { sum: formatNumber(restLAK) }) : t('got.settled'),
    ].filter((word) => word !== false);
  return (
    <>
      {orders.length > 0 && (
        <ul className={styles.orders}>
          {orders.map((order) => (
            <li key={order.orderId}>
              <b>
                <LeftToRight>{order.number}</LeftToRight>
              </b>{' '}
              {words(order).join(DOT)}
            </li>
          ))}
        </ul>
      )}
      {toCreditLAK > 0 && <p>{t('got.toCredit', { sum: formatNumber(toCreditLAK) })}</p>}
    </>
  );
}
