import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayAsTyped, showDay } from '#src/lib/text/day.ts';
import { PlainField } from '#src/theme/plain-field.tsx';
import controls from '#src/theme/controls.module.css';
import styles from './account.module.css';

const isDay = (day: string | null): day is string => day !== null && /^\d{4}-\d\d-\d\d$/.test(day);

/** The last day of the month before `today`. */
export const endOfLastMonth = (today: string): string => new Date(Date.parse(`${today.slice(0, 7)}-01`) - 86_400_000).toISOString().slice(0, 10);

type AsOfProps = { asOf: string; today: string; onChange: (day: string) => void };

/** As of which day the account is read: today, the end of last month, or a day that somebody types. */
export function AsOf({ asOf, today, onChange }: AsOfProps) {
  const { t } = useTranslation('family-account');
  const [typed, setTyped] = useState<string | null>();
  const lastMonth = endOfLastMonth(today);
  const type = (text: string) => {
    const day = dayAsTyped(text);
    setTyped(text);
    if (isDay(day) && day <= today) onChange(day === today ? '' : day);
  };
  const choose = (day: string) => {
    setTyped(undefined);
    onChange(day);
  };
  return (
    <div className={styles.asOf}>
      <PlainField label={t('asOf')} inputMode="numeric" value={typed ?? showDay(asOf)} onChange={({ target }) => type(target.value)} onBlur={() => setTyped(undefined)} />
      <div className={controls.segments} role="group" aria-label={t('asOf')}>
        <button type="button" aria-pressed={asOf === today} onClick={() => choose('')}>
          {t('today')}
        </button>
        <button type="button" aria-pressed={asOf === lastMonth} onClick={() => choose(lastMonth)}>
          {t('endOf', { day: showDay(lastMonth) })}
        </button>
      </div>
    </div>
  );
}
