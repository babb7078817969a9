/** Interface languages; the first one is the fallback. */
export const languages = ['en', 'lo'] as const;
export type Language = (typeof languages)[number];

/** The interface language for a code such as `lo-LA`; English when we do not speak it. */
export function languageOf(code: string | undefined): Language {
  return languages.find((language) => language === code?.slice(0, 2).toLowerCase()) ?? 'en';
}
