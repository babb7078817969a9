import type { ChangeEvent } from 'react';
import { decimalsOf, type PriceCurrency } from '#contract/money/currencies.ts';
import { plainDigits, readAmount } from '#contract/words/typed-number.ts';
import { showMoney } from '#src/lib/text/money.ts';

/** The text with its thousands grouped, even while it ends in a decimal mark. */
export const groupDigits = (text: string): string =>
  text.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));

const bare = (text: string) => text.replaceAll(',', '');

type Edit = {
  before: string;
  after: string;
  /** The place of the caret behind the edit. */
  caret: number;
  currency: PriceCurrency;
  /** True for the key that deletes what stands behind the caret. */
  isForward?: boolean;
};
type Grouped = { text: string; caret: number };

/** The digits on both sides of the caret after an edit; a deleted mark takes its digit along. */
function digitsBeside({ before, after, caret, isForward = false }: Edit) {
  const behind = after.slice(caret);
  const touched = before.slice(0, before.length - behind.length);
  const typedText = after.slice(0, caret);
  let same = 0;
  while (same < touched.length && touched[same] === typedText[same]) same += 1;
  const [added, removed] = [typedText.slice(same), touched.slice(same)];
  const [left, right] = [bare(touched.slice(0, same)) + plainDigits(added), bare(behind)];
  if (added !== '' || removed !== ',') return { added, left, right };
  return isForward
    ? { added, left, right: right.slice(1) }
    : { added, left: left.slice(0, -1), right };
}

/**
 * An amount with its thousands grouped after each key, and the caret beside the same digits. A text
 * in which somebody sets marks stays as it is typed, because the next key says what they mean; one
 * that is pasted shows the amount that it is read as.
 */
export function regrouped(edit: Edit): Grouped {
  const { before, after, caret, currency } = edit;
  const asTyped = { text: after, caret };
  if (before !== groupDigits(bare(before))) return asTyped;
  const { added, left, right } = digitsBeside(edit);
  const places = decimalsOf(currency);
  const digits = left + right;
  const form = places === 0 ? /^\d*$/ : new RegExp(`^(\\d+(\\.\\d{0,${places}})?)?$`);
  if (form.test(digits) && !/\s/.test(added)) {
    const text = groupDigits(digits.replace(/^0+(?=\d)/, ''));
    let at = text.length;
    for (let rest = right.length; rest > 0 && at > 0; at -= 1) if (text[at - 1] !== ',') rest -= 1;
    return { text, caret: at };
  }
  const read = added.length > 1 ? readAmount(after, currency) : undefined;
  if (read === undefined || 'error' in read || read.value === null) return asTyped;
  const text = showMoney(read.value, currency);
  return { text, caret: text.length };
}

/** The text of a box for an amount after a key, grouped in the box so that its caret stays. */
export function typedAmount(
  before: string,
  { target, nativeEvent }: ChangeEvent<HTMLInputElement>,
  currency: PriceCurrency,
): string {
  const { value: after, selectionStart } = target;
  const isForward = nativeEvent instanceof InputEvent && nativeEvent.inputType.endsWith('Forward');
  const { text, caret } = regrouped({
    before,
    after,
    currency,
    isForward,
    caret: selectionStart ?? after.length,
  });
  if (text !== after) {
    target.value = text;
    target.setSelectionRange(caret, caret);
  }
  return text;
}
