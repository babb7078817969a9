import { expect, it } from 'vitest';
import { namespacesOf, textsOf } from './locale-files.ts';

/** Words that gave one thing a second name, and the word of docs/glossary.md instead. */
const REPLACED: Record<'en' | 'lo', readonly (readonly [word: RegExp, instead: string])[]> = {
  en: [
    [/\bbasis\b/i, 'charged'],
    [/\btendered\b/i, 'received'],
    [/\blessons?\b/i, 'session'],
    [/\brenew hold\b/i, 'extend hold'],
    [/\bclass transfers?\b(?! Request)/i, 'change of class'],
  ],
  lo: [
    [/(?<!ສະ|ລະ)ຫວ່າງ/, 'ວ່າງ'],
    [/(?<!ສູ່)(?<=ເຂົ້າ)ລະບົບ/, 'ເຂົ້າສູ່ລະບົບ'],
    [/ມື້ພັກ/, 'ວັນພັກ'],
    [/ໄຟລ໌/, 'ຟາຍ'],
    [/ຕໍ່າ/, 'ຕ່ຳ'],
    [/ໝົດອາຍຸ/, 'ໝົດກຳນົດ'],
    [/ໂລໂກ້/, 'ໂລໂກ'],
  ],
};

it.each(['en', 'lo'] as const)('says nothing in %s with a word that was replaced', (language) => {
  const found = namespacesOf(language).flatMap((namespace) =>
    [...textsOf(language, namespace)].flatMap(([key, text]) =>
      REPLACED[language]
        .filter(([word]) => word.test(text))
        .map(([, instead]) => `${namespace}:${key} says it otherwise than “${instead}”`),
    ),
  );
  expect(found).toEqual([]);
});
