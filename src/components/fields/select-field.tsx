import { chakra } from '@chakra-ui/react/styled-system';
import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useEffect, type Ref } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Adding } from './add-inline.tsx';
import { Select } from './controls.ts';
import { FieldFrame } from './field-frame.tsx';
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
 * One value out of many, or none if optional, in the browser's own select, which works on every
 * device.
 */
export function SelectField<Value extends string | number | null>({
  options,
  adding,
  ...props
}: FieldProps<Value> & {
  options: readonly Option<Exclude<Value, null>>[];
  /** Lets a person add a missing value from here. */
  adding?: Adding;
}) {
  const { t } = useTranslation();
  const labelOf = (value: Value) => options.find((option) => option.value === value)?.label ?? '';
  const field = useField(props, labelOf);
  useOnlyOption(
    props.name,
    field.value,
    props.required && options.length === 1 ? options[0]?.value : undefined,
  );
  return (
    <FieldFrame {...props} error={field.error}>
      {(control) => (
        <chakra.div display="flex" flexWrap={options.length === 0 ? 'wrap' : 'nowrap'} gap="2">
          <chakra.div position="relative" flex="1 1 160px" minWidth="0">
            <Select
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
            </Select>
            <chakra.span
              position="absolute"
              insetBlock="0"
              insetInlineEnd="3"
              display="grid"
              placeItems="center"
              color="fg.muted"
              pointerEvents="none"
            >
              <ChevronDown aria-hidden size={16} strokeWidth={1.75} />
            </chakra.span>
          </chakra.div>
          <Suspense>
            {adding && (
              <AddInline
                {...adding}
                isFirst={options.length === 0}
                onAdded={(id) => field.change(id as Value)}
              />
            )}
          </Suspense>
        </chakra.div>
      )}
    </FieldFrame>
  );
}
