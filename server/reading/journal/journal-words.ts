import en from '#locales/money-reports.json';
import lo from '#lao-locales/money-reports.json';
import type { JournalAccount, JournalRow } from '#contract/money/journal.ts';
import type { Language } from '#contract/language.ts';

/** The account names in both languages; the screen has the same words in its own file. */
export const accountNames: Record<JournalAccount, Record<Language, string>> = {
  cash: { en: 'Cash in drawers', lo: 'ເງິນສົດໃນລິ້ນຊັກ' },
  safe: { en: 'Safe', lo: 'ຕູ້ນິລະໄພ' },
  bank: { en: 'Bank', lo: 'ທະນາຄານ' },
  slips: { en: 'Slips to be verified', lo: 'ສະລິບລໍຖ້າກວດສອບ' },
  receivables: { en: 'Owed by families', lo: 'ໜີ້ຂອງຄອບຄົວ' },
  between: { en: 'Between branches', lo: 'ລະຫວ່າງສາຂາ' },
  credits: { en: 'Credit of families', lo: 'ເງິນຄົງເຫຼືອຂອງຄອບຄົວ' },
  holds: { en: 'Money on holds', lo: 'ເງິນຂອງການຈອງ' },
  openings: { en: 'Opening balances', lo: 'ຍອດຍົກມາ' },
  unearned: { en: 'Tuition not yet taught', lo: 'ຄ່າຮຽນທີ່ຍັງບໍ່ໄດ້ສອນ' },
  tuition: { en: 'Tuition', lo: 'ຄ່າຮຽນ' },
  registration: { en: 'Registration', lo: 'ຄ່າລົງທະບຽນ' },
  products: { en: 'Products', lo: 'ສິນຄ້າ' },
  discounts: { en: 'Discounts', lo: 'ສ່ວນຫຼຸດ' },
  adjustments: { en: 'Adjustments', lo: 'ການປັບປຸງ' },
  rounding: { en: 'Rounding', lo: 'ການປັດເສດ' },
  overShort: { en: 'Cash over and short', lo: 'ເງິນເກີນ ແລະ ເງິນຂາດ' },
  paidIn: { en: 'Paid in', lo: 'ເງິນຮັບເຂົ້າ' },
  paidOut: { en: 'Paid out', lo: 'ເງິນຈ່າຍອອກ' },
  betweenDrawers: { en: 'Between drawers', lo: 'ລະຫວ່າງລິ້ນຊັກ' },
  settlements: { en: 'Paid between branches', lo: 'ຊຳລະລະຫວ່າງສາຂາ' },
  exchange: { en: 'Exchange difference', lo: 'ຜົນຕ່າງອັດຕາແລກປ່ຽນ' },
};

export const journalHeadings: Record<
  Language,
  Record<
    'title' | 'day' | 'code' | 'account' | 'detail' | 'debit' | 'credit' | 'note' | 'provisional',
    string
  >
> = {
  en: {
    title: 'Journal',
    day: 'Day',
    code: 'Code',
    account: 'Account',
    detail: 'Detail',
    debit: 'Debit, LAK',
    credit: 'Credit, LAK',
    note: 'Note',
    provisional: 'Provisional: the day is still open',
  },
  lo: {
    title: 'ປຶ້ມບັນທຶກບັນຊີ',
    day: 'ວັນທີ',
    code: 'ລະຫັດ',
    account: 'ບັນຊີ',
    detail: 'ລາຍລະອຽດ',
    debit: 'ເດບິດ, ກີບ',
    credit: 'ເຄຣດິດ, ກີບ',
    note: 'ໝາຍເຫດ',
    provisional: 'ຊົ່ວຄາວ: ຍັງບໍ່ໄດ້ປິດບັນຊີປະຈຳວັນ',
  },
};

const paidOutWords: Record<Language, Record<string, string>> = { en: en.paidOut, lo: lo.paidOut };

/** The detail of a row in words: for money paid out, where it went. */
export const detailOf = (
  { account, detail }: Pick<JournalRow, 'account' | 'detail'>,
  language: Language,
): string => (account === 'paidOut' ? (paidOutWords[language][detail] ?? detail) : detail);
