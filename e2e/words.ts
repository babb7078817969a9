import { readFileSync } from 'node:fs';
import type { Language } from '#contract/language.ts';

type Words = { [key: string]: string | Words };

/** The text of `key` (levels separated by dots) in a namespace of `public/locales`. */
export function word(
  language: Language,
  namespace: string,
  key: string,
  values: Record<string, string> = {},
): string {
  let found: string | Words | undefined = JSON.parse(
    readFileSync(`public/locales/${language}/${namespace}.json`, 'utf8'),
  ) as Words;
  for (const step of key.split('.')) found = typeof found === 'object' ? found[step] : undefined;
  if (typeof found !== 'string') throw new Error(`No text ${namespace}:${key} in ${language}`);
  return found.replace(/\{\{(\w+)\}\}/g, (_placeholder, name: string) => values[name] ?? '');
}
