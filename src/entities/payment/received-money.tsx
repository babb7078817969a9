import { useTranslation } from 'react-i18next';
import type { VisitMoney } from '#contract/desk/visit-answers.ts';
import { DOT } from '#contract/words/dot.ts';
import { LeftToRight } from '#src/components/kit/left-to-right.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import styles from './payment.module.css';

const sumOf = (rows: readonly { amountLAK: number }[]) =>
  rows.reduce((sum, { amountLAK }) => sum + amountLAK, 0);

/** Says what came: cash received, bank money to be verified, and the credit that was used. */
export function useReceivedWords(): (money: VisitMoney) => string[] {
  const { t } = useTranslation('payment');
  return ({ received, creditLAK }) => {
    const sums = [
      ['received', sumOf(received.filter(({ method }) => method === 'cash'))],
      ['pending', sumOf(received.filter(({ method }) => method !== 'cash'))],
      ['credit', creditLAK],
    ] as const;
    return sums.flatMap(([word, sum]) =>
      sum === 0 ? [] : t(`got.${word}`, { sum: formatNumber(sum) }),
    );
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
