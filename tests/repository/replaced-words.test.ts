import { expect, it } from 'vitest';
import { apiErrors } from '#contract/errors.ts';
import { serverTexts } from '#contract/server-field-errors.ts';
import { namespacesOf, textsOf } from './locale-files.ts';
import { projectFiles, read } from './project-files.ts';

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
    [/ຄໍລຳ/, 'ຖັນ'],
    [/ໃບໂອນເງິນ/, 'ສະລິບ'],
    [/ໃບສັ່ງ/, 'ຄຳສັ່ງຊື້'],
    [/ໃບບິນ/, 'ໃບເກັບເງິນ'],
    [/ກວດລອງ/, 'ກວດສອບ'],
    [/ປັດຈຸບັນ/, 'ປະຈຸບັນ'],
    [/ບໍ່\?/, 'ບໍ?'],
  ],
};

type Said = readonly (readonly [where: string, text: string])[];

const withReplaced = (language: 'en' | 'lo', said: Said) =>
  said.flatMap(([where, text]) =>
    REPLACED[language]
      .filter(([word]) => word.test(text))
      .map(([, instead]) => `${where} says it otherwise than “${instead}”`),
  );

it.each(['en', 'lo'] as const)('says nothing in %s with a word that was replaced', (language) => {
  const screens = namespacesOf(language).flatMap((namespace) =>
    [...textsOf(language, namespace)].map(([key, text]) => [`${namespace}:${key}`, text] as const),
  );
  const errors = Object.entries({ ...apiErrors, ...serverTexts }).map(
    ([code, text]) => [code, text[language]] as const,
  );
  expect(withReplaced(language, [...screens, ...errors])).toEqual([]);
});

it('writes the Lao manual without a word that was replaced', () => {
  const pages = projectFiles
    .filter((file) => /^docs\/manual\/lo\/.+\.md$/.test(file))
    .map((file) => [file, read(file)] as const);
  expect(pages.length).toBeGreaterThan(0);
  expect(withReplaced('lo', pages)).toEqual([]);
});
