import { useTranslation } from 'react-i18next';
import { addDays } from '#contract/dates.ts';
import { useDayBox } from '#src/components/fields/use-day-box.ts';
import { Row } from '#src/components/kit/layout.tsx';
import { Segments } from '#src/components/kit/segments.tsx';
import { PlainField } from '#src/components/kit/plain-field.tsx';
import { showDay } from '#src/lib/text/day.ts';

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
    <Row gap={3} align="end">
      <PlainField
        label={t('asOf')}
        inputMode="numeric"
        value={box.value}
        error={box.error}
        onChange={({ target }) => box.type(target.value)}
        onBlur={box.take}
      />
      <Segments
        label={t('asOf')}
        options={[
          { value: '', label: t('today') },
          { value: lastMonth, label: t('endOf', { day: showDay(lastMonth) }) },
        ]}
        value={asOf === today ? '' : asOf === lastMonth ? lastMonth : undefined}
        onChoose={onChange}
      />
    </Row>
  );
}
