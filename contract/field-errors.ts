import type { Language } from './language.ts';

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
    lo: 'ຕົວອັກສອນ A ຫາ Z 2 ຫາ 4 ຕົວ, ຍົກເວັ້ນ ST ແລະ TC',
  },
  branchCodeUsed: {
    en: 'Already part of issued numbers, so it cannot be changed',
    lo: 'ລະຫັດນີ້ໃຊ້ໃນເລກທີເອກະສານແລ້ວ, ປ່ຽນບໍ່ໄດ້',
  },
  scoreInvalid: {
    en: 'Enter a score such as 17.5, or abs or ex',
    lo: 'ຄະແນນ ເຊັ່ນ 17.5, ຫຼື abs ຫຼື ex',
  },
  rateInvalid: {
    en: 'Enter a number such as 21,640.50, at most 6 decimals',
    lo: 'ຕົວເລກ ເຊັ່ນ 21,640.50, ທົດສະນິຍົມບໍ່ເກີນ 6 ຕົວ',
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
  passwordWrong: { en: 'The old password is not right', lo: 'ລະຫັດຜ່ານເກົ່າບໍ່ຖືກຕ້ອງ' },
  passwordSame: {
    en: 'Choose a password other than the temporary one',
    lo: 'ກະລຸນາເລືອກລະຫັດທີ່ບໍ່ຄືກັບລະຫັດຊົ່ວຄາວ',
  },
  unlockPasswordWrong: { en: 'This password is not right', lo: 'ລະຫັດຜ່ານບໍ່ຖືກຕ້ອງ' },
  signInWrong: { en: 'E-mail or password is not right', lo: 'ອີເມວ ຫຼື ລະຫັດຜ່ານບໍ່ຖືກຕ້ອງ' },
  signedBySelf: { en: 'Another person has to approve this', lo: 'ຕ້ອງໃຫ້ຄົນອື່ນເປັນຜູ້ອະນຸມັດ' },
  mayNotSign: { en: 'This person cannot approve this', lo: 'ຜູ້ນີ້ບໍ່ມີສິດອະນຸມັດ' },
  setupCodeWrong: { en: 'This is not the code shown on the server', lo: 'ບໍ່ແມ່ນລະຫັດທີ່ສະແດງຢູ່ເຊີບເວີ' },
  rescueCodeWrong: {
    en: 'This code is wrong, was used, or has ended. Make a new one on the server',
    lo: 'ລະຫັດນີ້ບໍ່ຖືກຕ້ອງ, ຖືກໃຊ້ແລ້ວ ຫຼື ໝົດກຳນົດ. ກະລຸນາສ້າງລະຫັດໃໝ່ຢູ່ເຊີບເວີ',
  },
  birthdayInvalid: {
    en: 'Enter a day that is not in the future and at most 100 years ago',
    lo: 'ບໍ່ແມ່ນມື້ໃນອະນາຄົດ ແລະ ບໍ່ເກີນ 100 ປີກ່ອນ',
  },
  guardianNeeded: { en: 'A student under 18 needs a guardian', lo: 'ອາຍຸຕ່ຳກວ່າ 18 ປີ ຕ້ອງມີຜູ້ປົກຄອງ' },
  payerNeeded: { en: 'Choose exactly one guardian who pays', lo: 'ຕ້ອງມີຜູ້ຊຳລະເງິນໜຶ່ງຄົນເທົ່ານັ້ນ' },
  phoneNeeded: { en: 'Enter a phone number, or add a guardian', lo: 'ກະລຸນາໃສ່ເບີໂທ ຫຼື ເພີ່ມຜູ້ປົກຄອງ' },
  slipTaken: {
    en: 'This photo belongs to another payment. Take another one',
    lo: 'ຮູບນີ້ໃຊ້ກັບການຊຳລະອື່ນແລ້ວ. ກະລຸນາຖ່າຍໃໝ່',
  },
  personUnknown: { en: 'This person was not found', lo: 'ບໍ່ພົບບຸກຄົນນີ້' },
  personTwice: { en: 'This person is listed twice', lo: 'ມີບຸກຄົນນີ້ຢູ່ແລ້ວ' },
  branchUnknown: { en: 'This branch was not found', lo: 'ບໍ່ພົບສາຂານີ້' },
  branchNotYours: {
    en: 'You can add only your own branch; a superadmin can change the others',
    lo: 'ເພີ່ມໄດ້ສະເພາະສາຂາຂອງທ່ານ; ສາຂາອື່ນ ຜູ້ດູແລລະບົບສູງສຸດເປັນຜູ້ປ່ຽນ',
  },
  timesOverlap: {
    en: 'This time overlaps another one of the same day',
    lo: 'ເວລານີ້ຊ້ອນກັບເວລາອື່ນໃນມື້ດຽວກັນ',
  },
  reasonNeeded: { en: 'Enter a reason', lo: 'ກະລຸນາໃສ່ເຫດຜົນ' },
  oneOf: { en: 'Choose one of: {n}', lo: 'ເລືອກອັນໜຶ່ງ: {n}' },
  dateUnreadable: { en: 'Write the day like 31/12/2015', lo: 'ຂຽນວັນທີແບບ 31/12/2015' },
  noSuchDay: { en: 'There is no day {n}', lo: 'ບໍ່ມີວັນທີ {n}' },
  timeInvalid: { en: 'Write the time like 08:30', lo: 'ຂຽນເວລາແບບ 08:30' },
  timesTurned: { en: 'Must be after the start', lo: 'ຕ້ອງຫຼັງເວລາເລີ່ມ' },
  dayUnlikely: {
    en: 'The day {n} is too far away. Check the year',
    lo: 'ວັນທີ {n} ໄກເກີນໄປ. ກະລຸນາກວດປີ',
  },
  dayUnclear: {
    en: 'Not clear which day is meant: {n}',
    lo: 'ບໍ່ຊັດເຈນວ່າແມ່ນວັນທີໃດ: {n}',
  },
  codeCut: {
    en: 'Excel has cut this code. Format the column as text and enter the code again',
    lo: 'Excel ຕັດລະຫັດນີ້ແລ້ວ. ຕັ້ງຮູບແບບຖັນເປັນຂໍ້ຄວາມ (Text) ແລະ ໃສ່ລະຫັດໃໝ່',
  },
  buddhistYear: { en: 'This is a Buddhist year. Write {n}', lo: 'ປີນີ້ແມ່ນພຸດທະສັກກະລາດ. ຂຽນເປັນ {n}' },
  formulaFound: { en: 'This is a formula. Enter the value itself', lo: 'ເປັນສູດ. ກະລຸນາຂຽນຄ່າແທນ' },
  skuInvalid: {
    en: 'Letters A to Z, digits and dashes, at most 20',
    lo: 'ຕົວອັກສອນ A ຫາ Z, ຕົວເລກ ແລະ ຂີດ, ບໍ່ເກີນ 20 ຕົວ',
  },
  barcodeInvalid: {
    en: 'Not a barcode: one of the 13 digits is not right',
    lo: 'ບໍ່ແມ່ນບາໂຄດ: ມີຕົວເລກບໍ່ຖືກໃນ 13 ຕົວ',
  },
  barcodeTaken: { en: 'Already used for {n}', lo: 'ໃຊ້ກັບສິນຄ້ານີ້ແລ້ວ: {n}' },
  productsInUse: {
    en: 'Products in use: {n}. Take them out of use first',
    lo: 'ມີສິນຄ້າທີ່ໃຊ້ງານຢູ່ {n} ລາຍການ. ກະລຸນາປິດໃຊ້ງານກ່ອນ',
  },
  reorderNotYours: {
    en: 'Only an admin of this branch can change its reorder level',
    lo: 'ຈຳນວນແຈ້ງເຕືອນຂອງສາຂານີ້ ປ່ຽນໄດ້ສະເພາະຜູ້ດູແລລະບົບຂອງສາຂານັ້ນ',
  },
  otherBranch: { en: 'Choose another branch', lo: 'ກະລຸນາເລືອກສາຂາອື່ນ' },
  otherClass: { en: 'Choose another class', lo: 'ກະລຸນາເລືອກຫ້ອງຮຽນອື່ນ' },
  wholeSteps: { en: 'Cash has to be a multiple of {n}', lo: 'ເງິນສົດຕ້ອງເປັນຈຳນວນເຕັມຂອງ {n}' },
  notBefore: { en: 'Not before {n}', lo: 'ບໍ່ກ່ອນ {n}' },
  notAfter: { en: 'Not after {n}', lo: 'ບໍ່ຫຼັງ {n}' },
  superadminOnly: {
    en: 'Only a superadmin changes this',
    lo: 'ສະເພາະຜູ້ດູແລລະບົບສູງສຸດປ່ຽນໄດ້',
  },
  productUnknown: { en: 'This product was not found', lo: 'ບໍ່ພົບສິນຄ້ານີ້' },
  productTwice: { en: 'This product is listed twice', lo: 'ມີສິນຄ້ານີ້ຢູ່ແລ້ວ' },
  noProducts: { en: 'There are no products to count here', lo: 'ບໍ່ມີສິນຄ້າທີ່ນັບສາງ' },
  notCounted: { en: 'Stock of this product is not counted', lo: 'ສິນຄ້ານີ້ບໍ່ນັບສາງ' },
  stockThere: {
    en: 'Some of it is on hand, reserved or on the way. Bring the stock to 0 first',
    lo: 'ຍັງມີຢູ່ໃນສາງ, ຈອງໄວ້ ຫຼື ກຳລັງໂອນ. ກະລຸນາຕັດອອກກ່ອນ',
  },
  notOnHand: { en: 'Only {n} on hand', lo: 'ໃນສາງມີພຽງ {n}' },
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
  notInClassThen: { en: 'Was not in the class on this day', lo: 'ບໍ່ໄດ້ຢູ່ໃນຫ້ອງຮຽນມື້ນັ້ນ' },
  oneLanguage: {
    en: 'Write the title and the text in at least one language',
    lo: 'ຂຽນຫົວຂໍ້ ແລະ ເນື້ອໃນຢ່າງໜ້ອຍໜຶ່ງພາສາ',
  },
  oneOfBoth: { en: 'Fill in at least one of the two', lo: 'ກະລຸນາໃສ່ຢ່າງໜ້ອຍໜຶ່ງຊ່ອງ' },
  categoryUnknown: { en: 'This category was not found', lo: 'ບໍ່ພົບໝວດນີ້' },
  categoryInactive: { en: 'This category is not in use', lo: 'ໝວດນີ້ບໍ່ໄດ້ໃຊ້ງານ' },
  rateNeeded: {
    en: 'There is no exchange rate for this currency yet',
    lo: 'ຍັງບໍ່ມີອັດຕາແລກປ່ຽນຂອງສະກຸນເງິນນີ້',
  },
  courseTwice: { en: 'This course is listed twice', lo: 'ມີຫຼັກສູດນີ້ຢູ່ແລ້ວ' },
  branchTwice: { en: 'This branch is listed twice', lo: 'ມີສາຂານີ້ຢູ່ແລ້ວ' },
  courseUnknown: { en: 'This course was not found', lo: 'ບໍ່ພົບຫຼັກສູດນີ້' },
  courseCircle: { en: 'This would lead back to the same course', lo: 'ຫຼັກສູດຕໍ່ໄປນີ້ວົນກັບມາຫາຫຼັກສູດເດີມ' },
  coursesInUse: {
    en: 'Courses in use: {n}. Take them out of use first',
    lo: 'ມີຫຼັກສູດທີ່ໃຊ້ງານຢູ່ {n} ຫຼັກສູດ. ກະລຸນາປິດໃຊ້ງານກ່ອນ',
  },
  classesInUse: {
    en: 'Classes not finished: {n}. Finish or cancel them first',
    lo: 'ມີຫ້ອງຮຽນທີ່ຍັງບໍ່ຈົບ {n} ຫ້ອງ. ກະລຸນາຈົບ ຫຼື ຍົກເລີກກ່ອນ',
  },
  termUnknown: { en: 'This term was not found', lo: 'ບໍ່ພົບພາກຮຽນນີ້' },
  classOutside: { en: 'Class {n} would be outside the term', lo: 'ຫ້ອງຮຽນ {n} ຈະຢູ່ນອກໄລຍະພາກຮຽນ' },
  classElsewhere: { en: 'Class {n} belongs to another branch', lo: 'ຫ້ອງຮຽນ {n} ແມ່ນຂອງສາຂາອື່ນ' },
  holidayOutside: { en: 'This day is not in the term', lo: 'ມື້ນີ້ບໍ່ຢູ່ໃນພາກຮຽນ' },
  outsideTerm: { en: 'Outside the term: {n}', lo: 'ຢູ່ນອກພາກຮຽນ: {n}' },
  noMeetings: { en: 'The class would have no sessions on these days', lo: 'ບໍ່ມີຄັ້ງຮຽນໃນຊ່ວງວັນທີນີ້' },
  holidayThen: { en: 'The centre is closed on this day', lo: 'ມື້ນີ້ສູນພັກ' },
  cannotChange: { en: 'This can no longer be changed', lo: 'ປ່ຽນບໍ່ໄດ້ອີກແລ້ວ' },
  seatsInUse: { en: '{n} seats are taken', lo: 'ມີນັກຮຽນແລ້ວ {n} ຄົນ' },
  taughtUntil: { en: 'Not before {n}: attendance has been taken', lo: 'ບໍ່ກ່ອນ {n}: ໝາຍການເຂົ້າຮຽນແລ້ວ' },
  sessionsOutside: { en: 'There are sessions outside these dates', lo: 'ມີຄັ້ງຮຽນຢູ່ນອກຊ່ວງວັນທີນີ້' },
  notHere: { en: 'Not available in this branch', lo: 'ບໍ່ມີໃນສາຂານີ້' },
  scoresGiven: {
    en: 'Scores have been entered, so it cannot be a draft again',
    lo: 'ໃຫ້ຄະແນນແລ້ວ; ກັບເປັນຮ່າງບໍ່ໄດ້',
  },
  scoresClosed: { en: 'This assessment is not taking scores now', lo: 'ການສອບເສັງນີ້ບໍ່ຮັບຄະແນນຕອນນີ້' },
  notOfClass: { en: 'Does not belong to this class', lo: 'ບໍ່ແມ່ນຂອງຫ້ອງຮຽນນີ້' },
  scoreOrMark: { en: 'Enter either a score or a mark', lo: 'ໃສ່ຄະແນນ ຫຼື ເຄື່ອງໝາຍ ຢ່າງໃດຢ່າງໜຶ່ງ' },
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
  oneDefault: { en: 'Another account is already the default', lo: 'ມີບັນຊີຫຼັກຢູ່ແລ້ວ' },
  accountUsed: {
    en: 'Money has been received in this account. Add a new one instead',
    lo: 'ບັນຊີນີ້ມີເງິນເຂົ້າແລ້ວ. ກະລຸນາເພີ່ມບັນຊີໃໝ່',
  },
  otherValue: { en: 'The value differs from what was recorded', lo: 'ມູນຄ່າບໍ່ເທົ່າກັບທີ່ບັນທຶກໄວ້' },
  fileUnknown: { en: 'The file was not found. Upload it again', lo: 'ບໍ່ພົບຟາຍ. ກະລຸນາອັບໂຫຼດໃໝ່' },
} as const satisfies Record<string, Record<Language, string>>;

export type FieldErrorCode = keyof typeof texts;
/** A code, with its limit after a colon if it has one: `tooLong:60`. */
export type FieldError = FieldErrorCode | `${FieldErrorCode}:${string}`;

/** The text of a field error in `language`; that of `invalid` for an unknown code. */
export function fieldErrorText(error: string, language: Language): string {
  const [code = '', ...rest] = error.split(':');
  const text = Object.hasOwn(texts, code) ? texts[code as FieldErrorCode] : texts.invalid;
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
