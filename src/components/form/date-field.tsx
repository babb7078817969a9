import type { Ref } from 'react';
import { dayAsTyped, showDay } from '#src/lib/day.ts';
import { Input } from './controls.ts';
import { FieldFrame } from './field-frame.tsx';
import { useField, type FieldProps } from './use-field.ts';

/**
 * A day, typed and shown as 21/11/2026 and held as `2026-11-21`; what is no day yet is held as it was typed. The
 * browser's own picker shows days in the order of the device's language, and a birthday is many pages back in it.
 */
export function DateField(props: FieldProps<string | null>) {
  const field = useField(props, showDay);
  return (
    <FieldFrame {...props} error={field.error}>
      {(control) => (
        <Input
          {...control}
          ref={field.ref as Ref<HTMLInputElement>}
          inputMode="numeric"
          name={props.name}
          dir="ltr"
          autoComplete="off"
          value={showDay(field.value)}
          onChange={(event) => field.change(dayAsTyped(event.target.value))}
          onBlur={field.blur}
        />
      )}
    </FieldFrame>
  );
}
