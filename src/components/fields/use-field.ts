import { useEffect, type Ref } from 'react';
import { useController } from 'react-hook-form';
import { fieldErrorText } from '#contract/field-errors.ts';
import { currentLanguage } from '#src/lib/text/i18n.ts';
import { useFormContextValue, type FieldBinding } from './form-context.ts';

/** What every field of a form takes, besides what makes it the field it is. */
export type FieldProps<Value> = FieldBinding<Value> & { label: string; help?: string };

export type UsedField<Value> = {
  value: Value;
  change: (value: Value) => void;
  blur: () => void;
  ref: Ref<HTMLElement>;
  /** In the person's language. */
  error: string | undefined;
};

/** Connects one field with its form. `show` is how a value of it reads in a comparison. */
export function useField<Value>(
  { name, label }: FieldProps<Value>,
  show: (value: Value) => string,
): UsedField<Value> {
  const { field, fieldState } = useController<Record<string, unknown>>({ name });
  const { describe } = useFormContextValue();
  useEffect(() => describe(name, { label, show: (value) => show(value as Value) }));
  const { type, message = '' } = fieldState.error ?? {};
  // The server answers in words already; the schema, which is shared with it, in codes.
  const words = type === 'server' ? message : fieldErrorText(message, currentLanguage());
  return {
    value: field.value as Value,
    change: field.onChange,
    blur: field.onBlur,
    ref: field.ref,
    error: fieldState.invalid ? words : undefined,
  };
}
