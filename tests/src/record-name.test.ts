import { expect, test } from 'vitest';
import { recordName } from '#src/lib/text/record-name.ts';

test.each([
  [
    'a person by both names',
    { firstName: 'ຄຳ', lastName: 'ແສງ', firstNameEn: 'Kham', lastNameEn: 'Seng' },
    'Kham Seng',
    'ຄຳ ແສງ',
  ],
  ['a branch', { branchName: 'Pakse', branchNameLo: 'ປາກເຊ' }, 'Pakse', 'ປາກເຊ'],
  [
    'a course',
    { nameEn: 'English A1', nameLo: 'ອັງກິດ A1', code: 'ENG-A1' },
    'English A1',
    'ອັງກິດ A1',
  ],
  ['what has a title in one language only', { titleEn: '', titleLo: 'ປະກາດ' }, 'ປະກາດ', 'ປະກາດ'],
  ['a class by its code', { classCode: 'ENG-A1-01' }, 'ENG-A1-01', 'ENG-A1-01'],
  ['a term', { name: 'T1' }, 'T1', 'T1'],
  ['a rate', { currency: 'THB' }, 'THB', 'THB'],
  ['what has no name', {}, '', ''],
])('names %s in the language of the interface', (_, row, en, lo) => {
  expect([recordName(row, 'en'), recordName(row, 'lo')]).toEqual([en, lo]);
});
