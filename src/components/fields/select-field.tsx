import { lazy, Suspense, useEffect, useRef, type Ref } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { InputBox } from '#src/components/kit/field.tsx';
import type { Adding } from './add-inline.tsx';
import { FieldFrame } from './field-frame.tsx';
import styles from './fields.module.css';
import { useField, type FieldProps } from './use-field.ts';

/** A value of a field, with its label. */
export type Option<Value> = { value: Value; label: string };

// Lazy, because most lists already contain the wanted value.
const AddInline = lazy(async () => ({ default: (await import('./add-inline.tsx')).AddInline }));

/** Chooses the only value there is; it counts as the form's initial value, not as typed. */
function useOnlyOption(name: string, value: unknown, only: unknown) {
  const { resetField } = useFormContext<Record<string, unknown>>();
  const isOpen = value === '' || value === null || value === undefined;
  useEffect(() => {
    if (isOpen && only !== undefined) resetField(name, { defaultValue: only });
  }, [isOpen, only, name, resetField]);
}

/**
 * Takes the chosen value back when `deciding` has become another and the value is not offered for
 * it; otherwise it would be sent from a field that looks empty.
 */
function useStillOffered(deciding: string | undefined, isOffered: boolean, clear: () => void) {
  const last = useRef(deciding);
  useEffect(() => {
    const before = last.current;
    last.current = deciding;
    // Without one of the two the form is only being filled, or its lists are loading.
    if (before && deciding && before !== deciding && !isOffered) clear();
  });
}

/**
 * One value out of many, or none if optional, in the browser's own select, which works on every
 * device.
 */
export function SelectField<Value extends string | number | null>({
  options,
  adding,
  decidedBy,
  ...props
}: FieldProps<Value> & {
  options: readonly Option<Exclude<Value, null>>[];
  /** Lets a person add a missing value from here. */
  adding?: Adding;
  /** The value of another field that decides what is offered; undefined while a list loads. */
  decidedBy?: string | undefined;
}) {
  const { t } = useTranslation();
  const labelOf = (value: Value) => options.find((option) => option.value === value)?.label ?? '';
  const field = useField(props, labelOf);
  useOnlyOption(
    props.name,
    field.value,
    props.required && options.length === 1 ? options[0]?.value : undefined,
  );
  const isOffered = !field.value || options.some(({ value }) => value === field.value);
  useStillOffered(decidedBy, isOffered, () => field.change(null as Value));
  return (
    <FieldFrame
      {...props}
      // A value whose name is not here is not said to be missing.
      field={{ ...field, shown: () => labelOf(field.value) || (field.value ? '…' : '') }}
      isBare
    >
      {(control) => (
        <div className={styles.select} data-wraps={options.length === 0 || undefined}>
          <InputBox>
            <select
              {...control}
              ref={field.ref as Ref<HTMLSelectElement>}
              name={props.name}
              value={field.value ?? ''}
              onChange={(event) => {
                const chosen = options.find(
                  (option) => String(option.value) === event.target.value,
                );
                if (chosen) field.change(chosen.value);
                else if (!props.required) field.change(null as Value);
              }}
              onBlur={field.blur}
            >
              {(labelOf(field.value) === '' || !props.required) && (
                <option value="">{t(props.required ? 'form.choose' : 'form.none')}</option>
              )}
              {options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </select>
          </InputBox>
          <Suspense>
            {adding && (
              <AddInline
                {...adding}
                isFirst={options.length === 0}
                onAdded={(id) => field.change(id as Value)}
              />
            )}
          </Suspense>
        </div>
      )}
    </FieldFrame>
  );
}
