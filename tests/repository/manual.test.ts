import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { languages } from '#contract/language.ts';
import { manualBlocks } from '#scripts/manual-text.ts';
import { helpPages } from '#src/app/shell/help/help-pages.ts';
import type { ManualBlock, ManualInline } from '#src/lib/text/manual-block.ts';
import { namespacesOf, textsOf } from './locale-files.ts';
import { projectFiles, read } from './project-files.ts';

/** The most that a text costs on the way to a device, compressed. */
const MOST_BYTES = 12 * 1024;

const pagesOf = (language: string) =>
  projectFiles.flatMap(
    (file) => new RegExp(`^docs/manual/${language}/(.+)\\.md$`).exec(file)?.[1] ?? [],
  );
const textOf = (language: string, page: string) => read(`docs/manual/${language}/${page}.md`);

const linesOf = (blocks: readonly ManualBlock[]): ManualInline[] =>
  blocks.flatMap((block) => {
    if (block.kind === 'paragraph') return [...block.line];
    return block.kind === 'list' ? block.items.flatMap(linesOf) : [];
  });

/** True for a name that a screen shows, also with a number or a name in it. */
function knownNames(language: string): (name: string) => boolean {
  const texts = namespacesOf(language).flatMap((namespace) => [
    ...textsOf(language, namespace).values(),
  ]);
  const shown = texts.map((text) => text.replaceAll(/<[^>]+>/g, '').replaceAll('\u00a0', ' '));
  const whole = new Set(shown.map((text) => text.trim()));
  const filled = shown
    .filter((text) => /\p{L}/u.test(text.replaceAll(/\{\{[^}]+\}\}/g, '')) && text.includes('{{'))
    .map((text) => {
      const parts = text
        .split(/\{\{[^}]+\}\}/)
        .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      return new RegExp(`^${parts.join('.+')}$`);
    });
  return (name) => whole.has(name) || filled.some((pattern) => pattern.test(name));
}

describe.each(languages)('the manual in %s', (language) => {
  const pages = pagesOf(language);

  it('names buttons, fields and pages as the screens do', () => {
    const isKnown = knownNames(language);
    const unknown = pages.flatMap((page) =>
      linesOf(manualBlocks(textOf(language, page), page)).flatMap((inline) =>
        typeof inline === 'object' && 'name' in inline && !isKnown(inline.name)
          ? `${page}: ${inline.name}`
          : [],
      ),
    );
    expect(unknown).toEqual([]);
  });

  it('leads only to texts that are there', () => {
    const dead = pages.flatMap((page) =>
      linesOf(manualBlocks(textOf(language, page), page)).flatMap((inline) =>
        typeof inline === 'object' && 'link' in inline && !pages.includes(inline.link)
          ? `${page}: ${inline.link}`
          : [],
      ),
    );
    expect(dead).toEqual([]);
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

it('lists at least 120 everyday words, each with a text that helps', () => {
  const rows = [
    ...read('docs/manual/words.md').matchAll(/^\| (.+?) +\| (en|lo) +\| (\S+) +\|$/gm),
  ].map(([, word = '', language = '', page = '']) => ({ word, language, page }));
  expect(rows.length).toBeGreaterThanOrEqual(120);
  expect(rows.filter(({ language, page }) => !pagesOf(language).includes(page))).toEqual([]);
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
  expect(() => manualBlocks('![picture](a.png)', 'help/desk')).toThrow('help/desk has a image');
});
