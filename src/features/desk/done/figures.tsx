import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { TenderMethod } from '#contract/orders/payments.ts';
import type { VisitAnswer } from '#contract/desk/visit-answers.ts';
import { Fact, Facts } from '#src/components/kit/facts.tsx';
import { Money } from '#src/components/kit/money.tsx';
import type { PaidOrder } from '#src/entities/payment/received-money.tsx';
import { tenderedLAK } from '#src/entities/payment/tenders.ts';
import type { SavedVisit } from '#src/features/desk/use-visit.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import styles from './done.module.css';
import { NotesToGive } from './notes-to-give.tsx';

/** The orders that money came for, the visit's own last. */
export const paidOrdersOf = ({ order, money }: VisitAnswer): PaidOrder[] => [
  ...(money?.paid ?? []),
  ...(order && order.paidLAK + order.pendingLAK > 0
    ? [
        {
          ...{ orderId: order._id, number: order.number },
          ...{ paidLAK: order.paidLAK, pendingLAK: order.pendingLAK },
          restLAK: order.totalLAK - order.paidLAK - order.pendingLAK,
        },
      ]
    : []),
];

const isCash = ({ method }: { method: TenderMethod }) => method === 'cash';

/** Received, paid, to be verified and still owed, over all orders of the visit. */
export function VisitSums({ done: { answer, priced } }: { done: SavedVisit }) {
  const { t } = useTranslation('desk');
  const { order } = answer;
  const orders = paidOrdersOf(answer);
  const sumOf = (sum: (order: PaidOrder) => number) =>
    orders.reduce((total, order) => total + sum(order), 0);
  const heldLAK = order?.state === 'held' ? order.totalLAK - order.paidLAK - order.pendingLAK : 0;
  // Bank money counts as received once it is seen on the account.
  const sums = [
    [t('done.received'), tenderedLAK({ ...priced, rows: priced.rows.filter(isCash) })],
    [t('done.paid'), sumOf(({ paidLAK }) => paidLAK)],
    [t('bar.verify'), sumOf(({ pendingLAK }) => pendingLAK)],
    [t('done.balance'), orders.length > 0 ? sumOf(({ restLAK }) => restLAK) : heldLAK],
  ] as const;
  if (orders.length === 0 && heldLAK === 0) return null;
  return (
    <Facts look="figures" label={t('done.sums')}>
      {sums.map(
        ([label, sum], at) =>
          (sum > 0 || at === sums.length - 1) && (
            <Fact key={label} label={label}>
              {formatNumber(sum)}
            </Fact>
          ),
      )}
    </Facts>
  );
}

/**
 * The change to give, large, and the notes for it: the last thing to do while the customer stands
 * there. Without change the sum that came in stands in its place.
 */
export function LargeFigure({ done: { answer, priced } }: { done: SavedVisit }) {
  const { t } = useTranslation('desk');
  const { change, money } = answer;
  const taken = tenderedLAK(priced);
  const hasCash = money?.received.some(isCash) ?? true;
  // A part of what came may be credit now, and credit may have paid besides.
  const isPaid = paidOrdersOf(answer).reduce((sum, { paidLAK }) => sum + paidLAK, 0) === taken;
  const word = !hasCash ? 'bar.verify' : isPaid ? 'done.paid' : 'done.received';
  if (change.length === 0)
    return taken === 0 ? null : (
      <div className={styles.change}>
        <span>{t(word)}</span>
        <b>
          <Money amount={taken} currency="LAK" />
        </b>
      </div>
    );
  return (
    <div className={styles.change}>
      <span>{t('done.give')}</span>
      {change.map(({ currency, amount }) => (
        <Fragment key={currency}>
          <b>
            <Money amount={amount} currency={currency} />
          </b>
          <small>
            <NotesToGive amount={amount} currency={currency} />
          </small>
        </Fragment>
      ))}
    </div>
  );
}
