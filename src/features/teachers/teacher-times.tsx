import { useTranslation } from 'react-i18next';
import { MAX_UNAVAILABILITIES, type TeacherInput } from '#contract/people/teachers.ts';
import type { FieldOf } from '#src/components/fields/form-context.ts';
import { FormSection } from '#src/components/fields/form-section.tsx';
import { RowListField } from '#src/components/fields/row-list-field.tsx';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { TextField } from '#src/components/fields/text-field.tsx';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const morning = { weekday: 1, start: '08:00', end: '11:30' };

/** The weekly times at which a teacher cannot teach. */
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
