import { expect, it } from 'vitest';
import type { PriceCurrency } from '#contract/money/currencies.ts';
import { regrouped } from '#src/components/fields/group-typed.ts';

/** The box after an edit; `|` is the caret. */
const box = (
  [before, after]: readonly [string, string],
  currency: PriceCurrency = 'LAK',
  isForward = false,
) => {
  const { text, caret } = regrouped({
    before,
    currency,
    isForward,
    after: after.replace('|', ''),
    caret: after.indexOf('|'),
  });
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
};

/** The text after each key, typed at the end. */
const typed = (keys: string, currency: PriceCurrency = 'LAK') =>
  [...keys].reduce((text, key) => box([text, `${text}${key}|`], currency).replace('|', ''), '');

it('groups the thousands with every key', () => {
  expect(typed('1830000')).toBe('1,830,000');
  expect(typed('໑໘໓໐໐໐໐')).toBe('1,830,000');
  expect(typed('1250.5', 'USD')).toBe('1,250.5');
  expect(typed('0500')).toBe('500');
});

it.each([
  ['a digit in the middle', ['183,000', '189|3,000'], '1,89|3,000'],
  ['a digit in front', ['830,000', '1|830,000'], '1,|830,000'],
  ['a deleted digit', ['1,830,000', '1,|30,000'], '1|30,000'],
  ['a deleted mark, with the digit in front', ['1,830,000', '1|830,000'], '|830,000'],
  ['a replaced part', ['1,830,000', '1,9|0,000'], '19|0,000'],
  ['an emptied box', ['1,830', '|'], '|'],
] as const)('keeps the caret at %s', (_name, edit, shown) => {
  expect(box(edit)).toBe(shown);
});

it('deletes the digit behind a mark with the key for it', () => {
  expect(box(['1,830,000', '1|830,000'], 'LAK', true)).toBe('1|30,000');
});

it.each([
  ['1.830.000', 'LAK', '1,830,000'],
  ['1,830,000', 'LAK', '1,830,000'],
  ['໑.໘໓໐.໐໐໐', 'LAK', '1,830,000'],
  ['1830000', 'LAK', '1,830,000'],
  ['1.250,5', 'USD', '1,250.50'],
  ['1,500.000', 'LAK', '1,500.000'],
] as const)('reads a pasted %s in %s', (pasted, currency, shown) => {
  expect(box(['7', `${pasted}|`], currency)).toBe(`${shown}|`);
});

it('leaves marks that somebody types to the reader of the whole text', () => {
  for (const text of ['1.830.000', '1,830,000', '1 830 000', '12,50', '1,500.000'])
    expect(typed(text)).toBe(text);
  for (const text of ['12.345', '1 250,5']) expect(typed(text, 'USD')).toBe(text);
});
