import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { openParts } from '#contract/orders/instalments.ts';
import type { OrderPage } from '#contract/orders/order-page.ts';
import { formatPhone } from '#contract/people/phone.ts';
import { Mark } from '#src/components/kit/mark.tsx';
import { type OrderAct, familyPath } from '#src/entities/order/order-path.ts';
import { useMayAct } from '#src/features/orders/use-may-act.ts';
import styles from '#src/features/orders/orders.module.css';
import { formatNumber, shortMoment } from '#src/lib/text/format.ts';
import { showDay } from '#src/lib/text/day.ts';
import { usePayerName } from '#src/lib/text/person-name.ts';
import { today } from '#src/lib/text/today.ts';

/** The due dates of the bill, with the part of each that is still open. */
export function DuePanel({ order, onAct }: { order: OrderPage; onAct: (act: OrderAct) => void }) {
  const { t } = useTranslation('orders');
  const may = useMayAct(order);
  const parts = openParts(order.plan, order).filter(({ amountLAK }) => amountLAK > 0);
  if (parts.length === 0 || order.state !== 'confirmed') return null;
  return (
    <section className={styles.panel} aria-labelledby="order-due">
      <header>
        <h2 id="order-due">{t('due.title')}</h2>
        {may.plan && (
          <button type="button" className={styles.link} onClick={() => onAct('plan')}>
            {t('due.change')}
          </button>
        )}
      </header>
      <div className={styles.inside}>
        <dl>
          {parts.map(({ dueOn, amountLAK, paidLAK, pendingLAK, openLAK }, at) => (
            <div key={at} style={{ display: 'contents' }}>
              <dt className={openLAK > 0 && dueOn < today() ? styles.late : undefined}>
                <bdi dir="ltr">{showDay(dueOn)}</bdi>
              </dt>
              <dd>
                <bdi dir="ltr">{formatNumber(amountLAK)}</bdi>
                {paidLAK > 0 && (
                  <small>
                    {openLAK === 0 && pendingLAK === 0
                      ? t('due.paid')
                      : t('due.partPaid', { sum: formatNumber(paidLAK) })}
                  </small>
                )}
                {pendingLAK > 0 && (
                  <small>{t('due.pending', { sum: formatNumber(pendingLAK) })}</small>
                )}
                {openLAK > 0 && openLAK < amountLAK && (
                  <small>{t('due.open', { sum: formatNumber(openLAK) })}</small>
                )}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

/** The payer, with their total debt and credit. */
export function PayerPanel({ order: { payer } }: { order: OrderPage }) {
  const payerName = usePayerName();
  const { t } = useTranslation('orders');
  return (
    <section className={styles.panel} aria-labelledby="order-payer">
      <header>
        <h2 id="order-payer">{t('payer.title')}</h2>
        {payer._id !== null && (
          <Link className={styles.link} to={familyPath(payer._id)}>
            {t('payer.account')}
          </Link>
        )}
      </header>
      <div className={styles.inside}>
        <strong>{payerName({ payerName: payer.name, payerNameEn: payer.nameEn })}</strong>
        {payer.phone !== '' && (
          <a className={styles.link} href={`tel:${payer.phone}`}>
            <bdi dir="ltr">{formatPhone(payer.phone)}</bdi>
          </a>
        )}
        <small>
          {payer.kind === 'walkIn'
            ? t('payer.walkIn')
            : t('payer.owes', { sum: formatNumber(payer.owedLAK) })}
        </small>
        {payer.creditLAK > 0 && (
          <small>{t('payer.credit', { sum: formatNumber(payer.creditLAK) })}</small>
        )}
      </div>
    </section>
  );
}

/** Refund requests of the family; finance decides on them. */
export function RefundsPanel({ order: { refundRequests } }: { order: OrderPage }) {
  const { t } = useTranslation('orders');
  if (refundRequests.length === 0) return null;
  return (
    <section className={styles.panel} aria-labelledby="order-refunds">
      <header>
        <h2 id="order-refunds">{t('refunds.title')}</h2>
      </header>
      <ul className={styles.timeline}>
        {refundRequests.map(({ _id, amountLAK, reason, state, at, by, decision }) => (
          <li key={_id}>
            <bdi dir="ltr">{formatNumber(amountLAK)}</bdi>{' '}
            <Mark label={t(`refunds.states.${state}`)} tone={state === 'open' ? 'new' : 'off'} />
            <small>
              {[`${shortMoment(at)} · ${by}`, reason, decision].filter(Boolean).join(' · ')}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}
