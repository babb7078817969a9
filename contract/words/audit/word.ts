import type { Language } from '#contract/language.ts';

/** Words in both languages by the stored value: English, then Lao. */
export type AuditWords = Readonly<Record<string, readonly [en: string, lo: string]>>;

/** A stored name without words as plain text: `seatsTaken` becomes `Seats taken`. */
const plain = (name: string): string => {
  const spaced = name
    .replaceAll(/[-_]/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

/** The word for `name`; a name that an older version stored may have none any more. */
export const wordFor = (words: AuditWords, name: string, language: Language): string =>
  words[name]?.[language === 'lo' ? 1 : 0] ?? plain(name);
