import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const entry = readFileSync('sw/sw.ts', 'utf8');

it('is short enough to be read at a glance', () => {
  expect(entry.trimEnd().split('\n').length).toBeLessThan(40);
});

it('has one route besides the precache, and no handler for everything else', () => {
  expect(entry.match(/registerRoute\(/g)).toHaveLength(1);
  expect(entry).not.toMatch(
    /setDefaultHandler|setCatchHandler|addEventListener\('(fetch|install)'/,
  );
});
