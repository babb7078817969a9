import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { languages, type Language } from '#contract/language.ts';
import { MOST_BYTES as MOST_PICTURE_BYTES } from '#scripts/manual-pictures.ts';
import { scenes } from '#scripts/manual-scenes/scenes.ts';
import { manualBlocks } from '#scripts/manual-text.ts';
import { helpPages } from '#src/app/shell/help/help-pages.ts';
import type { ManualBlock, ManualInline } from '#src/lib/text/manual-block.ts';
import { textsOf } from './locale-files.ts';
import { namedKeys, shown } from './named-keys.ts';
import { namespacesFor, wordless } from './page-words.ts';
import { projectFiles, read } from './project-files.ts';

/** The most that a text costs on the way to a device, compressed. */
const MOST_BYTES = 12 * 1024;

const pagesOf = (language: string) =>
  projectFiles.flatMap(
    (file) => new RegExp(`^docs/manual/${language}/(.+)\\.md$`).exec(file)?.[1] ?? [],
  );
const textOf = (language: string, page: string) => read(`docs/manual/${language}/${page}.md`);

/** The lines of a text one by one: each paragraph, also those of the items of a list. */
const paragraphsOf = (blocks: readonly ManualBlock[]): ManualInline[][] =>
  blocks.flatMap((block) => {
    if (block.kind === 'paragraph') return [[...block.line]];
    return block.kind === 'list' ? block.items.flatMap(paragraphsOf) : [];
  });

const linesOf = (blocks: readonly ManualBlock[]) => paragraphsOf(blocks).flat();

const picturesOf = (language: string, page: string) =>
  manualBlocks(textOf(language, page), page).filter((block) => block.kind === 'picture');

/** True for a text that is a task of the manual. */
const isTask = (page: string) => /^(clerk|finance|admin)\/(?!README)/.test(page);

const keysOf = { en: namedKeys('en'), lo: namedKeys('lo') };

const namesOf = (line: readonly ManualInline[]) =>
  line.flatMap((inline) => (typeof inline === 'object' && 'name' in inline ? [inline.name] : []));
const linksOf = (line: readonly ManualInline[]) =>
  line.flatMap((inline) => (typeof inline === 'object' && 'link' in inline ? [inline.link] : []));

/** The names of a text that no page it speaks of shows. */
function namesOfOtherPages(language: Language, page: string): string[] {
  const line = linesOf(manualBlocks(textOf(language, page), page));
  const names = namesOf(line);
  const titles = textsOf(language, 'shell');
  const here = namespacesFor([page, ...linksOf(line)], (title) =>
    names.includes(shown(titles.get(title) ?? '')),
  );
  return names.filter(
    (name) => ![...keysOf[language](name)].some((key) => here.has(key.replace(/:.*/, ''))),
  );
}

/** The names of a line that stand for nothing that the same line of the other language names. */
function strangers(language: Language, line: readonly string[], others: readonly string[]) {
  const other = language === 'en' ? 'lo' : 'en';
  const there = new Set(others.flatMap((name) => [...keysOf[other](name)]));
  return line.filter((name) => ![...keysOf[language](name)].some((key) => there.has(key)));
}

describe.each(languages)('the manual in %s', (language) => {
  const pages = pagesOf(language);

  it('names buttons, fields and pages as the pages it speaks of do', () => {
    const unknown = pages.flatMap((page) =>
      namesOfOtherPages(language, page).map((name) => `${page}: ${name}`),
    );
    expect(unknown, 'name the page, or lead to its help').toEqual([]);
  });

  it('leads only to texts that are there', () => {
    const dead = pages.flatMap((page) =>
      linksOf(linesOf(manualBlocks(textOf(language, page), page)))
        .filter((link) => !pages.includes(link))
        .map((link) => `${page}: ${link}`),
    );
    expect(dead).toEqual([]);
  });

  it('shows each task in a picture of its own, which is small', () => {
    const folder = `docs/manual/${language}/pictures/`;
    const files = projectFiles.filter((file) => file.startsWith(folder) && file.endsWith('.webp'));
    const drawn = pages
      .filter(isTask)
      .map((page) => [page, ...picturesOf(language, page).map(({ address }) => address)]);
    expect(drawn).toEqual(
      pages.filter(isTask).map((page) => [page, `pictures/${basename(page)}.webp`]),
    );
    expect(files.sort()).toEqual(
      drawn.map(([, address]) => `docs/manual/${language}/${address}`).sort(),
    );
    expect(scenes.map(({ text }) => text).sort()).toEqual(pages.filter(isTask).sort());
    for (const file of files)
      expect(statSync(file).size, file).toBeLessThanOrEqual(MOST_PICTURE_BYTES);
  });

  it('says in its own language what a picture shows', () => {
    const isLao = (words: string) => /[\u0e80-\u0eff]/.test(words);
    const wrong = pages.filter((page) =>
      picturesOf(language, page).some(({ alt }) => isLao(alt) !== (language === 'lo')),
    );
    expect(wrong).toEqual([]);
  });

  it('has no picture with a name that the screens no longer have; `npm run draw:manual`', () => {
    const isKnown = (name: string) => keysOf[language](name).size > 0;
    const seen = read(`docs/manual/${language}/pictures/words.txt`).trim().split('\n');
    const old = seen.filter((line) => !isKnown(line.slice(line.indexOf(': ') + 2)));
    expect(old).toEqual([]);
    const named = new Set(seen.map((line) => line.slice(0, line.indexOf(': '))));
    expect([...named].sort()).toEqual(scenes.map(({ text }) => basename(text)).sort());
  });

  it('finds in the locale files what the scenes of the pictures press', () => {
    const pressed = projectFiles
      .filter((file) => file.startsWith('scripts/manual-scenes/'))
      .flatMap((file) => [...read(file).matchAll(/'([a-z-]+):([\w.-]+)'/g)]);
    const missing = pressed.flatMap(([, namespace = '', key = '']) =>
      textsOf(language, namespace).has(key) ? [] : `${namespace}:${key}`,
    );
    expect(missing).toEqual([]);
  });

  it('begins each text with its title, and costs a slow line little', () => {
    for (const page of pages) {
      const [first] = manualBlocks(textOf(language, page), page);
      expect(first, page).toMatchObject({ kind: 'heading', level: 1 });
      expect(gzipSync(textOf(language, page)).length, page).toBeLessThan(MOST_BYTES);
    }
  });

  it('has a help for every screen', () => {
    const missing = [...helpPages].filter((page) => !pages.includes(page));
    expect(missing).toEqual([]);
    const unused = pages.filter((page) => page.startsWith('help/') && !helpPages.has(page));
    expect(unused).toEqual([]);
  });
});

it('has the same texts in both languages', () => {
  expect(pagesOf('lo')).toEqual(pagesOf('en'));
});

it('names the same buttons, fields and pages in both languages, line by line', () => {
  const namesIn = (language: Language, page: string) =>
    paragraphsOf(manualBlocks(textOf(language, page), page)).map(namesOf);
  for (const page of pagesOf('en')) {
    const [english, lao] = [namesIn('en', page), namesIn('lo', page)];
    expect(lao.length, `the number of lines of ${page}`).toBe(english.length);
    const wrong = english.flatMap((names, index) => {
      const others = lao[index] ?? [];
      return [...strangers('en', names, others), ...strangers('lo', others, names)];
    });
    expect(wrong, page).toEqual([]);
  }
});

it('finds the words of every page', () => {
  expect(wordless).toEqual([]);
});

it('lists at least 120 everyday words, each with a text that helps', () => {
  const rows = [
    ...read('docs/manual/words.md').matchAll(/^\| (.+?) +\| (en|lo) +\| (\S+) +\|$/gm),
  ].map(([, word = '', language = '', page = '']) => ({ word, language, page }));
  expect(rows.length).toBeGreaterThanOrEqual(120);
  const pages = pagesOf('en');
  expect(rows.filter(({ page }) => !pages.includes(page))).toEqual([]);
  const once = new Set(rows.map(({ word, language }) => `${language} ${word}`));
  expect(once.size).toBe(rows.length);
});

it('reads links from the folder of their text', () => {
  expect(manualBlocks('See [the refund](../clerk/refund.md).', 'help/desk')).toEqual([
    {
      kind: 'paragraph',
      line: ['See ', { link: 'clerk/refund', text: 'the refund' }, '.'],
    },
  ]);
});

it('reads a picture that stands alone in a task, and none in a help', () => {
  expect(manualBlocks('![The desk](../pictures/a.webp)', 'clerk/desk')).toEqual([
    { kind: 'picture', alt: 'The desk', address: 'pictures/a.webp', width: 0, height: 0 },
  ]);
  expect(() => manualBlocks('![The desk](a.webp)', 'help/desk')).toThrow('help/desk has a image');
  expect(() => manualBlocks('See ![the desk](a.webp).', 'clerk/desk')).toThrow('has a image');
});
