import { expect, it } from 'vitest';
import { read } from './project-files.ts';

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const page = read('docs/development.md');
/** The names in the first column of its tables: `npm run lint`, `types`; `draw:…` is none. */
const cells = [...page.matchAll(/^\| (`[^|]*) \|/gm)]
  .map(([, cell = '']) => cell.replaceAll(/`[^`]*…`/g, ''))
  .join('\n');
const sentences = [...page.matchAll(/`npm run ([\w:-]+)`/g)].map(([, name = '']) => name);
const named = new Set([
  ...sentences,
  ...[...cells.matchAll(/`(?:npm (?:run )?)?([\w:-]+)/g)].map(([, name = '']) => name),
]);
/** A measurement stands beside the one it belongs to, within the sentence about it. */
const mentioned = new Set([...page.matchAll(/`(bench:[\w-]+)`/g)].map(([, name = '']) => name));

it('explains every npm script in docs/development.md', () => {
  const unknown = Object.keys(scripts).filter((name) => !named.has(name) && !mentioned.has(name));
  expect(unknown).toEqual([]);
});

it('names no npm script that is gone', () => {
  expect([...named, ...mentioned].filter((name) => !(name in scripts))).toEqual([]);
});
