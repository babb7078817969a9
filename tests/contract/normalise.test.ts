import { expect, test } from 'vitest';
import { clean, fold } from '#contract/words/normalise.ts';

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
  ['apostrophes are one', 'O’Neill', "O'Neill"],
  ['an apostrophe may be left out', 'D´Angelo', 'dangelo'],
  ['dashes are one', 'Anne\u2011Marie', 'Anne-Marie'],
  ['a minus is a dash', 'Anne\u2212Marie', 'Anne-Marie'],
  ['wide letters are letters', 'Ｓｏｍ　Ｖｏｎｇ', 'som vong'],
  ['Lao digits are digits', 'ຫ້ອງ ໑໒', 'ຫ້ອງ 12'],
  ['Thai digits are digits', 'ห้อง ๑๒', 'ห้อง 12'],
  ['a joiner in a Lao name is nothing', 'ສົມ\u200Dໄຊ\u200C', 'ສົມໄຊ'],
  ['a no-break space is a space', 'ວົງ\u00A0ສາ', 'ວົງ ສາ'],
  ['marks of direction are nothing', '\u202ASom\u202C', 'som'],
  ['Thai ำ typed apart', 'น\u0E4D\u0E32', 'นำ'],
])('%s', (_rule, typed, stored) => {
  expect(fold(typed)).toBe(fold(stored));
});

test('different words stay different', () => {
  expect(fold('ນ້ຳ')).not.toBe(fold('ນາ'));
  expect(fold('ຫວັງ')).not.toBe(fold('ວັງ'));
});

test('folding twice changes nothing more', () => {
  for (const text of ['ຫຼວງນ້ຳທາ', 'ນໍ້າ', 'O’Neill–Ｄ໑', 'ໄຊຍະບູລີ', 'ເເກ້ວ', 'Luang Prabang']) {
    expect(fold(fold(text))).toBe(fold(text));
  }
});

test.each([
  ['invisible letters go', 'ສົມ\u200Bໄຊ\uFE0F\u2060', 'ສົມໄຊ'],
  ['marks of direction go', '\u202A+856 20 5551 0003\u202C\u200E', '+856 20 5551 0003'],
  ['spaces become one', ' ວົງ\u00A0 ສາ\u3000', 'ວົງ ສາ'],
  ['letters are composed', 'Cafe\u0301', 'Café'],
  ['apostrophes and dashes stay', 'O’Neill–D´Angelo', 'O’Neill–D´Angelo'],
  ['Lao digits, tone marks and wide letters stay', 'ນ້ຳ ໑ Ａ', 'ນ້ຳ ໑ Ａ'],
  ['lines stay', 'one\n  two\r\n', 'one\n two'],
])('in stored text %s', (_rule, typed, stored) => {
  expect(clean(typed)).toBe(stored);
  expect(clean(stored)).toBe(stored);
});
