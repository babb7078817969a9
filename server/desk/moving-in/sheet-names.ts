import type { MovingSheetKind } from '#contract/imports/moving-in.ts';
import { headingKey } from '#server/lib/sheets/heading-key.ts';

/** The names of the sheets of the template, by which a sheet is known before its headings are. */
const sheetNames: Record<MovingSheetKind, readonly string[]> = {
  branches: ['Branches', 'ສາຂາ'],
  numbers: ['Numbers', 'ເລກທີ'],
  rates: ['Rates', 'ອັດຕາແລກປ່ຽນ', 'ອັດຕາ'],
  rooms: ['Rooms', 'ຫ້ອງສອນ'],
  courses: ['Courses', 'ຫຼັກສູດ'],
  teachers: ['Teachers', 'ຄູສອນ', 'ຄູ'],
  accounts: ['Accounts', 'ບັນຊີພະນັກງານ'],
  terms: ['Terms', 'ພາກຮຽນ'],
  fees: ['Fees', 'ຄ່າຮຽນ'],
  classes: ['Classes', 'ຫ້ອງຮຽນ'],
  products: ['Products', 'ສິນຄ້າ'],
  drawers: ['Drawers', 'ລິ້ນຊັກ'],
  students: ['Students', 'ນັກຮຽນ', 'ລາຍຊື່ນັກຮຽນ'],
  enrolments: ['Enrolments', 'ການລົງທະບຽນຮຽນ', 'ການລົງທະບຽນ'],
  balances: ['Opening balances', 'ຍອດຍົກມາ'],
  totals: ['Control totals', 'ຍອດລວມ'],
};

/** The title of a sheet of the template, in both languages. */
export const sheetTitle = (kind: MovingSheetKind): string => sheetNames[kind].slice(0, 2).join(' ');

/** Sheets of the template that hold no rows. */
const sheetsWithoutRows = ['Explanations'].map(headingKey);

/** The name of a sheet without its Lao half, as in `Rooms ຫ້ອງສອນ`. */
const nameKeys = (name: string) =>
  [name, name.replace(/[\u0E80-\u0EFF].*$/u, ''), name.replace(/^[\sA-Za-z]+/, '')].map(headingKey);

/** The kind that the name of a sheet says; null for one of the template without rows. */
export function kindByName(name: string): MovingSheetKind | null | undefined {
  const keys = nameKeys(name);
  if (sheetsWithoutRows.some((one) => keys.includes(one))) return null;
  const found = Object.entries(sheetNames).find(([, words]) =>
    words.some((word) => keys.includes(headingKey(word))),
  );
  return found?.[0] as MovingSheetKind | undefined;
}
