import { expect, it } from 'vitest';
import { NEWS } from '#contract/centre/whats-new.ts';
import { read } from './project-files.ts';

/** The id that code hosts give a heading of Markdown. */
const idOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .trim()
    .replaceAll(' ', '-');

it('tells news that stand in the changelog', () => {
  const headings = [...read('CHANGELOG.md').matchAll(/^#{2,4} (.+)$/gm)].map(
    ([, text = '']) => text,
  );
  expect(headings.map(idOf)).toContain(NEWS);
});
