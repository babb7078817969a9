import { readFileSync } from 'node:fs';
import type { Language } from '#contract/language.ts';

type Words = { [key: string]: string | Words };

/** Reads the texts of the screens in a language, by `namespace:key` with dots for levels. */
export function wordsOf(language: Language) {
  return (name: string, values: Record<string, string> = {}): string => {
    const [namespace = '', key = ''] = name.split(':');
    let found: string | Words | undefined = JSON.parse(
      readFileSync(`public/locales/${language}/${namespace}.json`, 'utf8'),
    ) as Words;
    for (const step of key.split('.')) found = typeof found === 'object' ? found[step] : undefined;
    if (typeof found !== 'string') throw new Error(`No text ${name} in ${language}`);
    return found.replace(/\{\{(\w+)\}\}/g, (_placeholder, value: string) => values[value] ?? '');
  };
}
