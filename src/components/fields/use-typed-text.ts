import { useState } from 'react';
import { fieldErrorText } from '#contract/field-errors.ts';
import type { ReadNumber } from '#contract/words/typed-number.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';

/**
 * Text that cannot be read. It stays as typed, in the form and in its draft, until somebody
 * corrects it.
 */
export type UnreadText = string;

type TypedText<Value> = {
  /** Unreadable text is held as it is; the schema refuses it, so nothing is sent. */
  value: Value | UnreadText | null;
  change: (value: Value | UnreadText | null) => void;
  read: (text: string) => ReadNumber<Value>;
  show: (value: Value) => string;
};

/** The text for a value while nobody types: formatted, or as typed if it could not be read. */
export function standingText<Value>(
  value: Value | UnreadText | null,
  { read, show }: Pick<TypedText<Value>, 'read' | 'show'>,
): string {
  const held: ReadNumber<Value> = typeof value === 'string' ? read(value) : { value };
  if ('error' in held) return String(value);
  return held.value === null ? '' : show(held.value);
}

/**
 * Text in a box that stands for a value. It is rewritten only after the person has left the box,
 * because the caret would jump.
 */
export function useTypedText<Value>({ value, change, read, show }: TypedText<Value>) {
  const language = useLanguage();
  const [typed, setTyped] = useState<{ text: string; value: Value | UnreadText | null }>();
  const held: ReadNumber<Value> = typeof value === 'string' ? read(value) : { value };
  const isTyping = typed !== undefined && Object.is(typed.value, value);
  return {
    text: isTyping ? typed.text : standingText(value, { read, show }),
    type: (text: string) => {
      const found = read(text);
      const next = 'value' in found ? found.value : text;
      setTyped({ text, value: next });
      change(next);
    },
    leave: () => setTyped(undefined),
    isTyping,
    /** The reason why the text cannot be read, in words. */
    problem: 'error' in held ? fieldErrorText(held.error, language) : undefined,
  };
}
