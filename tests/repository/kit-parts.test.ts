import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFiles, read } from './project-files.ts';

const PICTURES_BYTES = 1.5 * 1024 * 1024;

const filesIn = (folder: string) =>
  projectFiles.filter((file) => file.startsWith(folder) && /\.tsx?$/.test(file));
const exportsOf = (files: readonly string[], name: RegExp) =>
  files.flatMap((file) =>
    [...read(file).matchAll(/^export (?:function|const) (\w+)/gm)]
      .map(([, exported = '']) => exported)
      .filter((exported) => name.test(exported)),
  );
/** Parts begin with a capital letter, hooks that draw something with `use`. */
const kitParts = exportsOf(filesIn('src/components/kit/'), /^[A-Z]|^use[A-Z]/);
const allParts = new Set(exportsOf(filesIn('src/components/'), /^[A-Z][a-z]/));
const page = filesIn('src/app/kit/').map(read).join('\n');
const manual = read('docs/kit.md');
const named = new Set([...manual.matchAll(/`(\w+)`/g)].map(([, name = '']) => name));

const isShown = (part: string) => new RegExp(`<${part}\\b|\\b${part}\\(`).test(page);

it('shows every part of the kit on the page /kit', () => {
  expect(kitParts.length).toBeGreaterThan(40);
  expect(kitParts.filter((part) => !isShown(part))).toEqual([]);
});

it('shows every part on /kit that docs/kit.md names', () => {
  // `ListPage` draws it.
  const drawnByOthers = ['Freshness'];
  const parts = [...named].filter((name) => allParts.has(name) && !drawnByOthers.includes(name));
  expect(parts.filter((part) => !isShown(part))).toEqual([]);
});

it('names every part of the kit in docs/kit.md', () => {
  expect(kitParts.filter((part) => !named.has(part))).toEqual([]);
});

it('names no part in a heading or the table that is gone', () => {
  const heads = manual.split('\n').filter((line) => /^#|^\| `/.test(line));
  const promised = heads.flatMap((line) =>
    [...line.matchAll(/`(?=[A-Z]|use[A-Z])(\w+)`/g)].map(([, name = '']) => name),
  );
  const known = new Set([...kitParts, ...allParts]);
  expect(promised.length).toBeGreaterThan(40);
  expect(promised.filter((name) => !known.has(name))).toEqual([]);
});

it('has every picture of docs/kit.md and no other, within 1.5 MB', () => {
  const pictures = projectFiles.filter((file) => /^docs\/kit\/.*\.png$/.test(file));
  const shown = [...manual.matchAll(/\]\((kit\/[^)]+)\)/g)].map(([, file = '']) => `docs/${file}`);
  expect(shown.toSorted()).toEqual(pictures.toSorted());
  const bytes = pictures.reduce((sum, file) => sum + statSync(file).size, 0);
  expect(bytes).toBeLessThan(PICTURES_BYTES);
});

it('asks for the page /kit in development alone', () => {
  const askers = filesIn('src/').filter(
    (file) => !file.startsWith('src/app/kit/') && read(file).includes('#src/app/kit/'),
  );
  expect(askers).toEqual(['src/main.tsx']);
  expect(read('src/main.tsx')).toMatch(/const showsKit = import\.meta\.env\.DEV && /);
});

it.runIf(existsSync('dist/client'))('builds nothing of the page /kit', () => {
  const words = ['Every part of the kit', 'data-specimen', 'data-drawn', 'kit-page'];
  const built = readdirSync('dist/client', { recursive: true, encoding: 'utf8' });
  const found = built
    .filter((file) => /\.(html|css|js|json)$/.test(file))
    .filter((file) => words.some((word) => read(join('dist/client', file)).includes(word)));
  expect(found).toEqual([]);
});
