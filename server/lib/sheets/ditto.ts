import { clean, fold } from '#contract/words/normalise.ts';

/** Signs that stand for the cell above, also between dashes: `〃`, `"`, `-"-`, `,,`. */
const SIGNS = /^[\s\p{Pd}−.~_]*(?:["“”„‟″〃＂«»]|''|,,|’’|‘‘|´´|``)[\s\p{Pd}−.~_"“”„‟″〃＂]*$/u;

const keyOf = (text: string) => fold(text).replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

const WORDS = new Set(
  [
    'ditto',
    'idem',
    'same',
    'same above',
    'same as above',
    'as above',
    'the same',
    'see above',
    'ຄືກັນ',
    'ຄືຂ້າງເທິງ',
    'ຄືກັນກັບຂ້າງເທິງ',
    'ຄືກັບຂ້າງເທິງ',
    'ຄືເກົ່າ',
    'ຄືກັບຂ້າງເທີງ',
    'ດັ່ງຂ້າງເທິງ',
    'ຄືຂ້າງເທີງ',
    'ເໝືອນກັນ',
    'ເຊັ່ນດຽວກັນ',
    'ເໝືອນຂ້າງເທິງ',
    'ຄືແຖວເທິງ',
    'ຄືຂ້າງເທີ່ງ',
    'เหมือนกัน',
    'เหมือนข้างบน',
    'เหมือนด้านบน',
    'เช่นเดียวกัน',
    'เช่นกัน',
    'ดังข้างบน',
    '同上',
    '同',
  ].map(keyOf),
);

/** Most cells have a digit, and no word or sign of these has one. */
const HAS_DIGIT = /[0-9]/;

/** True for a cell that only says that its value is the one above. */
export const isDitto = (text: string): boolean =>
  !HAS_DIGIT.test(text) && (SIGNS.test(clean(text)) || WORDS.has(keyOf(text)));
