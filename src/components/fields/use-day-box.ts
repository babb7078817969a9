import { useState } from 'react';
import { fieldErrorText } from '#contract/field-errors.ts';
import { readDay, type ReadDay } from '#contract/typed-day.ts';
import { showDay } from '#src/lib/text/day.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';

type DayBox = {
  /** The day that counts; empty for none. */
  day: string;
  onDay: (day: string) => void;
  /** The last day that is taken. */
  atMost?: string;
  /**
   * A day counts while it is typed, or only when the box is left: `1/12/20` may yet become
   * `1/12/2026`.
   */
  takes?: 'typed' | 'left';
};

function readUpTo(text: string, atMost: string | undefined): ReadDay {
  const read = readDay(text);
  const isLate =
    'value' in read && read.value !== null && atMost !== undefined && read.value > atMost;
  return isLate ? { error: `notAfter:${showDay(atMost)}` } : read;
}

/**
 * A day in a box outside a form. The text is never rewritten while somebody types; what is no day
 * leaves the last one in force, stays as it was typed, and says why once the box is left.
 */
export function useDayBox({ day, onDay, atMost, takes = 'typed' }: DayBox) {
  const language = useLanguage();
  const [typed, setTyped] = useState<{ text: string; over: string; isLeft: boolean }>();
  // Once the box is left, a day that was chosen elsewhere takes the place of a text that is none.
  const held = typed && (!typed.isLeft || typed.over === day) ? typed : undefined;
  const read = readUpTo(held?.text ?? '', atMost);
  const dayOf = (found: ReadDay) => ('value' in found ? (found.value ?? '') : day);
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
