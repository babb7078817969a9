import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { TenderMethod } from '#contract/orders/payments.ts';
import { handBackOf, type VisitAnswer } from '#contract/desk/visit-answers.ts';
import { Fact, Facts } from '#src/components/kit/facts.tsx';
import { Money } from '#src/components/kit/money.tsx';
import type { PaidOrder } from '#src/entities/payment/received-money.tsx';
import { tenderedLAK } from '#src/entities/payment/tenders.ts';
import type { SavedVisit } from '#src/features/desk/use-visit.ts';
import { isOfFamily } from '#src/features/desk/visit-people.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { showSum } from '#src/lib/text/money.ts';
import styles from './done.module.css';
import { NotesToGive } from './notes-to-give.tsx';

/** The orders that money came for, the visit's own last. */
export const paidOrdersOf = ({ order, money }: VisitAnswer): PaidOrder[] => [
  ...(money?.paid ?? []),
  ...(order && order.paidLAK + order.pendingLAK > 0
    ? [
        {
          orderId: order._id,
          number: order.number,
          paidLAK: order.paidLAK,
          pendingLAK: order.pendingLAK,
          restLAK: order.totalLAK - order.paidLAK - order.pendingLAK,
        },
      ]
    : []),
];

const isCash = ({ method }: { method: TenderMethod }) => method === 'cash';

/**
 * The sums of the visit over all its orders: the total with its rounding, what was handed over, the
 * change, what is paid and to be verified, and what is still owed.
 */
export function VisitSums({ done: { answer, priced } }: { done: SavedVisit }) {
  const { t } = useTranslation('desk');
  const { order } = answer;
  const orders = paidOrdersOf(answer);
  const sumOf = (sum: (order: PaidOrder) => number) =>
    orders.reduce((total, order) => total + sum(order), 0);
  const heldLAK = order?.state === 'held' ? order.totalLAK - order.paidLAK - order.pendingLAK : 0;
  const { roundingLAK } = priced;
  const totalLAK = priced.dueLAK + priced.creditLAK + roundingLAK;
  const paidLAK = sumOf(({ paidLAK }) => paidLAK);
  // Bank money counts as received once it is seen on the account.
  const sums = [
    [t('bar.total'), totalLAK === paidLAK && roundingLAK === 0 ? 0 : totalLAK],
    [t('done.received'), tenderedLAK({ ...priced, rows: priced.rows.filter(isCash) })],
    [t('bar.change'), priced.change.reduce((sum, { amountLAK }) => sum + amountLAK, 0)],
    [t('done.paid'), paidLAK],
    [t('bar.verify'), sumOf(({ pendingLAK }) => pendingLAK)],
    [t('done.balance'), orders.length > 0 ? sumOf(({ restLAK }) => restLAK) : heldLAK],
  ] as const;
  if (orders.length === 0 && heldLAK === 0) return null;
  return (
    <Facts look="figures" label={t('done.sums')}>
      {sums.map(
        ([label, sum], at) =>
          (sum > 0 || at === sums.length - 1) && (
            <Fact
              key={label}
              label={label}
              note={
                at === 0 &&
                roundingLAK !== 0 && (
                  <>
                    {t('pay.rounding')}{' '}
                    <Money amount={roundingLAK} currency="LAK" isBare isSigned />
                  </>
                )
              }
            >
              {formatNumber(sum)}
            </Fact>
          ),
      )}
    </Facts>
  );
}

/** The older orders of the family that this visit paid nothing of, which stay owed. */
export function OwedBesides({ done: { answer, sent } }: { done: SavedVisit }) {
  const { t } = useTranslation('payment');
  const paid = new Set(answer.money?.paid.map(({ orderId }) => orderId));
  const owed = isOfFamily(sent)
    ? (sent.family?.owed ?? []).filter(({ orderId }) => !paid.has(orderId))
    : [];
  const sum = owed.reduce((total, { balanceLAK }) => total + balanceLAK, 0);
  return sum > 0 && <p>{t('owedBesides', { sum: formatNumber(sum) })}</p>;
}

/** The change to give, large, and the notes for it. */
export function ChangeToGive({ change }: { change: VisitAnswer['change'] }) {
  const { t } = useTranslation('desk');
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

/** What the buyer already had when the cash was taken offline: the change and the goods. */
export function GivenBefore({ done: { answer, sent } }: { done: SavedVisit }) {
  const { t } = useTranslation('desk');
  if (!sent.taken) return null;
  const change = sent.taken.change.map(({ amount, currency }) => showSum(amount, currency));
  const pieces = answer.order?.givenPieces ?? 0;
  return [
    change.length > 0 && t('done.changeGiven', { money: change.join(' + ') }),
    pieces > 0 && t('done.handedOver', { count: pieces }),
  ].map(
    (words) =>
      words !== false && (
        <p key={words} className={styles.about}>
          {words}
        </p>
      ),
  );
}

/**
 * The change to give: the last thing to do while the customer stands
 * there. Without change what came in stands in its place, in its own currency.
 */
export function LargeFigure({ done: { answer, priced, sent } }: { done: SavedVisit }) {
  const { t } = useTranslation('desk');
  const { money } = answer;
  // Cash that was taken offline was changed at once, so none is given when the visit is sent.
  const change = sent.taken ? [] : answer.change;
  const taken = tenderedLAK(priced);
  const hasCash = money?.received.some(isCash) ?? true;
  // A part of what came may be credit now, and credit may have paid besides.
  const isPaid = paidOrdersOf(answer).reduce((sum, { paidLAK }) => sum + paidLAK, 0) === taken;
  const word = !hasCash ? 'bar.verify' : isPaid ? 'done.paid' : 'done.received';
  if (change.length > 0) return <ChangeToGive change={change} />;
  if (taken === 0) return null;
  const sums = handBackOf(
    priced.rows.map(({ currency, tendered }) => ({ currency, amount: tendered })),
    [],
  );
  return (
    <div className={styles.change}>
      <span>{t(word)}</span>
      {sums.map(({ currency, amount }) => (
        <b key={currency}>
          <Money amount={amount} currency={currency} />
        </b>
      ))}
      {sums.some(({ currency }) => currency !== 'LAK') && (
        <small>
          <bdi dir="ltr">= {showSum(taken, 'LAK')}</bdi>
        </small>
      )}
    </div>
  );
}
