import { expect, it } from 'vitest';
import { searchWords } from '#contract/words/search-words.ts';

it.each([
  // The last digits of a code are no number abroad: `0005` would find every code that contains it.
  ['000005', [['000005']]],
  ['001234', [['001234']]],
  ['000', [['000']]],
  ['00856', [['00856', '856']]],
  ['00856-20', [['00856-20', '85620']]],
  ['(020) 5551', [['(020)', '020'], ['5551']]],
])('takes 00 off %j only before the number of a country', (typed, words) => {
  expect(searchWords(typed)).toEqual(words);
});
