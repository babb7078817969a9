import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { languageOf, languages, type Language } from '#contract/language.ts';
import { countFormat } from './count-format.ts';
import { message, type MessageKey } from './messages.ts';
import { wordsBackend } from './words-backend.ts';

/**
 * Starts i18next with the words of every page and those of the `first` one. The inline boot script
 * has already detected the language, in the order of docs/interface.md, "What the browser keeps",
 * and written it on `<html lang>` before the first paint.
 */
function init(first: 'auth' | 'shell'): Promise<unknown> {
  return i18next
    .use(wordsBackend)
    .use(initReactI18next)
    .use(countFormat)
    .init({
      lng: languageOf(document.documentElement.lang),
      fallbackLng: 'en',
      supportedLngs: [...languages],
      load: 'languageOnly',
      ns: ['common', first],
      defaultNS: 'common',
      maxParallelReads: 10,
      maxRetries: 5,
      retryTimeout: 350,
      interpolation: { escapeValue: false, alwaysFormat: true },
      returnNull: false,
    });
}

let started: Promise<unknown> = Promise.resolve();

/** Starts once for the whole app; requests for words wait for it. */
export function startI18n(first: 'auth' | 'shell'): Promise<unknown> {
  started = init(first);
  return started;
}

/** Fetches the words of a page ahead, so that the page does not suspend for them. */
export async function loadWords(namespaces: string | readonly string[]): Promise<void> {
  await started;
  await i18next.loadNamespaces(namespaces);
}

/** The current interface language. */
export function currentLanguage(): Language {
  return languageOf(i18next.resolvedLanguage ?? document.documentElement.lang);
}

/** A text of the bundled messages, in the current interface language. */
export function say(key: MessageKey): string {
  return message(key, currentLanguage());
}
