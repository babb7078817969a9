import { useEffect, type Ref } from 'react';
import { useController } from 'react-hook-form';
import { fieldErrorText } from '#contract/field-errors.ts';
import { currentLanguage } from '#src/lib/text/i18n.ts';
import { useFormContextValue, type FieldBinding } from './form-context.ts';

/** The props of every form field. */
export type FieldProps<Value> = FieldBinding<Value> & { label: string; help?: string };

export type UsedField<Value> = {
  value: Value;
  change: (value: Value) => void;
  blur: () => void;
  ref: Ref<HTMLElement>;
  /** The value in words. */
  shown: () => string;
  /** In the person's language. */
  error: string | undefined;
};

/** Connects a field with its form. `show` formats its value for a comparison. */
export function useField<Value>(
  { name, label }: FieldProps<Value>,
  show: (value: Value) => string,
): UsedField<Value> {
  const { field, fieldState } = useController<Record<string, unknown>>({ name });
  const { describe } = useFormContextValue();
  useEffect(() => describe(name, { label, show: (value) => show(value as Value) }));
  const { type, message = '' } = fieldState.error ?? {};
  // The server's errors are words already; the shared schema's are codes.
  const words = type === 'server' ? message : fieldErrorText(message, currentLanguage());
  return {
    value: field.value as Value,
    change: field.onChange,
    blur: field.onBlur,
    ref: field.ref,
    shown: () => show(field.value as Value),
    error: fieldState.invalid ? words : undefined,
  };
}
