import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { projectFiles, read, textFiles } from './project-files.ts';

const pages = projectFiles.filter((file) => file.endsWith('.md'));

const headings = new Map(
  pages.map((page) => [
    page,
    new Set([...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.trim())),
  ]),
);

/**
 * A text without its line breaks and the marks of comments at them, so that a citation is whole.
 */
const unwrapped = (text: string) =>
  text.replaceAll(/\s*\n\s*(?:\*(?!\/)|\/\/|--|#(?!#))?\s*/g, ' ');

/** Each `docs/page.md`, or `docs/page.md, "Heading"`, of a text. */
const citations = (text: string) => (text.includes('docs/') ? citationsIn(unwrapped(text)) : []);
const citationsIn = (text: string) =>
  [...text.matchAll(/\b(docs\/[\w/-]+\.md)(?:`?,? "([^"]+)")?/g)].map(([, page = '', heading]) => ({
    page,
    heading,
  }));

it('cites only pages and headings that are there', () => {
  const lost = textFiles
    .filter((file) => !file.startsWith('tests/repository/'))
    .flatMap((file) =>
      citations(read(file))
        .filter(({ page, heading }) => {
          const there = headings.get(page);
          return there === undefined || (heading !== undefined && !there.has(heading));
        })
        .map(({ page, heading }) => `${file}: ${page}, "${heading ?? ''}"`),
    );
  expect(lost).toEqual([]);
});

it('cites many pages, so that the search works', () => {
  const cited = textFiles.flatMap((file) => citations(read(file)));
  expect(cited.filter(({ heading }) => heading !== undefined).length).toBeGreaterThan(20);
});

it('cites no numbered page that a clone does not have', () => {
  const numbered =
    /\b(?:domain|money|offline|decisions?|spec|glossary)(?:,? rule)? \d+(?:\.\d+)?\b/i;
  const citing = textFiles
    .filter((file) => /\.(ts|tsx|mjs|css|sql)$/.test(file) && !file.startsWith('tests/repository/'))
    .flatMap((file) =>
      [...read(file).matchAll(/(?:\/\/|\*) .*$/gm)]
        .filter(([comment]) => numbered.test(comment))
        .map(([comment]) => `${file}: ${comment}`),
    );
  expect(citing).toEqual([]);
});

it('links only to files that are there', () => {
  const dead = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => !existsSync(path.join(path.dirname(page), link)))
      .map((link) => `${page}: ${link}`),
  );
  expect(dead).toEqual([]);
});
