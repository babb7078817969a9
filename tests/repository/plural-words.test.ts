import { expect, it } from 'vitest';
import { namespacesOf, textsOf } from './locale-files.ts';

/**
 * A number and, at most three words behind it, a word that may be a plural: `2 of 12 seats left`.
 */
const COUNTED =
  /\{\{\w+\}\}(?:<\/?\w+>)?[ -](?:[a-z]+[ -]){0,3}?([a-z]*[^s\W]s|people|children)\b/giu;
/** Words in `s` that are no plurals, and verbs behind a name. */
const NO_PLURALS = new Set([
  'as',
  'has',
  'is',
  'its',
  'this',
  'us',
  'was',
  'answers',
  'becomes',
  'counts',
  'ends',
  'holds',
  'moves',
  'owes',
  'stays',
  'takes',
  'waits',
]);
/** No number, or never the number one, stands in front of these; with the reason. */
const EXCEPTIONS: Record<string, string> = {
  'class-overview:band': 'two times: “12:00–13:00 no sessions”',
  'reports:compare.on.previous': 'a change in words: “+3 on the previous period”',
  'allocation:said.back': 'the number is the code of a class: “E1-A removed from the changes”',
  'transfers:holdUntil': 'a day: “Ends on … if nobody decides”',
};

const hasCounted = (text: string) =>
  [...text.matchAll(COUNTED)].some(([, noun = '']) => !NO_PLURALS.has(noun.toLowerCase()));

function wrongAtOne(namespace: string): string[] {
  return [...textsOf('en', namespace)]
    .filter(([key, text]) => !/_(one|other)$/.test(key) && hasCounted(text))
    .map(([key]) => `${namespace}:${key}`);
}

it('finds a counted thing that has no word for one of it', () => {
  expect(
    [
      '{{n}} hours',
      'Full, {{n}} seats',
      '{{n}} of {{of}} slips confirmed',
      '{{n}} open waiting people',
    ].filter((text) => !hasCounted(text)),
  ).toEqual([]);
  expect(
    [
      '{{name}} is here',
      '{{sum}} LAK stays as credit',
      '{{room}} holds only {{count}}',
      '{{n}} left',
      '{{n}} class',
    ].filter(hasCounted),
  ).toEqual([]);
});

it.each(namespacesOf('en'))('%s says one of a thing as well as several of it', (namespace) => {
  expect(wrongAtOne(namespace).filter((key) => !(key in EXCEPTIONS))).toEqual([]);
});

it.each(namespacesOf('en'))(
  '%s has both words of every count, and they differ only where English does',
  (namespace) => {
    const texts = textsOf('en', namespace);
    const alone = [...texts.keys()].filter(
      (key) =>
        (key.endsWith('_one') && !texts.has(key.replace(/_one$/, '_other'))) ||
        (key.endsWith('_other') && !texts.has(key.replace(/_other$/, '_one'))),
    );
    expect(alone).toEqual([]);
    const single = [...texts]
      .filter(
        ([key, text]) =>
          key.endsWith('_one') &&
          /\{\{(?:count|n)\}\} (?!(?:is|was|has|class)\b)[a-z]+s\b/i.test(text),
      )
      .map(([key]) => key);
    expect(single).toEqual([]);
  },
);

it('keeps no exception that nothing needs', () => {
  const needed = namespacesOf('en').flatMap(wrongAtOne);
  expect(Object.keys(EXCEPTIONS).filter((key) => !needed.includes(key))).toEqual([]);
});
