import { expect, it } from 'vitest';
import { splitRows } from '#src/entities/paper/split-rows.ts';

const rows = (count: number, headings: readonly number[] = []) =>
  Array.from({ length: count }, (_one, at) => ({ height: 10, isHeading: headings.includes(at) }));
const room = { first: 100, next: 120, tail: 40, carried: 10 };

it('keeps everything on one page as long as it fits', () => {
  expect(splitRows(rows(6), room)).toEqual([0]);
});

it('fills a page before it begins another, which may have only what stands under the rows', () => {
  expect(splitRows(rows(7), room)).toEqual([0, 7]);
  expect(splitRows(rows(26), room)).toEqual([0, 9, 20]);
});

it('puts two siblings on the first page, and the sums on the second', () => {
  expect(splitRows(rows(8, [0, 4]), room)).toEqual([0, 8]);
});

it('leaves no heading alone at the end of a page', () => {
  expect(splitRows(rows(12, [8]), room)).toEqual([0, 8]);
});

it('ends even if nothing fits', () => {
  expect(splitRows(rows(3), { first: 5, next: 5, tail: 5, carried: 0 })).toEqual([0, 1, 2, 3]);
  expect(splitRows([], room)).toEqual([0]);
});
