import type { Ref } from 'react';
import { formatPhone, toE164 } from '#contract/phone.ts';
import { Input } from './controls.ts';
import { FieldFrame } from './field-frame.tsx';
import { useField, type FieldProps } from './use-field.ts';

/** A phone number, shown as it is dialled at home and held as it is stored. */
export function PhoneField(props: FieldProps<string>) {
  const field = useField(props, formatPhone);
  return (
    <FieldFrame {...props} error={field.error}>
      {(control) => (
        <Input
          {...control}
          ref={field.ref as Ref<HTMLInputElement>}
          type="tel"
          name={props.name}
          dir="ltr"
          autoComplete="off"
          value={formatPhone(field.value)}
          onChange={(event) => field.change(event.target.value)}
          onBlur={() => {
            field.change(toE164(field.value) ?? field.value);
            field.blur();
          }}
        />
      )}
    </FieldFrame>
  );
}
