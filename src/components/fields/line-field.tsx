import { chakra } from '@chakra-ui/react/styled-system';
import type { ComponentProps, ReactNode, Ref } from 'react';
import { Input } from './controls.ts';
import { FieldFrame } from './field-frame.tsx';
import type { FieldProps, UsedField } from './use-field.ts';

type LineFieldProps<Value> = Pick<
  ComponentProps<typeof Input>,
  'type' | 'inputMode' | 'dir' | 'lang' | 'autoComplete'
> & {
  /** What the field that is made of this was given. */
  of: FieldProps<Value>;
  field: UsedField<Value>;
  /** The value as it reads in the box. */
  shown: string;
  onType: (text: string) => void;
  onLeave?: () => void;
  /** A button at the end of the box, with what it opens. */
  end?: ReactNode;
  /** A scanner may type into it; see `takesScan`. */
  'data-scan'?: true;
};

/**
 * One line to type in, with its label and error; what a value reads like is for the field that is
 * made of it.
 */
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
    <FieldFrame {...of} error={field.error}>
      {(control) => (
        <chakra.div position="relative" minWidth="0">
          <Input
            autoComplete="off"
            {...input}
            {...control}
            ref={field.ref as Ref<HTMLInputElement>}
            name={of.name}
            paddingInlineEnd={end === undefined ? undefined : 'control'}
            value={shown}
            onChange={(event) => onType(event.target.value)}
            onBlur={onLeave}
          />
          {end}
        </chakra.div>
      )}
    </FieldFrame>
  );
}
