import { ClockAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Money } from '#src/components/kit/money.tsx';
import { Unseen } from '#src/components/kit/unseen.tsx';
import styles from './owed-sum.module.css';

/** What the family of a student owes in kip: nothing is muted, something overdue has the clock. */
export function OwedSum({
  owedLAK,
  isLate = false,
}: {
  owedLAK: number;
  isLate?: boolean | undefined;
}) {
  const { t } = useTranslation('people');
  if (owedLAK === 0)
    return (
      <span className={styles.nothing} data-part="zero">
        0
      </span>
    );
  return (
    <span className={styles.sum} data-late={isLate || undefined}>
      {isLate && <ClockAlert aria-hidden size={14} strokeWidth={1.75} />}
      <Money amount={owedLAK} currency="LAK" isBare isStrong {...(isLate && { tone: 'bad' })} />
      {isLate && <Unseen> {t('overdue')}</Unseen>}
    </span>
  );
}
