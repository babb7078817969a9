import type { PriceCurrency } from '#contract/money/currencies.ts';
import type { Language } from '#contract/language.ts';
import type { genders, relations } from '#contract/people/people.ts';
import { provinces } from '#contract/people/provinces.ts';
import type { Role } from '#contract/roles.ts';
import type { sources, studentStatuses } from '#contract/people/student-words.ts';
import type { employmentTypes, teacherStatuses } from '#contract/people/teachers.ts';

import { titlesOf } from './name-titles.ts';

/** The words for a value of a list: the word that is written, and all words that are understood. */
export type ChoiceWords = Record<Language, string> & { also?: readonly string[] };
export type CellChoices<Value extends string> = Record<Value, ChoiceWords>;

export const genderWords: CellChoices<(typeof genders)[number]> = {
  female: {
    en: 'Female',
    lo: 'ຍິງ',
    also: ['f', 'girl', 'woman', 'ຜູ້ຍິງ', 'ຍ', 'หญิง', ...titlesOf('female')],
  },
  male: {
    en: 'Male',
    lo: 'ຊາຍ',
    also: ['m', 'boy', 'man', 'ຜູ້ຊາຍ', 'ຊ', 'ชาย', ...titlesOf('male')],
  },
  other: { en: 'Other', lo: 'ອື່ນໆ', also: ['ອື່ນ'] },
};

/** Roles of accounts; a superadmin is known, so that a sheet can say why none is made. */
export const roleWords: CellChoices<Role> = {
  staff: { en: 'Staff', lo: 'ພະນັກງານ', also: ['clerk', 'desk', 'receptionist'] },
  finance: {
    en: 'Finance',
    lo: 'ພະນັກງານການເງິນ',
    also: ['accountant', 'cashier', 'ການເງິນ', 'ບັນຊີ'],
  },
  admin: { en: 'Admin', lo: 'ຜູ້ດູແລລະບົບ', also: ['administrator', 'manager', 'ຜູ້ດູແລ'] },
  superadmin: {
    en: 'Superadmin',
    lo: 'ຜູ້ດູແລລະບົບສູງສຸດ',
    also: ['super admin', 'owner', 'ເຈົ້າຂອງ'],
  },
};

export const relationWords: CellChoices<(typeof relations)[number]> = {
  mother: { en: 'Mother', lo: 'ແມ່', also: ['mum', 'mom'] },
  father: { en: 'Father', lo: 'ພໍ່', also: ['dad'] },
  grandparent: {
    en: 'Grandparent',
    lo: 'ປູ່, ຍ່າ, ຕາ, ຍາຍ',
    also: ['ປູ່', 'ຍ່າ', 'ຕາ', 'ຍາຍ', 'ພໍ່ຕູ້', 'ແມ່ຕູ້', 'grandmother', 'grandfather'],
  },
  auntUncle: {
    en: 'Aunt or uncle',
    lo: 'ລຸງ, ປ້າ, ນ້າ, ອາ, ອາວ',
    also: ['ລຸງ', 'ປ້າ', 'ນ້າ', 'ອາ', 'ອາວ', 'aunt', 'uncle'],
  },
  sibling: {
    en: 'Sibling',
    lo: 'ອ້າຍ, ເອື້ອຍ, ນ້ອງ',
    also: ['ອ້າຍ', 'ເອື້ອຍ', 'ນ້ອງ', 'brother', 'sister'],
  },
  other: { en: 'Other', lo: 'ອື່ນໆ', also: ['ອື່ນ', 'ຜູ້ປົກຄອງ', 'guardian'] },
};

export const studentStatusWords: CellChoices<(typeof studentStatuses)[number]> = {
  prospect: { en: 'Prospect', lo: 'ຜູ້ສົນໃຈ' },
  active: { en: 'Active', lo: 'ກຳລັງຮຽນ' },
  inactive: { en: 'Inactive', lo: 'ພັກຮຽນ' },
  graduated: { en: 'Graduated', lo: 'ຮຽນຈົບແລ້ວ' },
  left: { en: 'Left', lo: 'ເຊົາຮຽນແລ້ວ' },
};

export const sourceWords: CellChoices<(typeof sources)[number]> = {
  walkIn: { en: 'Walk-in', lo: 'ແວ່ມາເອງ', also: ['walked in'] },
  friend: { en: 'Friend or family', lo: 'ໝູ່ ຫຼື ຄອບຄົວ', also: ['friend', 'family', 'ໝູ່', 'ຄອບຄົວ'] },
  facebook: { en: 'Facebook', lo: 'Facebook', also: ['fb'] },
  school: { en: 'School', lo: 'ໂຮງຮຽນ' },
  sign: { en: 'Sign or poster', lo: 'ປ້າຍໂຄສະນາ', also: ['sign', 'poster', 'ປ້າຍ'] },
  event: { en: 'Event', lo: 'ງານກິດຈະກຳ' },
  other: { en: 'Other', lo: 'ອື່ນໆ', also: ['ອື່ນ'] },
};

export const teacherStatusWords: CellChoices<(typeof teacherStatuses)[number]> = {
  active: { en: 'Active', lo: 'ກຳລັງສອນ' },
  onLeave: { en: 'On leave', lo: 'ລາພັກ' },
  left: { en: 'Left', lo: 'ອອກວຽກແລ້ວ' },
};

export const employmentWords: CellChoices<(typeof employmentTypes)[number]> = {
  full: { en: 'Full-time', lo: 'ເຕັມເວລາ', also: ['full', 'full time'] },
  part: { en: 'Part-time', lo: 'ບາງເວລາ', also: ['part', 'part time'] },
  freelance: { en: 'Freelance', lo: 'ອິດສະຫຼະ' },
};

export const yesNoWords: CellChoices<'yes' | 'no'> = {
  yes: { en: 'Yes', lo: 'ແມ່ນ', also: ['y', 'true', '1', 'ໃຊ້ງານ'] },
  no: { en: 'No', lo: 'ບໍ່', also: ['n', 'false', '0', 'ບໍ່ແມ່ນ', 'ບໍ່ໃຊ້ງານ'] },
};

/** The currencies of prices, by their code or their name. */
export const currencyWords: CellChoices<PriceCurrency> = {
  LAK: { en: 'LAK', lo: 'LAK', also: ['kip', 'ກີບ', '₭'] },
  THB: { en: 'THB', lo: 'THB', also: ['baht', 'ບາດ', '฿'] },
  USD: { en: 'USD', lo: 'USD', also: ['dollar', 'ໂດລາ', '$', 'us$'] },
};

/** The provinces, which are also understood by their code. */
export const provinceWords = Object.fromEntries<ChoiceWords>(
  provinces.map(({ code, iso, en, lo }) => [
    code,
    { en, lo, also: [code, String(Number(code)), iso, ...otherSpellings(code)] },
  ]),
) as CellChoices<(typeof provinces)[number]['code']>;

/**
 * Names in everyday use beside the official ones. A bare "Vientiane" is not among them, because it
 * could mean two provinces.
 */
function otherSpellings(code: string): string[] {
  const spellings: Record<string, string[]> = {
    '01': ['ນະຄອນຫຼວງ', 'Vientiane Prefecture', 'VTE'],
    '04': ['Udomxay'],
    '08': ['Sayaboury', 'Xayaboury', 'Xayabury', 'Sainyabuli'],
    '09': ['Xieng Khouang', 'Xiangkhouang'],
    '11': ['Borikhamxay', 'Bolikhamsai'],
    '14': ['Saravane'],
    '15': ['Xekong'],
  };
  return spellings[code] ?? [];
}

/** The written word for a value; empty for no value. */
export const choiceWord = <Value extends string>(
  words: CellChoices<Value>,
  value: Value | null,
  language: Language,
): string => (value === null ? '' : words[value][language]);
