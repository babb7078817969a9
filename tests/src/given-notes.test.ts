import { expect, it } from 'vitest';
import { notesOf } from '#src/features/desk/done/given-notes.ts';

it('gives change in as few notes as there are', () => {
  expect(notesOf(70_000, 'LAK')).toEqual([
    { note: 50_000, count: 1 },
    { note: 20_000, count: 1 },
  ]);
  expect(notesOf(4500, 'LAK').map(({ note, count }) => [note, count])).toEqual([
    [2000, 2],
    [500, 1],
  ]);
  // Satang: 40 baht are two notes of 20.
  expect(notesOf(4000, 'THB')).toEqual([{ note: 2000, count: 2 }]);
  expect(notesOf(0, 'USD')).toEqual([]);
});
