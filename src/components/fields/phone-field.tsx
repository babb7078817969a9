import { formatPhone, toE164 } from '#contract/people/phone.ts';
import { LineField } from './line-field.tsx';
import { useField, type FieldProps } from './use-field.ts';

/** A phone number, shown as dialled within Laos and held as stored. */
export function PhoneField(props: FieldProps<string>) {
  const field = useField(props, formatPhone);
  return (
    <LineField
      of={props}
      field={field}
      type="tel"
      dir="ltr"
      shown={formatPhone(field.value)}
      onType={field.change}
      onLeave={() => {
        field.change(toE164(field.value) ?? field.value);
        field.blur();
      }}
    />
  );
}
