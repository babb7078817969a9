import { useTranslation } from 'react-i18next';
import { languageOf, type Language } from '#contract/language.ts';

/**
 * The language the interface speaks, for words that do not come from the locale files; follows
 * every change.
 */
export function useLanguage(): Language {
  return languageOf(useTranslation().i18n.resolvedLanguage);
}
