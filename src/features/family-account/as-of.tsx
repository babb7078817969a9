import { useTranslation } from 'react-i18next';
import { addDays } from '#contract/dates.ts';
import { useDayBox } from '#src/components/fields/use-day-box.ts';
import { PlainField } from '#src/components/kit/plain-field.tsx';
import { showDay } from '#src/lib/text/day.ts';
import controls from '#src/theme/controls.module.css';
import styles from './account.module.css';

/** The last day of the month before `today`. */
export const endOfLastMonth = (today: string): string => addDays(`${today.slice(0, 7)}-01`, -1);

type AsOfProps = { asOf: string; today: string; onChange: (day: string) => void };

/** The date of the account: today, the end of last month, or a typed day. */
export function AsOf({ asOf, today, onChange }: AsOfProps) {
  const { t } = useTranslation('family-account');
  const lastMonth = endOfLastMonth(today);
  const box = useDayBox({
    day: asOf,
    onDay: (day) => onChange(day === today ? '' : day),
    atMost: today,
  });
  return (
    <div className={styles.asOf}>
      <PlainField
        label={t('asOf')}
        inputMode="numeric"
        value={box.value}
        error={box.error}
        onChange={({ target }) => box.type(target.value)}
        onBlur={box.take}
      />
      <div className={controls.segments} role="group" aria-label={t('asOf')}>
        <button type="button" aria-pressed={asOf === today} onClick={() => onChange('')}>
          {t('today')}
        </button>
        <button type="button" aria-pressed={asOf === lastMonth} onClick={() => onChange(lastMonth)}>
          {t('endOf', { day: showDay(lastMonth) })}
        </button>
      </div>
    </div>
  );
}
