import { Check, CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DayRecord } from '#contract/money/days.ts';
import { CHECK_LETTERS } from '#contract/words/paper-code.ts';
import panels from '#src/entities/drawer/drawer-parts.module.css';
import { receiptPath } from '#src/entities/order/order-path.ts';
import {
  checkText,
  formatDate,
  formatDateTime,
  formatNumber,
  formatTime,
} from '#src/lib/text/format.ts';
import { historyPath } from '#src/features/payment-history/history-path.ts';
import { usePayerName } from '#src/lib/text/person-name.ts';
import styles from './days.module.css';

function Before({ day }: { day: DayRecord }) {
  const { t } = useTranslation('days');
  const { inTheWay, totals } = day;
  return (
    <section className={panels.panel} aria-labelledby="day-before">
      <header>
        <h2 id="day-before">{t('before')}</h2>
      </header>
      <ul className={styles.checks}>
        {inTheWay.map(({ _id, drawerName, day: of, closedAt }) => (
          <li key={_id} data-tone="bad">
            <CircleAlert aria-hidden size={16} />
            <Link to={historyPath('drawers', _id)}>
              {t(closedAt === null ? 'stillOpen' : 'stillToAccept', {
                name: drawerName,
                day: formatDate(of),
              })}
            </Link>
          </li>
        ))}
        {inTheWay.length === 0 && (
          <li>
            <Check aria-hidden size={16} />
            {t('allCounted')}
          </li>
        )}
        {totals.slips.length > 0 && (
          <li data-tone="wait">
            <CircleAlert aria-hidden size={16} />
            {t('slipsStay', { count: totals.slips.length })}
          </li>
        )}
        {day.closesWith.length > 0 && (
          <li data-tone="wait">
            <CircleAlert aria-hidden size={16} />
            {t('closesWith', {
              days: day.closesWith.slice(-7).map(formatDate).join(', '),
              count: day.closesWith.length,
            })}
          </li>
        )}
      </ul>
    </section>
  );
}

function Receipts({ day: { totals } }: { day: DayRecord }) {
  const { t } = useTranslation('days');
  const { receipts, chain } = totals;
  const rows = [
    [t('first'), receipts.first ?? t('noneToday')],
    [t('last'), receipts.last ?? t('noneToday')],
    [t('count'), formatNumber(receipts.count)],
    [t('chain'), formatNumber(chain.length)],
    [
      t('check'),
      chain.head === '' ? t('noneToday') : checkText(chain.head.slice(0, CHECK_LETTERS)),
    ],
  ] as const;
  return (
    <section className={panels.panel} aria-labelledby="day-numbers">
      <header>
        <h2 id="day-numbers">{t('receipts')}</h2>
      </header>
      <dl className={styles.facts}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi dir="ltr">{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/**
 * The last receipts of the day, of every method, because bank payments alone appear in no drawer.
 */
function LastReceipts({ day: { receipts } }: { day: DayRecord }) {
  const payerName = usePayerName();
  const { t } = useTranslation(['days', 'drawer']);
  if (receipts.length === 0) return null;
  return (
    <section className={panels.panel} aria-labelledby="day-last">
      <header>
        <h2 id="day-last">{t('lastReceipts')}</h2>
      </header>
      <table className={panels.table}>
        <tbody>
          {receipts.map(({ number, at, amountLAK, isVoid, ...payer }) => (
            <tr key={number}>
              <td>
                <Link className={panels.link} to={receiptPath(number)}>
                  {number}
                </Link>
                <small>
                  {[formatTime(at), payerName(payer), isVoid && t('drawer:isVoid')]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </td>
              <td data-end>
                <bdi dir="ltr">{formatNumber(amountLAK)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Actions({ day: { acts } }: { day: DayRecord }) {
  const { t } = useTranslation('days');
  if (acts.length === 0) return null;
  return (
    <section className={panels.panel} aria-labelledby="day-acts">
      <header>
        <h2 id="day-acts">{t('acts')}</h2>
      </header>
      <ul className={styles.checks}>
        {acts.map(({ _id, act, by, at, reason }) => (
          <li key={_id}>
            {[t(`act.${act}`), formatDateTime(at), by, reason].filter(Boolean).join(' · ')}
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * The obstacles to closing the day, its receipt numbers, and the people who closed and reopened it.
 */
export function DayAside({ day }: { day: DayRecord }) {
  return (
    <aside className={styles.stack}>
      {day.state !== 'closed' && <Before day={day} />}
      <Receipts day={day} />
      <Actions day={day} />
      <LastReceipts day={day} />
    </aside>
  );
}
