import { CalendarPlus } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { MAX_HOLIDAYS, type AcademicTermInput } from '#contract/courses/academic-terms.ts';
import { holidayDays, type HolidayRange } from '#contract/courses/holiday-ranges.ts';
import { laoHolidays } from '#contract/courses/lao-holidays.ts';
import { DOT } from '#contract/words/dot.ts';
import { DateField } from '#src/components/fields/date-field.tsx';
import type { FieldOf } from '#src/components/fields/form-context.ts';
import { RowListField } from '#src/components/fields/row-list-field.tsx';
import { TextField } from '#src/components/fields/text-field.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { HelpText } from '#src/components/kit/field.tsx';
import { Row } from '#src/components/kit/layout.tsx';
import { showDay } from '#src/lib/text/day.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';

const ISO_DAY = /^\d{4}-\d\d-\d\d$/;
const noHoliday: HolidayRange = { date: '', until: null, name: '' };

/** `02/12/2026 National Day`, or `12/04/2027–18/04/2027 New Year`. */
const nameOf = ({ date, until, name }: HolidayRange) =>
  `${[date, until].filter(Boolean).map(showDay).join('–')} ${name}`.trim();

/** Adds the missing public holidays of the term, named in the person's language. */
function LaoHolidays() {
  const { t } = useTranslation('terms');
  const language = useLanguage();
  const { setValue, getValues } = useFormContext<AcademicTermInput>();
  const [from, to, listed] = useWatch<AcademicTermInput, ['startDate', 'endDate', 'holidays']>({
    name: ['startDate', 'endDate', 'holidays'],
  });
  const hasDays = ISO_DAY.test(from) && ISO_DAY.test(to) && from <= to;
  const known = new Set(holidayDays(listed).map(({ date }) => date));
  const missing = hasDays ? laoHolidays(from, to).filter(({ date }) => !known.has(date)) : [];
  const add = () => {
    const added = missing.map(({ date, ...names }) => ({
      date,
      until: null,
      name: names[language],
    }));
    const holidays = [...getValues('holidays'), ...added].toSorted((a, b) =>
      a.date < b.date ? -1 : 1,
    );
    setValue('holidays', holidays, { shouldDirty: true });
  };
  return (
    <Row gap={3} isWide>
      <Button
        icon={CalendarPlus}
        onClick={add}
        disabled={missing.length === 0 || listed.length + missing.length > MAX_HOLIDAYS}
      >
        {t('addLaoHolidays')}
      </Button>
      <div aria-live="polite">
        <HelpText>
          {hasDays && missing.length === 0
            ? t('laoHolidaysNone')
            : missing.map((day) => `${showDay(day.date)} ${day[language]}`).join(DOT)}
        </HelpText>
      </div>
    </Row>
  );
}

/** The days of a term on which no class meets. */
export function HolidayRows({ field }: { field: FieldOf<AcademicTermInput> }) {
  const { t } = useTranslation('terms');
  return (
    <>
      <LaoHolidays />
      <RowListField
        {...field('holidays')}
        label={t('section.holidays')}
        addLabel={t('addHoliday')}
        itemLabel={t('holiday')}
        nameOf={nameOf}
        blank={noHoliday}
        max={MAX_HOLIDAYS}
      >
        {(day) => (
          <>
            <DateField {...day('date')} label={t('date')} help={t('dateHelp')} />
            <DateField {...day('until')} label={t('holidayUntil')} help={t('holidayUntilHelp')} />
            <TextField {...day('name')} label={t('holidayName')} />
          </>
        )}
      </RowListField>
    </>
  );
}
