import { ArrowRight, FileText, RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PendingLapse } from '#contract/classes/pending.ts';
import { IconLink, LinkButton } from '#src/components/kit/link-button.tsx';
import { deskPath } from '#src/entities/order/desk-path.ts';
import { orderPath } from '#src/entities/order/order-path.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { formatDate, formatNumber, formatTime } from '#src/lib/text/format.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import styles from './pending.module.css';
import { PendingRow } from './pending-row.tsx';
import { QueuedPlace, useCalled, useSeatWords } from './place-words.tsx';

/** Lapsed holds, newest first; one press opens the desk with the same lines at today's prices. */
export function LapsedTab({ rows }: { rows: readonly PendingLapse[] }) {
  const { t } = useTranslation('pending');
  const language = useLanguage();
  const [called, seatWords] = [useCalled(), useSeatWords()];
  const mayWrite = useCan('orders:write');
  return (
    <ul className={styles.list}>
      {rows.map(({ _id, orderId, number, at, places, goods, creditLAK }) => {
        const isFull = places.some(({ seatsTaken, capacity }) => seatsTaken >= capacity);
        const name = places.map((place) => called(place)).join(', ');
        const kept = goods.map((one) => (language === 'lo' ? one.nameLo : one.nameEn)).join(', ');
        return (
          <PendingRow
            key={_id}
            id={_id}
            name={name}
            lead={[formatDate(at), formatTime(at)]}
            what={
              <>
                {places.map((place) => (
                  <QueuedPlace key={place.enrolmentId} place={place} more={[seatWords(place)]} />
                ))}
                {kept && <small>{`+ ${kept}`}</small>}
              </>
            }
            sumTone={creditLAK > 0 ? 'good' : undefined}
            sum={
              orderId === null
                ? ['', '']
                : creditLAK > 0
                  ? [formatNumber(creditLAK), t('lapsed.credit')]
                  : ['', t('lapsed.nothing')]
            }
          >
            {orderId !== null && (
              <IconLink
                icon={FileText}
                to={orderPath(orderId)}
                label={`${t('openOrder')}: ${number}`}
              />
            )}
            {mayWrite && (
              <LinkButton
                icon={isFull ? ArrowRight : RotateCcw}
                className={styles.go}
                to={orderId === null ? deskPath('bill', _id) : deskPath('renew', orderId)}
                aria-label={`${t(isFull ? 'lapsed.queue' : 'lapsed.renew')}: ${name}`}
              >
                {t(isFull ? 'lapsed.queue' : 'lapsed.renew')}
              </LinkButton>
            )}
          </PendingRow>
        );
      })}
    </ul>
  );
}
