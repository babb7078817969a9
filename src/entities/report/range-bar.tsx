import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Button } from '#src/components/kit/button.tsx';
import { showDay } from '#src/lib/text/day.ts';
import { dayRanges, type DayRange } from '#src/lib/text/day-ranges.ts';
import { today } from '#src/lib/text/today.ts';
import page from './report-page.module.css';

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

const RangeBoxes = lazy(async () => ({
  default: (await import('./range-boxes.tsx')).RangeBoxes,
}));

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
        {isOpen && (
          <Suspense>
            <RangeBoxes {...bar} />
          </Suspense>
        )}
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
