import { expect, test } from 'vitest';
import { provinceCodes, provinces } from '#contract/people/provinces.ts';

test('the 18 provinces have the codes 01 to 18 and ISO codes of their own', () => {
  expect(provinceCodes).toEqual(
    Array.from({ length: 18 }, (_, index) => String(index + 1).padStart(2, '0')),
  );
  expect(new Set(provinces.map((province) => province.iso)).size).toBe(18);
});

test('the capital and the province of the same name can be told apart', () => {
  const vientiane = provinces
    .filter((province) => province.en.startsWith('Vientiane'))
    .map(({ en, lo }) => [en, lo]);
  expect(vientiane).toEqual([
    ['Vientiane Capital', 'ນະຄອນຫຼວງວຽງຈັນ'],
    ['Vientiane Province', 'ແຂວງວຽງຈັນ'],
  ]);
});
