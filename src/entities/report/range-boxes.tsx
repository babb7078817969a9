import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { DayRanges } from '#src/components/fields/day-ranges.tsx';
import { useDayBox } from '#src/components/fields/use-day-box.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { InputBox } from '#src/components/kit/field.tsx';
import type { DayRange } from '#src/lib/text/day-ranges.ts';
import type { useRange } from './range-bar.tsx';
import styles from './report.module.css';

/** A typed day; it takes effect when the field is left. */
function DayBox({
  label,
  day,
  onDay,
}: {
  label: string;
  day: string;
  onDay: (day: string) => void;
}) {
  const id = useId();
  const box = useDayBox({ day, onDay: (chosen) => onDay(chosen || day), takes: 'left' });
  return (
    <label>
      <span>{label}</span>
      <InputBox>
        <input
          inputMode="numeric"
          autoComplete="off"
          aria-invalid={box.error !== undefined}
          aria-describedby={box.error && id}
          value={box.value}
          onChange={({ target }) => box.type(target.value)}
          onBlur={box.take}
          onKeyDown={({ key }) => key === 'Enter' && box.take()}
        />
      </InputBox>
      {box.error && (
        <ErrorText as="span" id={id} role="status">
          {box.error}
        </ErrorText>
      )}
    </label>
  );
}

/** Two days, and buttons for the most frequent ranges. */
export function RangeBoxes({ range, setRange }: ReturnType<typeof useRange>) {
  const { t } = useTranslation('report');
  const set = (key: keyof DayRange, day: string) => {
    const next = { ...range, [key]: day };
    setRange(next.from <= next.to ? next : { from: day, to: day });
  };
  return (
    <div className={styles.range} role="group" aria-label={t('range.label')}>
      <DayBox label={t('range.from')} day={range.from} onDay={(day) => set('from', day)} />
      <DayBox label={t('range.to')} day={range.to} onDay={(day) => set('to', day)} />
      <DayRanges range={range} onChoose={setRange} />
    </div>
  );
}
