import { useState } from 'react';
import { formatRate } from '#src/lib/format.ts';
import { LineField } from './line-field.tsx';
import { useField, type FieldProps } from './use-field.ts';

/** A whole number; empty is nothing, which the schema asks for where one is needed. */
export function NumberField(props: FieldProps<number | null>) {
  const field = useField(props, (value) => (value === null ? '' : String(value)));
  return (
    <LineField
      of={props}
      field={field}
      inputMode="numeric"
      shown={field.value === null ? '' : String(field.value)}
      onType={(text) => {
        const digits = text.replace(/\D/g, '');
        field.change(digits === '' ? null : Number(digits));
      }}
    />
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
    <LineField
      of={props}
      field={field}
      inputMode="decimal"
      dir="ltr"
      shown={isTyping ? typed : shown}
      onType={(text) => {
        setTyped(text);
        field.change(withoutGroups(text));
      }}
      onLeave={() => {
        setTyped(undefined);
        field.blur();
      }}
    />
  );
}
