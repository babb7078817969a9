import type { WrittenName } from './lao-names.ts';

// The list of common names is short: among 100,000 students every name would appear two hundred
// times. Lao names are composed of such parts, so these give a few hundred more.
const fronts: readonly WrittenName[] = [
  ['ສົມ', 'Som'],
  ['ບຸນ', 'Boun'],
  ['ຄຳ', 'Kham'],
  ['ທອງ', 'Thong'],
  ['ສຸກ', 'Souk'],
  ['ວິໄລ', 'Vilay'],
  ['ມະນີ', 'Mani'],
  ['ຈັນ', 'Chan'],
  ['ແກ້ວ', 'Keo'],
  ['ແສງ', 'Seng'],
  ['ດາວ', 'Dao'],
  ['ໄຊ', 'Xay'],
  ['ພູ', 'Phou'],
  ['ວຽງ', 'Vieng'],
];
const givenEnds: readonly WrittenName[] = [
  ['ພອນ', 'phone'],
  ['ສັກ', 'sack'],
  ['ມີ', 'my'],
  ['ວັນ', 'vanh'],
  ['ຈັນ', 'chanh'],
  ['ທອງ', 'thong'],
  ['ສະຫວັນ', 'savanh'],
  ['ລາ', 'la'],
  ['ສິງ', 'sing'],
  ['ທະວີ', 'thavy'],
  ['ສະໝອນ', 'samone'],
  ['ສີ', 'sy'],
];
const familyEnds: readonly WrittenName[] = [
  ['ວົງ', 'vong'],
  ['ມະນີ', 'many'],
  ['ລາດ', 'lath'],
  ['ສົມບັດ', 'sombath'],
  ['ບຸນເຮືອງ', 'bounheuang'],
  ['ສຸລິຍາ', 'souliya'],
  ['ພະຈັນ', 'phachanh'],
  ['ທິລາດ', 'thilath'],
];

const joined = (ends: readonly WrittenName[]): WrittenName[] =>
  fronts.flatMap(([lao, latin]) =>
    ends.map(([laoEnd, latinEnd]): WrittenName => [lao + laoEnd, latin + latinEnd]),
  );

/** Enough names for a large number of people. */
export const scaleNames = {
  male: joined(givenEnds),
  female: joined(givenEnds),
  family: joined(familyEnds),
};
