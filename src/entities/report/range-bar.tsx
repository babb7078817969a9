import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { DayRanges, dayRanges, type DayRange } from '#src/components/fields/day-ranges.tsx';
import { useDayBox } from '#src/components/fields/use-day-box.ts';
import { Button } from '#src/components/kit/button.tsx';
import { InputBox } from '#src/components/kit/field.tsx';
import { showDay } from '#src/lib/text/day.ts';
import { today } from '#src/lib/text/today.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import page from './report-page.module.css';
import styles from './report.module.css';

const DAY = /^\d{4}-\d\d-\d\d$/;

/** The range in the address; this month by default. */
export function useRange(): { range: DayRange; setRange: (range: DayRange) => void } {
  const [params, setParams] = useSearchParams();
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  const range =
    DAY.test(from) && DAY.test(to) && from <= to ? { from, to } : dayRanges.month(today());
  const setRange = (next: DayRange) =>
    setParams((before) => new URLSearchParams({ ...Object.fromEntries(before), ...next }), {
      replace: true,
    });
  return { range, setRange };
}

/** The days of a range, for a paper. */
export const rangeText = ({ from, to }: DayRange) => `${showDay(from)} – ${showDay(to)}`;

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
function RangeBar({ range, setRange }: ReturnType<typeof useRange>) {
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

/** The days as a chip in the row of filters, which opens the choice below the row. */
export function RangeChip(bar: ReturnType<typeof useRange>) {
  const { t } = useTranslation('report');
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        className={page.days}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span>{t('range.days')}</span> <b>{rangeText(bar.range)}</b>
        <ChevronDown aria-hidden size={16} strokeWidth={1.75} />
      </Button>
      <div id={id} className={page.opened} hidden={!isOpen}>
        {isOpen && <RangeBar {...bar} />}
      </div>
    </>
  );
}

/** The row of filters of a report that only its days limit. */
export const RangeRow = (bar: ReturnType<typeof useRange>) => (
  <div className={page.chips}>
    <RangeChip {...bar} />
  </div>
);
