import { ArrowRight, FileText, RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { PendingLapse } from '#contract/classes/pending.ts';
import { deskPath } from '#src/entities/order/desk-path.ts';
import { orderPath } from '#src/entities/order/order-path.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { formatDate, formatNumber, formatTime } from '#src/lib/text/format.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import controls from '#src/theme/controls.module.css';
import styles from './pending.module.css';
import { PendingRow } from './pending-row.tsx';
import { Place, useCalled, useSeatWords } from './place-words.tsx';

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
                  <Place key={place.enrolmentId} place={place} more={[seatWords(place)]} />
                ))}
                {kept && <small>{`+ ${kept}`}</small>}
              </>
            }
            sumTone={creditLAK > 0 ? 'good' : undefined}
            sum={
              orderId === null
                ? ['', '']
                : [formatNumber(creditLAK), t(creditLAK > 0 ? 'lapsed.credit' : 'lapsed.nothing')]
            }
          >
            {orderId !== null && (
              <Link
                className={controls.icon}
                to={orderPath(orderId)}
                aria-label={`${t('openOrder')}: ${number}`}
              >
                <FileText aria-hidden size={18} />
              </Link>
            )}
            {mayWrite && (
              <Link
                className={`${controls.button} ${styles.go}`}
                to={orderId === null ? deskPath('bill', _id) : deskPath('renew', orderId)}
                aria-label={`${t(isFull ? 'lapsed.queue' : 'lapsed.renew')}: ${name}`}
              >
                {isFull ? (
                  <ArrowRight aria-hidden size={16} />
                ) : (
                  <RotateCcw aria-hidden size={16} />
                )}
                {t(isFull ? 'lapsed.queue' : 'lapsed.renew')}
              </Link>
            )}
          </PendingRow>
        );
      })}
    </ul>
  );
}
