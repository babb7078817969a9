import { expect, it } from 'vitest';
import { namespacesOf, textsOf } from './locale-files.ts';

/** Names and abbreviations that Lao writes in Latin letters too. */
const SAME_IN_BOTH = ['LINE', 'BranchDesk', 'Facebook', 'English', 'Lao', 'WhatsApp'];

const placeholders = (text = '') =>
  [...text.matchAll(/\{\{[^}]+\}\}|<\/?\w+>/g)].map(([found]) => found).sort();

it('has the same files in both languages', () => {
  expect(namespacesOf('lo')).toEqual(namespacesOf('en'));
});

it.each(namespacesOf('en'))(
  '%s has the same keys and placeholders in both languages, and no gap',
  (namespace) => {
    const [english, lao] = [textsOf('en', namespace), textsOf('lo', namespace)];
    expect([...lao.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [key, text] of lao) {
      expect(text.trim(), key).not.toBe('');
      expect(placeholders(text), key).toEqual(placeholders(english.get(key)));
    }
    for (const [key, text] of english) expect(text.trim(), key).not.toBe('');
  },
);

it.each(namespacesOf('en'))('%s leaves no English in the Lao file', (namespace) => {
  const english = textsOf('en', namespace);
  const untranslated = [...textsOf('lo', namespace)].filter(
    ([key, text]) =>
      /[a-z]{4}/i.test(text.replaceAll(/\{\{[^}]+\}\}/g, '')) && text === english.get(key),
  );
  expect(untranslated.filter(([, text]) => !SAME_IN_BOTH.includes(text))).toEqual([]);
});
