import { useTranslation } from 'react-i18next';
import { Segments } from '#src/components/kit/segments.tsx';
import { dayRanges, type DayRange } from '#src/lib/text/day-ranges.ts';
import { today } from '#src/lib/text/today.ts';

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
