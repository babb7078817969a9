import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFiles, read } from './project-files.ts';

const ADDRESS = /https?:\/\/[^\s'"`)<>]+/g;
/**
 * Names that look like addresses, and where a person goes by a link: nothing is fetched from them.
 */
const ONLY_NAMES = /^http:\/\/www\.w3\.org\/|^https:\/\/example\.com|^https:\/\/wa\.me\/$/;
const TEXT = /\.(ts|tsx|css|html|json|svg|webmanifest)$/;

const foreign = (text: string) =>
  [...text.matchAll(ADDRESS)].map(([url]) => url).filter((url) => !ONLY_NAMES.test(url));

it('writes no address of another origin into the client', () => {
  const client = projectFiles.filter(
    (file) => /^(src|public|index\.html)/.test(file) && TEXT.test(file),
  );
  expect(client.flatMap((file) => foreign(read(file)).map((url) => `${file}: ${url}`))).toEqual([]);
});

it.runIf(existsSync('dist/client'))('loads nothing from another origin once built', () => {
  // Libraries name their manuals inside messages; what could be loaded stands in markup, styles and
  // imports.
  const loads = /(?:src=|href=|url\(|import\(|from)\s*["']?(https?:)?\/\/[^\s"')]+/g;
  const built = readdirSync('dist/client', { recursive: true, encoding: 'utf8' });
  const readable = built.filter((file) => /\.(html|css|js|webmanifest)$/.test(file));
  const found = readable.flatMap((file) =>
    [...read(join('dist/client', file)).matchAll(loads)].map(([load]) => `${file}: ${load}`),
  );
  expect(found).toEqual([]);
});
