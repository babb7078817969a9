import type { ReactNode } from 'react';
import type { PriceCurrency } from '#contract/money/currencies.ts';
import type { ReadNumber } from '#contract/words/typed-number.ts';
import { typedAmount } from './group-typed.ts';
import { LineField } from './line-field.tsx';
import { useField, type FieldProps } from './use-field.ts';
import { standingText, useTypedText, type UnreadText } from './use-typed-text.ts';

type TypedFieldProps<Value> = {
  of: FieldProps<Value | null>;
  inputMode: 'numeric' | 'decimal';
  read: (text: string) => ReadNumber<Value>;
  show: (value: Value) => string;
  /** Groups the thousands of an amount of this currency while it is typed. */
  grouped?: PriceCurrency;
  /** The value while nothing is typed. */
  blank?: '' | null;
  /** The error of an empty field. */
  asks?: string | undefined;
  /** A button at the end of the box, with its popup. */
  end?: ReactNode;
};

/**
 * A number or a day of a form, typed as text. Unreadable text stays as typed, with an error as soon
 * as the field is left.
 */
export function TypedField<Value>({
  of,
  inputMode,
  read,
  show,
  grouped,
  blank = null,
  asks,
  end,
}: TypedFieldProps<Value>) {
  const field = useField<Value | UnreadText | null>(
    of as FieldProps<Value | UnreadText | null>,
    (value) => standingText(value, { read, show }),
  );
  const typed = useTypedText({
    value: field.value,
    change: (value) => field.change(value ?? blank),
    read,
    show,
  });
  const refused = typed.isTyping && field.error === undefined ? undefined : typed.problem;
  const asked = field.value === null ? asks : undefined;
  return (
    <LineField
      of={of}
      field={{ ...field, error: refused ?? field.error ?? asked }}
      inputMode={inputMode}
      dir="ltr"
      shown={typed.text}
      end={end}
      onType={(text, event) =>
        typed.type(grouped === undefined ? text : typedAmount(typed.text, event, grouped))
      }
      onLeave={() => {
        typed.leave();
        field.blur();
      }}
    />
  );
}
