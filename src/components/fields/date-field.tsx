import { CalendarDays } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { readDay } from '#contract/words/typed-day.ts';
import { IconButton } from '#src/components/kit/button.tsx';
import { showDay } from '#src/lib/text/day.ts';
import { TypedField } from './typed-field.tsx';
import type { FieldProps } from './use-field.ts';

// Lazy, because most days are typed and the calendar weighs more than a form may.
const DayCalendar = lazy(async () => ({
  default: (await import('./day-calendar.tsx')).DayCalendar,
}));

/**
 * A day, typed and shown as 21/11/2026 and held as `2026-11-21`. Text that is no day is held as
 * typed, with an error. The calendar is for days near today: a birthday would be many pages back.
 */
export function DateField(props: FieldProps<string | null>) {
  const { t } = useTranslation();
  const { getValues, setValue, clearErrors, setFocus } = useFormContext<Record<string, unknown>>();
  const [isOpen, open] = useState(false);
  const held = getValues(props.name);
  const read = readDay(typeof held === 'string' ? held : '');
  const close = () => {
    open(false);
    setFocus(props.name);
  };
  return (
    <TypedField
      of={props}
      inputMode="numeric"
      read={readDay}
      show={showDay}
      end={
        <>
          <IconButton
            icon={CalendarDays}
            label={t('form.calendar', { field: props.label })}
            aria-expanded={isOpen}
            onClick={() => open(!isOpen)}
          />
          {isOpen && (
            <Suspense>
              <DayCalendar
                label={props.label}
                day={'value' in read ? read.value : null}
                onClose={close}
                onChoose={(day) => {
                  setValue(props.name, day, { shouldDirty: true });
                  clearErrors(props.name);
                  close();
                }}
              />
            </Suspense>
          )}
        </>
      }
    />
  );
}
