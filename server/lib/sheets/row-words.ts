import { headingKey } from './heading-key.ts';
import { wordList } from './word-list.ts';

/** Words with which a row of sums begins, in the languages of schools and banks here. */
const totals = wordList(`
  total, totals, grand total, sub total, subtotal, sum, total amount, ລວມ, ລວມທັງໝົດ, ລວມຍອດ,
  ຍອດລວມ, ລວມທັງສິ້ນ, ລວມເງິນ, ລວມຈຳນວນ, ທັງໝົດ, รวม, รวมทั้งสิ้น, ยอดรวม, รวมทั้งหมด, รวมเงิน,
  ทั้งหมด
`).map(headingKey);

/** Words of the lines below a table: signatures, the maker, the page. */
const lastWords = wordList(`
  signature, signed, sign, prepared by, checked by, approved by, director, accountant, printed,
  print date, page, end of statement, end of report, note, this is a computer generated,
  computer generated, *** end, authorised, authorized, ລາຍເຊັນ, ເຊັນ, ລົງຊື່, ລົງລາຍເຊັນ, ຜູ້ສ້າງ,
  ຜູ້ກວດ, ຜູ້ອຳນວຍການ, ຫົວໜ້າ, ບັນຊີ, ຜູ້ສະຫຼຸບ, ຜູ້ຮັບຜິດຊອບ, ພິມວັນທີ, ໜ້າ, ໝາຍເຫດ, ວັນທີພິມ,
  ສິ້ນສຸດ, ທີ່ນະຄອນຫຼວງ, ลงชื่อ, ลายเซ็น, ผู้จัดทำ, ผู้ตรวจ, หน้า, หมายเหตุ, พิมพ์
`).map(headingKey);

const firstKey = (cells: readonly (string | null)[]) =>
  headingKey(cells.find((cell) => cell !== null && cell !== '') ?? '');

/** Digits may follow the word, as in `Total 12`. */
const begins = (key: string, words: readonly string[], isWhole: boolean) =>
  words.some(
    (word) => key.startsWith(word) && (!isWhole || /^[\p{N}]*$/u.test(key.slice(word.length))),
  );

/** True for a text that names a sum; `ລວມ 12 ຄົນ` counts too. */
export const isTotalText = (text: string): boolean =>
  begins(
    headingKey(text).replace(/(?:ຄົນ|ລາຍການ|คน|รายการ|items?|students?|rows?)$/u, ''),
    totals,
    true,
  );

/** True for a row that begins with the word of a sum. */
export const isTotal = (cells: readonly (string | null)[]): boolean =>
  isTotalText(cells.find((cell) => cell !== null && cell !== '') ?? '');

/** True for a row that begins with a word that stands below a table. */
export const isLastWord = (cells: readonly (string | null)[]): boolean =>
  begins(firstKey(cells), lastWords, false);
