import { useState } from 'react';
import { fieldErrorText } from '#contract/field-errors.ts';
import { readDay, type TypedDay } from '#contract/words/typed-day.ts';
import { showDay } from '#src/lib/text/day.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';

type DayBox = {
  /** The day in force; empty for none. */
  day: string;
  onDay: (day: string) => void;
  /** The last allowed day. */
  atMost?: string;
  /**
   * When a day takes effect: while typing, or on leaving the box, because `1/12/20` may yet become
   * `1/12/2026`.
   */
  takes?: 'typed' | 'left';
};

function readUpTo(text: string, atMost: string | undefined): TypedDay {
  const read = readDay(text);
  const isLate =
    'value' in read && read.value !== null && atMost !== undefined && read.value > atMost;
  return isLate ? { error: `notAfter:${showDay(atMost)}` } : read;
}

/**
 * A day in a box outside a form. The text is never rewritten while somebody types. Text that is no
 * day leaves the last day in force, stays as typed, and shows an error once the box is left.
 */
export function useDayBox({ day, onDay, atMost, takes = 'typed' }: DayBox) {
  const language = useLanguage();
  const [typed, setTyped] = useState<{ text: string; over: string; isLeft: boolean }>();
  // Once the box is left, a day chosen elsewhere replaces text that is no day.
  const held = typed && (!typed.isLeft || typed.over === day) ? typed : undefined;
  const read = readUpTo(held?.text ?? '', atMost);
  const dayOf = (found: TypedDay) => ('value' in found ? (found.value ?? '') : day);
  const take = () => {
    if (held === undefined) return;
    if (dayOf(read) !== day) onDay(dayOf(read));
    setTyped('error' in read ? { ...held, over: day, isLeft: true } : undefined);
  };
  return {
    value: held?.text ?? showDay(day),
    error: held?.isLeft && 'error' in read ? fieldErrorText(read.error, language) : undefined,
    take,
    type: (text: string) => {
      const next = dayOf(readUpTo(text, atMost));
      setTyped({ text, over: next, isLeft: false });
      if (takes === 'typed' && next !== day) onDay(next);
    },
  };
}
