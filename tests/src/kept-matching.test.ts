import { expect, it } from 'vitest';
import { hasSameColumns, keptMatching } from '#src/entities/import/kept-matching.ts';

const before = {
  file: { headings: ['Name', 'Nick', 'Sex', 'Hobby'] },
  matching: ['firstName', 'nickname', null, 'note'],
};

it('keeps the columns chosen for the file before, by their headings, whatever the server would choose', () => {
  const corrected = {
    headings: ['Name', 'Nick', 'Sex', 'Hobby'],
    matching: ['firstName', null, 'gender', null],
  };
  expect([keptMatching(corrected, before), hasSameColumns(corrected, before)]).toEqual([
    before.matching,
    true,
  ]);
});

it('takes what the server knows for a new column, but gives no field twice', () => {
  const corrected = {
    headings: ['Hobby', 'Remark', 'Phone', 'Name'],
    matching: [null, 'note', 'phone', 'firstName'],
  };
  expect([keptMatching(corrected, before), hasSameColumns(corrected, before)]).toEqual([
    ['note', null, 'phone', 'firstName'],
    false,
  ]);
});
