import { useTranslation } from 'react-i18next';
import { addDays } from '#contract/dates.ts';
import { Segments } from '#src/components/kit/segments.tsx';
import { today } from '#src/lib/text/today.ts';

/** Two days, both included. */
export type DayRange = { from: string; to: string };

const BEFORE_DAY = 8;
const monthOf = (day: string) => `${day.slice(0, BEFORE_DAY)}01`;

/** Ranges that people often ask for; each ends today or on the last day of a month. */
export const dayRanges = {
  today: (now: string): DayRange => ({ from: now, to: now }),
  week: (now: string): DayRange => ({ from: addDays(now, -6), to: now }),
  month: (now: string): DayRange => ({ from: monthOf(now), to: now }),
  lastMonth: (now: string): DayRange => ({
    from: monthOf(addDays(monthOf(now), -1)),
    to: addDays(monthOf(now), -1),
  }),
} as const;
const names = Object.keys(dayRanges) as (keyof typeof dayRanges)[];

type DayRangesProps = {
  range: { [End in keyof DayRange]: string | undefined };
  onChoose: (range: DayRange) => void;
};

/** Buttons for the most frequent ranges; the one that is in force is pressed. */
export function DayRanges({ range, onChoose }: DayRangesProps) {
  const { t } = useTranslation('report');
  const now = today();
  return (
    <Segments
      label={t('range.label')}
      options={names.map((name) => ({ value: name, label: t(`range.${name}`) }))}
      value={names.find((name) => {
        const { from, to } = dayRanges[name](now);
        return from === range.from && to === range.to;
      })}
      onChoose={(name) => onChoose(dayRanges[name](now))}
    />
  );
}
