import type { ComponentProps, Ref } from 'react';
import { Input } from './controls.ts';
import { FieldFrame } from './field-frame.tsx';
import type { FieldProps, UsedField } from './use-field.ts';

type LineFieldProps<Value> = Pick<ComponentProps<typeof Input>, 'type' | 'inputMode' | 'dir' | 'lang' | 'autoComplete'> & {
  /** What the field that is made of this was given. */
  of: FieldProps<Value>;
  field: UsedField<Value>;
  /** The value as it reads in the box. */
  shown: string;
  onType: (text: string) => void;
  onLeave?: () => void;
};

/** One line to type in, with its label and error; what a value reads like is for the field that is made of it. */
export function LineField<Value>({ of, field, shown, onType, onLeave = field.blur, ...input }: LineFieldProps<Value>) {
  return (
    <FieldFrame {...of} error={field.error}>
      {(control) => (
        <Input
          autoComplete="off"
          {...input}
          {...control}
          ref={field.ref as Ref<HTMLInputElement>}
          name={of.name}
          value={shown}
          onChange={(event) => onType(event.target.value)}
          onBlur={onLeave}
        />
      )}
    </FieldFrame>
  );
}
