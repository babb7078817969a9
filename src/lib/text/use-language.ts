import { useTranslation } from 'react-i18next';
import { languageOf, type Language } from '#contract/language.ts';

/** The interface language, for words that are not in the locale files; follows every change. */
export function useLanguage(): Language {
  return languageOf(useTranslation().i18n.resolvedLanguage);
}
