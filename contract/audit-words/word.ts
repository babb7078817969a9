import type { Language } from '#contract/language.ts';

/** Words of both languages by what is stored: English, then Lao. */
export type AuditWords = Readonly<Record<string, readonly [en: string, lo: string]>>;

/** A stored name in plain letters, where it has no words: `seatsTaken` as `Seats taken`. */
const plain = (name: string): string => {
  const spaced = name
    .replaceAll(/[-_]/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

/** The word for `name`; one that an older version stored may have none any more. */
export const wordFor = (words: AuditWords, name: string, language: Language): string =>
  words[name]?.[language === 'lo' ? 1 : 0] ?? plain(name);
