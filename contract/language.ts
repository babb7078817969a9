/** Interface languages; the first one is the fallback. */
export const languages = ['en', 'lo'] as const;
export type Language = (typeof languages)[number];

/** The interface language for a code such as `lo-LA`; English for any unsupported one. */
export function languageOf(code: string | undefined): Language {
  return languages.find((language) => language === code?.slice(0, 2).toLowerCase()) ?? 'en';
}
