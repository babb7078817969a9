import { readFileSync, readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
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

function leaves(words: Words): string[] {
  return Object.values(words).flatMap((of) => (typeof of === 'string' ? [of] : leaves(of)));
}

/** Every text of the screens in a language, as one sees it. */
function allWords(language: Language): ReadonlySet<string> {
  const folder = `public/locales/${language}`;
  const texts = readdirSync(folder).flatMap((file) =>
    leaves(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Words),
  );
  return new Set(texts.map((text) => text.replaceAll('\u00a0', ' ').trim()));
}

type Room = { x: number; y: number; width: number; height: number };

/** The names of the screens in a part of the page, each once in the order of letters. */
export async function shownWords(page: Page, language: Language, room: Room): Promise<string[]> {
  const seen = await page.evaluate(({ x, y, width, height }) => {
    const named =
      'button, a, label, legend, th, dt, h1, h2, h3, [role="tab"], [role="columnheader"]';
    return [...document.querySelectorAll<HTMLElement>(named)].flatMap((one) => {
      const box = one.getBoundingClientRect();
      const isIn =
        box.width > 0 &&
        box.left >= x &&
        box.top >= y &&
        box.right <= x + width &&
        box.bottom <= y + height;
      return isIn ? one.innerText.replaceAll('\u00a0', ' ').split('\n') : [];
    });
  }, room);
  const known = allWords(language);
  const names = seen.map((text) => text.trim()).filter((text) => known.has(text));
  return [...new Set(names)].sort();
}
