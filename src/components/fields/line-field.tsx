import type { ChangeEvent, ComponentProps, ReactNode, Ref } from 'react';
import { FieldFrame } from './field-frame.tsx';
import type { FieldProps, UsedField } from './use-field.ts';

type LineFieldProps<Value> = Pick<
  ComponentProps<'input'>,
  'type' | 'inputMode' | 'dir' | 'lang' | 'autoComplete'
> & {
  /** The props of the field built on this one. */
  of: FieldProps<Value>;
  field: UsedField<Value>;
  /** The value as shown in the box. */
  shown: string;
  onType: (text: string, event: ChangeEvent<HTMLInputElement>) => void;
  onLeave?: () => void;
  /** A button at the end of the box, with its popup. */
  end?: ReactNode;
  /** Keeps a scanned code as its text; see `keepsScan`. */
  'data-scan'?: 'text';
};

/** One line to type in, with its label and error; the field built on it formats the value. */
export function LineField<Value>({
  of,
  field,
  shown,
  onType,
  onLeave = field.blur,
  end,
  ...input
}: LineFieldProps<Value>) {
  return (
    <FieldFrame {...of} field={field} isLtr={input.dir === 'ltr'}>
      {(control) => (
        <>
          <input
            autoComplete="off"
            {...input}
            {...control}
            ref={field.ref as Ref<HTMLInputElement>}
            name={of.name}
            value={shown}
            onChange={(event) => onType(event.target.value, event)}
            onBlur={onLeave}
          />
          {end}
        </>
      )}
    </FieldFrame>
  );
}
