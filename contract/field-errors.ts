import type { Language } from './language.ts';
import type { serverTexts } from './server-field-errors.ts';

/**
 * The errors of one field, in both languages. `{n}` is the limit. Every zod issue of the contract
 * carries one of these codes as its message (see `fields.ts`), so that the form and the server show
 * the same text.
 */
const texts = {
  required: { en: 'Required', lo: 'ຈຳເປັນຕ້ອງໃສ່' },
  invalid: { en: 'Check this entry', lo: 'ບໍ່ຖືກຕ້ອງ. ກະລຸນາກວດຄືນ' },
  tooLong: { en: 'At most {n} characters', lo: 'ບໍ່ເກີນ {n} ຕົວອັກສອນ' },
  tooShort: { en: 'At least {n} characters', lo: 'ຢ່າງໜ້ອຍ {n} ຕົວອັກສອນ' },
  tooSmall: { en: 'At least {n}', lo: 'ຢ່າງໜ້ອຍ {n}' },
  tooLarge: { en: 'At most {n}', lo: 'ບໍ່ເກີນ {n}' },
  tooMany: { en: 'At most {n} entries', lo: 'ບໍ່ເກີນ {n} ລາຍການ' },
  positive: { en: 'Must be above 0', lo: 'ຕ້ອງຫຼາຍກວ່າ 0' },
  noSuchCash: { en: 'Cash comes in steps of {n}', lo: 'ຫົວໜ່ວຍນ້ອຍສຸດຂອງເງິນສົດແມ່ນ {n}' },
  taken: { en: 'Already used', lo: 'ຖືກໃຊ້ແລ້ວ' },
  emailInvalid: { en: 'Write it like name@example.com', lo: 'ຂຽນແບບ name@example.com' },
  phoneInvalid: {
    en: 'Phone is not valid. Write it like 020 5551 2345',
    lo: 'ເບີໂທບໍ່ຖືກຕ້ອງ. ຂຽນແບບ 020 5551 2345',
  },
  phoneCut: {
    en: 'The spreadsheet has cut this number. Format the column as text and write the number again',
    lo: 'ໂປຣແກຣມຕາຕະລາງຕັດເບີນີ້ແລ້ວ. ຕັ້ງຮູບແບບຖັນເປັນຂໍ້ຄວາມ ແລ້ວຂຽນເບີໃໝ່',
  },
  webInvalid: { en: 'Write it like https://example.com', lo: 'ຂຽນແບບ https://example.com' },
  branchCodeInvalid: {
    en: '2 to 4 letters from A to Z, but not ST or TC',
    lo: 'ຕົວອັກສອນ 2 ຫາ 4 ຕົວ, ຕັ້ງແຕ່ A ຫາ Z, ຍົກເວັ້ນ ST ແລະ TC',
  },
  scoreInvalid: {
    en: 'Enter a score such as 17.5, or abs or ex',
    lo: 'ໃສ່ຄະແນນ ເຊັ່ນ 17.5, ຫຼື abs ຫຼື ex',
  },
  rateInvalid: {
    en: 'Enter a number such as 21,640.50, at most 6 decimals',
    lo: 'ໃສ່ຕົວເລກ ເຊັ່ນ 21,640.50, ທົດສະນິຍົມບໍ່ເກີນ 6 ຕົວ',
  },
  digitsOnly: { en: 'Digits only. Write it like {n}', lo: 'ໃສ່ໄດ້ແຕ່ຕົວເລກ. ຂຽນແບບ {n}' },
  numberUnclear: {
    en: 'Not clear which digits are thousands. Write it like {n}',
    lo: 'ບໍ່ຊັດເຈນວ່າຕົວເລກໃດແມ່ນຫຼັກພັນ. ຂຽນແບບ {n}',
  },
  noMinus: { en: 'Write the amount without a minus', lo: 'ຂຽນຈຳນວນເງິນໂດຍບໍ່ມີເຄື່ອງໝາຍລົບ' },
  signUnclear: {
    en: 'There are two signs. Write one minus or none',
    lo: 'ມີເຄື່ອງໝາຍສອງອັນ. ໃສ່ເຄື່ອງໝາຍລົບອັນດຽວ ຫຼື ບໍ່ໃສ່',
  },
  otherCurrency: {
    en: 'This amount is in {n}, the currency beside it is another one',
    lo: 'ຈຳນວນນີ້ເປັນ {n}, ບໍ່ກົງກັບສະກຸນເງິນທີ່ກຳນົດໄວ້',
  },
  kipDecimals: { en: 'Kip has no decimals. Write it like {n}', lo: 'ເງິນກີບບໍ່ມີທົດສະນິຍົມ. ຂຽນແບບ {n}' },
  wholeOnly: { en: 'Enter a whole number, without decimals', lo: 'ໃສ່ຈຳນວນເຕັມ, ບໍ່ມີທົດສະນິຍົມ' },
  tooManyDecimals: { en: 'At most {n} decimals', lo: 'ທົດສະນິຍົມບໍ່ເກີນ {n} ຕົວ' },
  numberTooLarge: { en: 'Too many digits. Check what you typed', lo: 'ຕົວເລກຫຼາຍເກີນໄປ. ກະລຸນາກວດຄືນ' },
  unlockPasswordWrong: { en: 'This password is not right', lo: 'ລະຫັດຜ່ານບໍ່ຖືກຕ້ອງ' },
  birthdayInvalid: {
    en: 'Enter a day that is not in the future and at most 100 years ago',
    lo: 'ໃສ່ວັນທີທີ່ບໍ່ແມ່ນອະນາຄົດ ແລະ ບໍ່ເກີນ 100 ປີກ່ອນ',
  },
  guardianNeeded: { en: 'A student under 18 needs a guardian', lo: 'ອາຍຸຕ່ຳກວ່າ 18 ປີ ຕ້ອງມີຜູ້ປົກຄອງ' },
  payerNeeded: { en: 'Choose exactly one guardian who pays', lo: 'ຕ້ອງມີຜູ້ຊຳລະເງິນໜຶ່ງຄົນເທົ່ານັ້ນ' },
  phoneNeeded: { en: 'Enter a phone number, or add a guardian', lo: 'ກະລຸນາໃສ່ເບີໂທ ຫຼື ເພີ່ມຜູ້ປົກຄອງ' },
  personTwice: { en: 'This person is listed twice', lo: 'ມີບຸກຄົນນີ້ຢູ່ແລ້ວ' },
  timesOverlap: {
    en: 'This time overlaps another one of the same day',
    lo: 'ເວລານີ້ຊ້ອນກັບເວລາອື່ນໃນມື້ດຽວກັນ',
  },
  reasonNeeded: { en: 'Enter a reason', lo: 'ກະລຸນາໃສ່ເຫດຜົນ' },
  dateUnreadable: { en: 'Write the day like 31/12/2015', lo: 'ຂຽນວັນທີແບບ 31/12/2015' },
  noSuchDay: { en: 'There is no day {n}', lo: 'ບໍ່ມີວັນທີ {n}' },
  timeInvalid: { en: 'Write the time like 08:30', lo: 'ຂຽນເວລາແບບ 08:30' },
  timesTurned: { en: 'Must be after the start', lo: 'ຕ້ອງຫຼັງເວລາເລີ່ມ' },
  buddhistYear: { en: 'This is a Buddhist year. Write {n}', lo: 'ປີນີ້ແມ່ນພຸດທະສັກກະລາດ. ຂຽນເປັນ {n}' },
  skuInvalid: {
    en: 'Letters A to Z, digits and dashes, at most 20',
    lo: 'ຕົວອັກສອນ A ຫາ Z, ຕົວເລກ ແລະ ຂີດ, ບໍ່ເກີນ 20 ຕົວ',
  },
  barcodeInvalid: {
    en: 'Not a barcode: one of the 13 digits is not right',
    lo: 'ບໍ່ແມ່ນບາໂຄດ: ມີຕົວເລກບໍ່ຖືກໃນ 13 ຕົວ',
  },
  otherBranch: { en: 'Choose another branch', lo: 'ກະລຸນາເລືອກສາຂາອື່ນ' },
  notBefore: { en: 'Not before {n}', lo: 'ບໍ່ກ່ອນ {n}' },
  notAfter: { en: 'Not after {n}', lo: 'ບໍ່ຫຼັງ {n}' },
  notCounted: { en: 'Stock of this product is not counted', lo: 'ສິນຄ້ານີ້ບໍ່ນັບສາງ' },
  notOnHand: { en: 'Only {n} on hand', lo: 'ໃນສາງມີພຽງ {n} ອັນ' },
  shortCodeInvalid: {
    en: 'Letters A to Z, digits and dashes, at most 12',
    lo: 'ຕົວອັກສອນ A ຫາ Z, ຕົວເລກ ແລະ ຂີດ, ບໍ່ເກີນ 12 ຕົວ',
  },
  dayTwice: { en: 'This day is listed twice', lo: 'ມື້ນີ້ມີຢູ່ແລ້ວ' },
  datesTurned: { en: 'Must not be before the start', lo: 'ຕ້ອງບໍ່ກ່ອນວັນທີເລີ່ມ' },
  spanTooLong: { en: 'At most {n} days in total', lo: 'ລວມບໍ່ເກີນ {n} ມື້' },
  yearUnlikely: { en: 'Write a year from 2000 to 2099', lo: 'ຂຽນປີ 2000 ຫາ 2099' },
  agesTurned: { en: 'Must not be below the minimum age', lo: 'ຕ້ອງບໍ່ຕ່ຳກວ່າອາຍຸຕ່ຳສຸດ' },
  belowMinimum: { en: 'Must not be below the minimum', lo: 'ຕ້ອງບໍ່ຕ່ຳກວ່າຈຳນວນຕ່ຳສຸດ' },
  oneLanguage: {
    en: 'Write the title and the text in at least one language',
    lo: 'ຂຽນຫົວຂໍ້ ແລະ ເນື້ອໃນຢ່າງໜ້ອຍໜຶ່ງພາສາ',
  },
  oneOfBoth: { en: 'Fill in at least one of the two', lo: 'ກະລຸນາໃສ່ຢ່າງໜ້ອຍໜຶ່ງຊ່ອງ' },
  notHere: { en: 'Not available in this branch', lo: 'ບໍ່ມີໃນສາຂານີ້' },
  notALaoQr: { en: 'This is not a LAO QR code', lo: 'ບໍ່ແມ່ນລະຫັດ LAO QR' },
  checksumWrong: {
    en: 'The code is not complete. Copy all of it',
    lo: 'ລະຫັດບໍ່ຄົບຖ້ວນ. ກະລຸນາສຳເນົາໃໝ່ທັງໝົດ',
  },
  notKip: { en: 'QR codes are for kip accounts only', lo: 'ລະຫັດ QR ໃຊ້ໄດ້ສະເພາະບັນຊີເງິນກີບ' },
  tipNotAllowed: { en: 'A code that asks for a tip cannot be used', lo: 'ໃຊ້ລະຫັດທີ່ຂໍຄ່າທິບບໍ່ໄດ້' },
  notDefault: {
    en: 'Only a kip account in use can be the default',
    lo: 'ບັນຊີຫຼັກຕ້ອງເປັນບັນຊີເງິນກີບທີ່ໃຊ້ງານຢູ່',
  },
} as const satisfies Record<string, Record<Language, string>>;

export type FieldErrorCode = keyof typeof texts | keyof typeof serverTexts;
/** A code, with its limit after a colon if it has one: `tooLong:60`. */
export type FieldError = FieldErrorCode | `${FieldErrorCode}:${string}`;

/**
 * The text of a field error that the app finds, in `language`; that of `invalid` for an unknown
 * code. The server's own are in `server-field-errors.ts`.
 */
export function fieldErrorText(error: string, language: Language): string {
  const [code = '', ...rest] = error.split(':');
  const text = Object.hasOwn(texts, code) ? texts[code as keyof typeof texts] : texts.invalid;
  return text[language].replace('{n}', () => rest.join(':'));
}

type Issue = {
  readonly code?: string | undefined;
  readonly input?: unknown;
  readonly origin?: unknown;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly format?: unknown;
};

/** Turns a zod issue into our code; the only place that knows zod's own issue codes. */
export function fieldErrorOf(issue: Issue): FieldError {
  if (issue.input === undefined || issue.input === null || issue.input === '') return 'required';
  if (issue.code === 'invalid_format' && issue.format === 'email') return 'emailInvalid';
  if (issue.code === 'invalid_format' && issue.format === 'url') return 'webInvalid';
  if (issue.code === 'invalid_format' && issue.format === 'date') return 'dateUnreadable';
  if (issue.code === 'too_small') {
    if (issue.origin === 'string')
      return issue.minimum === 1 ? 'required' : `tooShort:${String(issue.minimum)}`;
    return `tooSmall:${String(issue.minimum)}`;
  }
  if (issue.code === 'too_big') {
    if (issue.origin === 'string') return `tooLong:${String(issue.maximum)}`;
    return issue.origin === 'array'
      ? `tooMany:${String(issue.maximum)}`
      : `tooLarge:${String(issue.maximum)}`;
  }
  return 'invalid';
}
