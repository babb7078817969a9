import type { ReactNode } from 'react';
import { FieldFrame } from './field-frame.tsx';
import styles from './fields.module.css';
import type { Option } from './select-field.tsx';
import { useField, type FieldProps } from './use-field.ts';

type ChoiceFieldProps<Value> = FieldProps<Value> & {
  options: readonly Option<Value>[];
  /** Called before the choice is in the form. */
  onChoose?: (value: Value) => void;
  /** Draws a value before its label; the choices then stand apart and wrap. */
  draw?: (value: Value) => ReactNode;
};

/** One of a few values, all visible. */
export function ChoiceField<Value extends string | number>({
  options,
  onChoose,
  draw,
  ...props
}: ChoiceFieldProps<Value>) {
  const field = useField(
    props,
    (value) => options.find((option) => option.value === value)?.label ?? '',
  );
  return (
    <FieldFrame {...props} field={field} wide={draw !== undefined} isBare>
      {(control) => (
        <div
          {...control}
          role="radiogroup"
          aria-label={props.label}
          className={styles.choices}
          data-apart={draw && 'true'}
        >
          {options.map((option) => (
            <label key={option.value}>
              <input
                type="radio"
                name={props.name}
                checked={field.value === option.value}
                onChange={() => {
                  onChoose?.(option.value);
                  field.change(option.value);
                }}
                onBlur={field.blur}
              />
              {draw?.(option.value)}
              {option.label}
            </label>
          ))}
        </div>
      )}
    </FieldFrame>
  );
}
