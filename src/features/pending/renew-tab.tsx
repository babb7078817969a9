import { ArrowRight, Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PendingRenewal } from '#contract/classes/pending.ts';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { useCan } from '#src/lib/session/use-can.ts';
import { showDay } from '#src/lib/text/day.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { today } from '#src/lib/text/today.ts';
import styles from './pending.module.css';
import { PendingRow } from './pending-row.tsx';
import { QueuedPlace, useCalled } from './place-words.tsx';
import { deskPath } from '#src/entities/order/desk-path.ts';

const DAY_MS = 86_400_000;

/** Students whose prepaid period has ended or ends soon; nothing is billed automatically. */
export function RenewTab({ rows }: { rows: readonly PendingRenewal[] }) {
  const { t } = useTranslation('pending');
  const called = useCalled();
  const mayWrite = useCan('orders:write');
  const ageOf = (paidUntil: string) => {
    const late = Math.round((Date.parse(today()) - Date.parse(paidUntil)) / DAY_MS);
    if (late > 0) return t('renew.late', { count: late });
    return late === 0 ? t('renew.lastDay') : t('renew.left', { count: -late });
  };
  return (
    <ul className={styles.list}>
      {rows.map((row) => {
        const { _id, basis, paidUntil, price, currency } = row;
        return (
          <PendingRow
            key={_id}
            id={_id}
            name={called(row)}
            leadTone={paidUntil < today() ? 'late' : undefined}
            lead={[
              <bdi key="day" dir="ltr">
                {showDay(paidUntil)}
              </bdi>,
              ageOf(paidUntil),
            ]}
            what={<QueuedPlace place={row} />}
            sum={[`${showMoney(price, currency)} ${currency}`, t(`renew.per.${basis}`)]}
          >
            {mayWrite && (
              <LinkButton
                icon={ArrowRight}
                className={styles.go}
                isFlipped
                to={deskPath('bill', _id)}
                aria-label={`${t('toDesk')}: ${called(row)}`}
              >
                {t('toDesk')}
              </LinkButton>
            )}
          </PendingRow>
        );
      })}
      {rows.length > 0 && (
        <li className={`${styles.group} ${styles.note}`}>
          <Info aria-hidden size={16} />
          {t('renew.note')}
        </li>
      )}
    </ul>
  );
}
