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

/** Paths and names of files in a page: `server/lib/write.ts`, `use-visit.ts`, `server/jobs/`. */
const pathsIn = (text: string) =>
  [
    ...text.matchAll(
      /`((?:\.ci|bench|contract|docs|e2e|public|scripts|server|src|sw|tests)\/[^`\s<…]*|[\w./-]+\.(?:ts|tsx|css|sql))`/g,
    ),
  ].map(([, named = '']) => named.replace(/\/$/, ''));

/** Every folder and file, by its whole path and by each end of it. */
const places = new Set(
  projectFiles.flatMap((file) => {
    const parts = file.split('/');
    return [
      ...parts.map((_part, at) => parts.slice(0, at + 1).join('/')),
      ...parts.map((_part, at) => parts.slice(at).join('/')),
    ];
  }),
);

/** True if a path stands; in it `*` is any name and `{a,b}` either of two. */
const stands = (named: string): boolean => {
  if (!/[*{]/.test(named)) return places.has(named);
  const pattern = named
    .replaceAll('.', '\\.')
    .replaceAll('*', '[^/]*')
    .replaceAll(/\{(\w+),(\w+)\}/g, '($1|$2)');
  return [...places].some((place) => new RegExp(`^${pattern}$`).test(place));
};

it('names no file or folder in a page that is gone', () => {
  const gone = pages
    .filter((page) => page !== 'CHANGELOG.md')
    .flatMap((page) =>
      pathsIn(read(page))
        .filter((named) => !stands(named))
        .map((named) => `${page}: ${named}`),
    );
  expect(gone).toEqual([]);
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

/** The links of a page within the project; one that begins with `#` leads to the page itself. */
const linksOf = (page: string) =>
  [...read(page).matchAll(/\]\(([^)#\s]*)(?:#([^)\s]*))?\)/g)]
    .map(([, link = '', anchor]) => ({ link, anchor }))
    .filter(({ link, anchor }) => !/^[a-z]+:/.test(link) && (link !== '' || anchor !== undefined))
    .map(({ link, anchor }) => ({
      anchor,
      target: link === '' ? page : path.join(path.dirname(page), link),
    }));

/** The name by which a link finds a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

it('links only to files that are there', () => {
  const dead = pages.flatMap((page) =>
    linksOf(page)
      .filter(({ target }) => !existsSync(target))
      .map(({ target }) => `${page}: ${target}`),
  );
  expect(dead).toEqual([]);
});

it('links only to headings that are there', () => {
  expect(anchorOf('Run `npm start`, then wait')).toBe('run-npm-start-then-wait');
  const dead = pages.flatMap((page) =>
    linksOf(page)
      .filter(({ anchor, target }) => anchor !== undefined && headings.has(target))
      .filter(
        ({ anchor, target }) =>
          ![...(headings.get(target) ?? [])].some((heading) => anchorOf(heading) === anchor),
      )
      .map(({ anchor, target }) => `${page}: ${target}#${anchor}`),
  );
  expect(dead).toEqual([]);
});
