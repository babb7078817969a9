import type { Ref } from 'react';
import { Tick } from '#src/components/kit/tick.tsx';
import { FieldFrame } from './field-frame.tsx';
import styles from './fields.module.css';
import type { Option } from './select-field.tsx';
import { useField, type FieldProps } from './use-field.ts';

type CheckListFieldProps = FieldProps<string[]> & {
  options: readonly Option<string>[];
  titled?: boolean;
};

/** Several of a few values, all visible. */
export function CheckListField({ options, ...props }: CheckListFieldProps) {
  const labelsOf = (values: string[]) =>
    options.flatMap(({ value, label }) => (values.includes(value) ? label : []));
  const field = useField(props, (values) => labelsOf(values).join(', '));
  // A new form whose schema has no default has no value yet.
  const chosen = Array.isArray(field.value) ? field.value : [];
  return (
    <FieldFrame {...props} field={field} wide isBare>
      {({ id, 'aria-describedby': about, 'aria-invalid': isInvalid }) => (
        <div
          id={id}
          role="group"
          aria-label={props.label}
          aria-describedby={about}
          className={styles.checks}
        >
          {options.map(({ value, label }, index) => (
            <Tick
              key={value}
              ref={index === 0 ? (field.ref as Ref<HTMLInputElement>) : undefined}
              name={props.name}
              data-invalid={(index === 0 && isInvalid) || undefined}
              checked={chosen.includes(value)}
              onChange={({ target }) =>
                field.change(
                  target.checked ? [...chosen, value] : chosen.filter((other) => other !== value),
                )
              }
              onBlur={field.blur}
            >
              {label}
            </Tick>
          ))}
        </div>
      )}
    </FieldFrame>
  );
}
