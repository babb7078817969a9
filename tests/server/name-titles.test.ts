import { expect, it } from 'vitest';
import { splitTitle } from '#server/lib/sheets/name-titles.ts';

it.each([
  ['ທ. ບຸນມີ ສີສຸກ', 'ທ.', 'ບຸນມີ ສີສຸກ', 'male'],
  ['ທ.ບຸນມີ', 'ທ.', 'ບຸນມີ', 'male'],
  ['ທ ບຸນມີ', 'ທ', 'ບຸນມີ', 'male'],
  ['ທ້າວ ບຸນມີ', 'ທ້າວ', 'ບຸນມີ', 'male'],
  ['ທ້າວບຸນມີ ສີສຸກ', 'ທ້າວ', 'ບຸນມີ ສີສຸກ', 'male'],
  ['ນາງ ດາວ', 'ນາງ', 'ດາວ', 'female'],
  ['ນາງດາວ', 'ນາງ', 'ດາວ', 'female'],
  ['ນາງສາວ ດາວ', 'ນາງສາວ', 'ດາວ', 'female'],
  ['ນ. ດາວ', 'ນ.', 'ດາວ', 'female'],
  ['ດ.ຊ. ແກ້ວ', 'ດ.ຊ.', 'ແກ້ວ', 'male'],
  ['ດ . ຍ . ແກ້ວ', 'ດ . ຍ .', 'ແກ້ວ', 'female'],
  ['ເດັກຊາຍ ແກ້ວ', 'ເດັກຊາຍ', 'ແກ້ວ', 'male'],
  ['Mr Somchai Vong', 'Mr', 'Somchai Vong', 'male'],
  ['MR.SOMCHAI', 'MR.', 'SOMCHAI', 'male'],
  ['Ms. Dao', 'Ms.', 'Dao', 'female'],
  ['Miss Dao', 'Miss', 'Dao', 'female'],
  ['เด็กชายสมชาย ใจดี', 'เด็กชาย', 'สมชาย ใจดี', 'male'],
  ['ด.ช. สมชาย', 'ด.ช.', 'สมชาย', 'male'],
  ['น.ส.สมหญิง', 'น.ส.', 'สมหญิง', 'female'],
  ['นางสาวสมหญิง', 'นางสาว', 'สมหญิง', 'female'],
  ['ທ່ານ ນາງ ດາວ', 'ທ່ານ ນາງ', 'ດາວ', 'female'],
  ['ດຣ. ບຸນມີ', 'ດຣ.', 'ບຸນມີ', null],
  ['Dr. Bounmy', 'Dr.', 'Bounmy', null],
  ['(ນາງ) ດາວ ສີສຸກ', 'ນາງ', 'ດາວ ສີສຸກ', 'female'],
  ['ດາວ ສີສຸກ (ນາງ)', 'ນາງ', 'ດາວ ສີສຸກ', 'female'],
])('splits the title of %s', (written, title, name, gender) => {
  expect(splitTitle(written)).toEqual({ title, name, gender });
});

it.each([
  'ນາງ',
  'ນາຍົກ',
  'ທະນູ',
  'ທອງດີ',
  'ນາງາມ',
  'ດາວ (ນ້ອຍ)',
  'Mrinal',
  'Drew Vong',
  'นายิกา',
  'คุณวุฒิ',
])('leaves the name %s whole', (written) => {
  expect(splitTitle(written)).toBeUndefined();
});
