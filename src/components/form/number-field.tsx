import { Input } from '@chakra-ui/react/input';
import { useState, type Ref } from 'react';
import { formatRate } from '#src/lib/format.ts';
import { FieldFrame } from './field-frame.tsx';
import { useField, type FieldProps } from './use-field.ts';

/** A whole number; empty is nothing, which the schema then asks for. */
export function NumberField(props: FieldProps<number>) {
  const field = useField<number | null>({ ...props, holds: null }, String);
  return (
    <FieldFrame {...props} error={field.error}>
      <Input
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
    </FieldFrame>
  );
}

/** A decimal held as text, never as a float; grouped by thousands while nobody is typing in it. */
export function RateField(props: FieldProps<string>) {
  const field = useField(props, formatRate);
  const [typing, setTyping] = useState(false);
  const isPlain = /^\d+(\.\d+)?$/.test(field.value);
  return (
    <FieldFrame {...props} error={field.error}>
      <Input
        ref={field.ref as Ref<HTMLInputElement>}
        inputMode="decimal"
        name={props.name}
        dir="ltr"
        autoComplete="off"
        value={typing || !isPlain ? field.value : formatRate(field.value)}
        onFocus={() => setTyping(true)}
        onChange={(event) => field.change(event.target.value.replace(/[\s,]/g, ''))}
        onBlur={() => {
          setTyping(false);
          field.blur();
        }}
      />
    </FieldFrame>
  );
}
