import { dayAsTyped, showDay } from '#src/lib/day.ts';
import { LineField } from './line-field.tsx';
import { useField, type FieldProps } from './use-field.ts';

/**
 * A day, typed and shown as 21/11/2026 and held as `2026-11-21`; what is no day yet is held as it was typed. The
 * browser's own picker shows days in the order of the device's language, and a birthday is many pages back in it.
 */
export function DateField(props: FieldProps<string | null>) {
  const field = useField(props, showDay);
  return (
    <LineField
      of={props}
      field={field}
      inputMode="numeric"
      dir="ltr"
      shown={showDay(field.value)}
      onType={(text) => field.change(dayAsTyped(text))}
    />
  );
}
