import { useState, type Ref } from 'react';
import { formatRate } from '#src/lib/format.ts';
import { Input } from './controls.ts';
import { FieldFrame } from './field-frame.tsx';
import { useField, type FieldProps } from './use-field.ts';

/** A whole number; empty is nothing, which the schema then asks for. */
export function NumberField(props: FieldProps<number>) {
  const field = useField<number | null>({ ...props, holds: null }, String);
  return (
    <FieldFrame {...props} error={field.error}>
      {(control) => (
        <Input
          {...control}
          ref={field.ref as Ref<HTMLInputElement>}
          inputMode="numeric"
          name={props.name}
          autoComplete="off"
          value={field.value ?? ''}
          onChange={(event) => {
            const digits = event.target.value.replace(/\D/g, '');
            field.change(digits === '' ? null : Number(digits));
          }}
          onBlur={field.blur}
        />
      )}
    </FieldFrame>
  );
}

const withoutGroups = (text: string) => text.replace(/[\s,]/g, '');

/** A decimal held as text, never as a float; grouped by thousands once it has been typed. */
export function RateField(props: FieldProps<string>) {
  const field = useField(props, formatRate);
  const [typed, setTyped] = useState<string>();
  // Grouping under the fingers would move the caret, so what is being typed stays as it is.
  const isTyping = typed !== undefined && withoutGroups(typed) === field.value;
  const shown = /^\d+(\.\d+)?$/.test(field.value) ? formatRate(field.value) : field.value;
  return (
    <FieldFrame {...props} error={field.error}>
      {(control) => (
        <Input
          {...control}
          ref={field.ref as Ref<HTMLInputElement>}
          inputMode="decimal"
          name={props.name}
          dir="ltr"
          autoComplete="off"
          value={isTyping ? typed : shown}
          onChange={(event) => {
            setTyped(event.target.value);
            field.change(withoutGroups(event.target.value));
          }}
          onBlur={() => {
            setTyped(undefined);
            field.blur();
          }}
        />
      )}
    </FieldFrame>
  );
}
