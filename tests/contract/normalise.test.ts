import { expect, test } from 'vitest';
import { normalise } from '#contract/normalise.ts';

test.each([
  ['tone marks do not matter', 'ສົ້ມ', 'ສົມ'],
  ['the silent mark does not matter', 'ຈັນທ໌', 'ຈັນທ'],
  ['ຫຼ is ຫລ', 'ຫຼວງພະບາງ', 'ຫລວງພະບາງ'],
  ['ໜ is ຫນ', 'ໜອງ', 'ຫນອງ'],
  ['ໝ is ຫມ', 'ໝີ', 'ຫມີ'],
  ['ຳ typed apart', 'ນໍາ', 'ນຳ'],
  ['ຳ typed apart with a tone mark', 'ນໍ້າ', 'ນ້ຳ'],
  ['two ເ look like ແ', 'ເເກ້ວ', 'ແກ້ວ'],
  ['ຣ is ລ', 'ຣັດສະໝີ', 'ລັດສະໝີ'],
  ['ໄ is ໃ', 'ໄໝ', 'ໃໝ'],
  ['a zero-width space is nothing', 'ສີ\u200Bສັດ', 'ສີສັດ'],
  ['capitals do not matter', 'SISATTANAK', 'sisattanak'],
  ['composed and decomposed letters are one', 'Cafe\u0301', 'Café'],
  ['blanks are folded', '  a   b ', 'a b'],
])('%s', (_rule, typed, stored) => {
  expect(normalise(typed)).toBe(normalise(stored));
});

test('different words stay different', () => {
  expect(normalise('ນ້ຳ')).not.toBe(normalise('ນາ'));
  expect(normalise('ຫວັງ')).not.toBe(normalise('ວັງ'));
});

test('folding twice changes nothing more', () => {
  for (const text of ['ຫຼວງນ້ຳທາ', 'ໄຊຍະບູລີ', 'ເເກ້ວ', 'Luang Prabang']) {
    expect(normalise(normalise(text))).toBe(normalise(text));
  }
});
