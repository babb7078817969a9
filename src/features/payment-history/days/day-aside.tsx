import { Check, CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DayRecord } from '#contract/money/days.ts';
import { CHECK_LETTERS } from '#contract/words/paper-code.ts';
import { DOT } from '#contract/words/dot.ts';
import { Facts, Fact } from '#src/components/kit/facts.tsx';
import { LeftToRight } from '#src/components/kit/left-to-right.tsx';
import { Panel, PanelList } from '#src/components/kit/panel.tsx';
import { SmallTable } from '#src/components/kit/small-table.tsx';
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
import styles from '#src/features/payment-history/payment-history.module.css';

function Before({ day }: { day: DayRecord }) {
  const { t } = useTranslation('days');
  const { inTheWay, totals } = day;
  return (
    <Panel id="day-before" title={t('before')}>
      <PanelList>
        {inTheWay.map(({ _id, drawerName, day: of, closedAt }) => (
          <li key={_id} className={styles.check}>
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
          <li className={styles.check}>
            <Check aria-hidden size={16} />
            {t('allCounted')}
          </li>
        )}
        {totals.slips.length > 0 && (
          <li className={styles.check}>
            <CircleAlert aria-hidden size={16} />
            {t('slipsStay', { count: totals.slips.length })}
          </li>
        )}
        {day.closesWith.length > 0 && (
          <li className={styles.check}>
            <CircleAlert aria-hidden size={16} />
            {t('closesWith', {
              days: day.closesWith.slice(-7).map(formatDate).join(', '),
              count: day.closesWith.length,
            })}
          </li>
        )}
      </PanelList>
    </Panel>
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
    <Panel id="day-numbers" title={t('receipts')}>
      <Facts>
        {rows.map(([name, value]) => (
          <Fact key={name} label={name}>
            <LeftToRight>{value}</LeftToRight>
          </Fact>
        ))}
      </Facts>
    </Panel>
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
    <Panel id="day-last" title={t('lastReceipts')}>
      <SmallTable>
        <tbody>
          {receipts.map(({ number, at, amountLAK, isVoid, ...payer }) => (
            <tr key={number}>
              <td>
                <Link to={receiptPath(number)}>{number}</Link>
                <small>
                  {[formatTime(at), payerName(payer), isVoid && t('drawer:isVoid')]
                    .filter(Boolean)
                    .join(DOT)}
                </small>
              </td>
              <td data-end>
                <bdi dir="ltr">{formatNumber(amountLAK)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </Panel>
  );
}

function Actions({ day: { acts } }: { day: DayRecord }) {
  const { t } = useTranslation('days');
  if (acts.length === 0) return null;
  return (
    <Panel id="day-acts" title={t('acts')}>
      <PanelList>
        {acts.map(({ _id, act, by, at, reason }) => (
          <li key={_id}>
            {[t(`act.${act}`), formatDateTime(at), by, reason].filter(Boolean).join(DOT)}
          </li>
        ))}
      </PanelList>
    </Panel>
  );
}

/**
 * The obstacles to closing the day, its receipt numbers, and the people who closed and reopened it.
 */
export function DayAside({ day }: { day: DayRecord }) {
  return (
    <>
      {day.state !== 'closed' && <Before day={day} />}
      <Receipts day={day} />
      <Actions day={day} />
      <LastReceipts day={day} />
    </>
  );
}
