import { useTranslation } from 'react-i18next';
import { MAX_UNAVAILABILITIES, type TeacherInput } from '#contract/teachers.ts';
import type { FieldOf } from '#src/components/form/form-context.ts';
import { FormSection } from '#src/components/form/form-section.tsx';
import { RowListField } from '#src/components/form/row-list-field.tsx';
import { SelectField } from '#src/components/form/select-field.tsx';
import { TextField } from '#src/components/form/text-field.tsx';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const morning = { weekday: 1, start: '08:00', end: '11:30' };

/** When a teacher cannot teach, week by week. */
export function TeacherTimes({ field }: { field: FieldOf<TeacherInput> }) {
  const { t } = useTranslation('teachers');
  const days = WEEKDAYS.map((value) => ({ value, label: t(`weekdays.${value as 1}`) }));
  return (
    <FormSection title={t('section.unavailability')} hint={t('unavailabilityHint')}>
      <RowListField
        {...field('unavailability')}
        label={t('section.unavailability')}
        addLabel={t('addTime')}
        itemLabel={t('time')}
        nameOf={({ weekday, start, end }) => `${t(`weekdays.${weekday as 1}`)} ${start}–${end}`}
        blank={morning}
        max={MAX_UNAVAILABILITIES}
      >
        {(time) => (
          <>
            <SelectField {...time('weekday')} label={t('weekday')} options={days} />
            <TextField {...time('start')} label={t('from')} />
            <TextField {...time('end')} label={t('to')} />
          </>
        )}
      </RowListField>
    </FormSection>
  );
}
