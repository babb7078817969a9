import { fieldErrorText } from './field-errors.ts';
import { movingTexts } from '#contract/imports/moving-errors.ts';
import type { Language } from './language.ts';

/**
 * The errors of one field that only the server finds, because it alone sees the other records or
 * reads files. They reach the app as text in the person's language, so the app does not carry them.
 */
export const serverTexts = {
  branchCodeUsed: {
    en: 'Already part of issued numbers, so it cannot be changed',
    lo: 'ລະຫັດນີ້ໃຊ້ໃນເລກທີເອກະສານແລ້ວ, ປ່ຽນບໍ່ໄດ້',
  },
  rightNotAddable: {
    en: 'One of these rights cannot be added to this role',
    lo: 'ມີສິດທີ່ເພີ່ມໃຫ້ບົດບາດນີ້ບໍ່ໄດ້',
  },
  rightNotHad: {
    en: 'The role does not have one of these rights, or it must stay',
    lo: 'ບົດບາດນີ້ບໍ່ມີສິດທີ່ເລືອກ ຫຼື ສິດນັ້ນຖອນບໍ່ໄດ້',
  },
  discountUnlimited: {
    en: 'This role may give any discount. Take “Write a free line on a bill” away first',
    lo: 'ບົດບາດນີ້ໃຫ້ສ່ວນຫຼຸດໄດ້ບໍ່ຈຳກັດ. ກະລຸນາຖອນສິດ “ເພີ່ມລາຍການເອງໃນໃບເກັບເງິນ” ກ່ອນ',
  },
  rightCarriesSet: {
    en: 'This person has a permission set. Only a superadmin changes the role or the branch',
    lo: 'ຄົນນີ້ມີຊຸດສິດ. ສະເພາະຜູ້ດູແລລະບົບສູງສຸດປ່ຽນບົດບາດ ຫຼື ສາຂາໄດ້',
  },
  noDiscountRight: {
    en: 'Without the right to give discounts there is no limit for them',
    lo: 'ບໍ່ມີສິດໃຫ້ສ່ວນຫຼຸດ, ຈຶ່ງຕັ້ງຂອບເຂດບໍ່ໄດ້',
  },
  setKeepsRole: {
    en: 'The role of a set stays. Make another set for another role',
    lo: 'ບົດບາດຂອງຊຸດປ່ຽນບໍ່ໄດ້. ກະລຸນາສ້າງຊຸດໃໝ່ສຳລັບບົດບາດອື່ນ',
  },
  setOfOtherRole: {
    en: 'This set is for another role',
    lo: 'ຊຸດສິດນີ້ສຳລັບບົດບາດອື່ນ',
  },
  noteFull: {
    en: 'The note of this record is full. Shorten it first',
    lo: 'ໝາຍເຫດຂອງຂໍ້ມູນນີ້ເຕັມແລ້ວ. ກະລຸນາຫຍໍ້ໃຫ້ສັ້ນກ່ອນ',
  },
  passwordWrong: { en: 'The old password is not right', lo: 'ລະຫັດຜ່ານເກົ່າບໍ່ຖືກຕ້ອງ' },
  passwordSame: {
    en: 'Choose a password other than the temporary one',
    lo: 'ກະລຸນາເລືອກລະຫັດທີ່ບໍ່ຄືກັບລະຫັດຊົ່ວຄາວ',
  },
  passwordUnchanged: {
    en: 'Choose a password other than the old one',
    lo: 'ກະລຸນາເລືອກລະຫັດຜ່ານທີ່ບໍ່ຄືກັບລະຫັດເກົ່າ',
  },
  passwordCommon: {
    en: 'This password is on a list of common ones. A short sentence is easiest',
    lo: 'ລະຫັດຜ່ານນີ້ຢູ່ໃນລາຍການລະຫັດທີ່ຄົນມັກໃຊ້. ໃຊ້ປະໂຫຍກສັ້ນໆຈະງ່າຍທີ່ສຸດ',
  },
  passwordOwnWord: {
    en: 'This password contains a name, phone, e-mail or place that others know. A short sentence is easiest',
    lo: 'ລະຫັດຜ່ານນີ້ມີຊື່, ເບີໂທ, ອີເມວ ຫຼື ສະຖານທີ່ທີ່ຄົນອື່ນຮູ້ຈັກ. ໃຊ້ປະໂຫຍກສັ້ນໆຈະງ່າຍທີ່ສຸດ',
  },
  passwordRepeated: {
    en: 'This password only repeats itself. A short sentence is easiest',
    lo: 'ລະຫັດຜ່ານນີ້ມີແຕ່ຕົວອັກສອນຊ້ຳກັນ. ໃຊ້ປະໂຫຍກສັ້ນໆຈະງ່າຍທີ່ສຸດ',
  },
  codeWrong: {
    en: 'This code is wrong, or was used already. Wait for the next one',
    lo: 'ລະຫັດນີ້ບໍ່ຖືກຕ້ອງ ຫຼື ຖືກໃຊ້ແລ້ວ. ກະລຸນາລໍຖ້າລະຫັດໃໝ່',
  },
  codesClosed: {
    en: 'Too many codes were wrong today, so those of the app open nothing until tomorrow. Use a recovery code',
    lo: 'ມື້ນີ້ມີການໃສ່ລະຫັດຜິດຫຼາຍເກີນໄປ, ລະຫັດຈາກແອັບຈຶ່ງໃຊ້ບໍ່ໄດ້ຈົນຮອດມື້ອື່ນ. ກະລຸນາໃຊ້ລະຫັດສຳຮອງ',
  },
  codeOfAnotherTime: {
    en: 'This code belongs to another time, {n} minutes away. Set the clock of the phone, and have the clock of the server looked at',
    lo: 'ລະຫັດນີ້ເປັນຂອງເວລາອື່ນ, ຫ່າງກັນ {n} ນາທີ. ກະລຸນາຕັ້ງໂມງໂທລະສັບໃຫ້ຖືກ ແລະ ໃຫ້ກວດໂມງຂອງເຊີບເວີ',
  },
  secretsKeyNeeded: {
    en: 'The server has no key for secrets, so nobody could set one up. Ask the person who runs it to set SECRETS_KEY',
    lo: 'ເຊີບເວີບໍ່ມີກະແຈສຳລັບຂໍ້ມູນລັບ, ຈຶ່ງບໍ່ມີໃຜຕັ້ງໄດ້. ກະລຸນາແຈ້ງຜູ້ດູແລເຊີບເວີໃຫ້ຕັ້ງ SECRETS_KEY',
  },
  codeNeeded: {
    en: 'This person needs a code of their authenticator app too',
    lo: 'ຜູ້ນີ້ຕ້ອງໃສ່ລະຫັດຈາກແອັບຢືນຢັນຕົວຕົນນຳ',
  },
  pinWrong: {
    en: 'This PIN is not right. After five wrong tries only the password works',
    lo: 'PIN ບໍ່ຖືກຕ້ອງ. ຖ້າຜິດ 5 ຄັ້ງ ຕ້ອງໃຊ້ລະຫັດຜ່ານ',
  },
  pinClosed: {
    en: 'The PIN does not open this device now. Use the password',
    lo: 'ຕອນນີ້ໃຊ້ PIN ຢູ່ເຄື່ອງນີ້ບໍ່ໄດ້. ກະລຸນາໃຊ້ລະຫັດຜ່ານ',
  },
  pinCommon: {
    en: 'Many people choose this PIN. Do not use 123456 and the like, repeated digits or a birthday',
    lo: 'PIN ນີ້ມີຄົນໃຊ້ຫຼາຍ. ຢ່າໃຊ້ເລກລຽງກັນ, ເລກຊ້ຳ ຫຼື ວັນເກີດ',
  },
  pinOfPhone: {
    en: 'This PIN is part of your phone number',
    lo: 'PIN ນີ້ຢູ່ໃນເບີໂທຂອງທ່ານ',
  },
  signInWrong: { en: 'E-mail or password is not right', lo: 'ອີເມວ ຫຼື ລະຫັດຜ່ານບໍ່ຖືກຕ້ອງ' },
  signedBySelf: { en: 'Another person has to approve this', lo: 'ຕ້ອງໃຫ້ຄົນອື່ນເປັນຜູ້ອະນຸມັດ' },
  factorDue: {
    en: 'This person first has to sign in and set up their second factor',
    lo: 'ຜູ້ນີ້ຕ້ອງເຂົ້າສູ່ລະບົບ ແລະ ຕັ້ງການຢືນຢັນຂັ້ນທີສອງກ່ອນ',
  },
  mayNotSign: { en: 'This person cannot approve this', lo: 'ຜູ້ນີ້ບໍ່ມີສິດອະນຸມັດ' },
  passwordGiven: {
    en: 'One of you got a temporary password from the other, or both from one person. Until {n} another superadmin has to approve this',
    lo: 'ຜູ້ໜຶ່ງໄດ້ຮັບລະຫັດຜ່ານຊົ່ວຄາວຈາກອີກຜູ້ໜຶ່ງ ຫຼື ທັງສອງໄດ້ຮັບຈາກຄົນດຽວກັນ. ຈົນຮອດ {n} ຕ້ອງໃຫ້ຜູ້ດູແລລະບົບສູງສຸດຄົນອື່ນອະນຸມັດ',
  },
  setupCodeWrong: { en: 'This is not the code shown on the server', lo: 'ບໍ່ແມ່ນລະຫັດທີ່ສະແດງຢູ່ເຊີບເວີ' },
  rescueCodeWrong: {
    en: 'This code is wrong, was used, or has ended. Make a new one on the server',
    lo: 'ລະຫັດນີ້ບໍ່ຖືກຕ້ອງ, ຖືກໃຊ້ແລ້ວ ຫຼື ໝົດກຳນົດ. ກະລຸນາສ້າງລະຫັດໃໝ່ຢູ່ເຊີບເວີ',
  },
  slipTaken: {
    en: 'This photo belongs to another payment. Take another one',
    lo: 'ຮູບນີ້ໃຊ້ກັບການຊຳລະອື່ນແລ້ວ. ກະລຸນາຖ່າຍໃໝ່',
  },
  personUnknown: { en: 'This person was not found', lo: 'ບໍ່ພົບບຸກຄົນນີ້' },
  worksEverywhere: {
    en: 'A superadmin works in every branch already',
    lo: 'ຜູ້ດູແລລະບົບສູງສຸດເຮັດວຽກໄດ້ທຸກສາຂາຢູ່ແລ້ວ',
  },
  branchIsOwn: {
    en: 'This is the branch of the account itself. Change the account',
    lo: 'ນີ້ແມ່ນສາຂາຂອງບັນຊີເອງ. ກະລຸນາແກ້ໄຂບັນຊີ',
  },
  dayOver: { en: 'This day is over', lo: 'ວັນນີ້ຜ່ານໄປແລ້ວ' },
  branchUnknown: { en: 'This branch was not found', lo: 'ບໍ່ພົບສາຂານີ້' },
  branchNotYours: {
    en: 'You can add only your own branch; a superadmin can change the others',
    lo: 'ເພີ່ມໄດ້ສະເພາະສາຂາຂອງທ່ານ; ສາຂາອື່ນ ຜູ້ດູແລລະບົບສູງສຸດເປັນຜູ້ປ່ຽນ',
  },
  oneOf: { en: 'Choose one of: {n}', lo: 'ເລືອກອັນໜຶ່ງ: {n}' },
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
  dittoFound: {
    en: 'This sign stands for the value above it. Enter the value itself',
    lo: 'ເຄື່ອງໝາຍນີ້ໝາຍວ່າຄືຂ້າງເທິງ. ກະລຸນາຂຽນຄ່າແທນ',
  },
  phoneInName: {
    en: 'There is a number in this name. Move it to a column of its own',
    lo: 'ມີຕົວເລກໃນຊື່ນີ້. ກະລຸນາຍ້າຍໄປໃສ່ຖັນອື່ນ',
  },
  currencyMissing: {
    en: 'This amount is in {n}. Say so in the column of currencies',
    lo: 'ຈຳນວນນີ້ເປັນ {n}. ກະລຸນາໃສ່ໃນຖັນສະກຸນເງິນ',
  },
  formulaFound: { en: 'This is a formula. Enter the value itself', lo: 'ເປັນສູດ. ກະລຸນາຂຽນຄ່າແທນ' },
  barcodeTaken: { en: 'Already used for {n}', lo: 'ໃຊ້ກັບສິນຄ້ານີ້ແລ້ວ: {n}' },
  productsInUse: {
    en: 'Products in use: {n}. Take them out of use first',
    lo: 'ມີສິນຄ້າທີ່ໃຊ້ງານຢູ່ {n} ລາຍການ. ກະລຸນາປິດໃຊ້ງານກ່ອນ',
  },
  reorderNotYours: {
    en: 'Only an admin of this branch can change its reorder level',
    lo: 'ຈຳນວນແຈ້ງເຕືອນຂອງສາຂານີ້ ປ່ຽນໄດ້ສະເພາະຜູ້ດູແລລະບົບຂອງສາຂານັ້ນ',
  },
  otherClass: { en: 'Choose another class', lo: 'ກະລຸນາເລືອກຫ້ອງຮຽນອື່ນ' },
  wholeSteps: { en: 'Cash has to be a multiple of {n}', lo: 'ເງິນສົດຕ້ອງພໍດີກັບຫົວໜ່ວຍ {n}' },
  superadminOnly: {
    en: 'Only a superadmin changes this',
    lo: 'ສະເພາະຜູ້ດູແລລະບົບສູງສຸດປ່ຽນໄດ້',
  },
  productUnknown: { en: 'This product was not found', lo: 'ບໍ່ພົບສິນຄ້ານີ້' },
  productTwice: { en: 'This product is listed twice', lo: 'ມີສິນຄ້ານີ້ຢູ່ແລ້ວ' },
  noProducts: { en: 'There are no products to count here', lo: 'ບໍ່ມີສິນຄ້າທີ່ນັບສາງ' },
  stockThere: {
    en: 'Some of it is on hand, reserved or on the way. Bring the stock to 0 first',
    lo: 'ຍັງມີຢູ່ໃນສາງ, ຈອງໄວ້ ຫຼື ກຳລັງໂອນ. ກະລຸນາຕັດອອກກ່ອນ',
  },
  notInClassThen: { en: 'Was not in the class on this day', lo: 'ບໍ່ໄດ້ຢູ່ໃນຫ້ອງຮຽນມື້ນັ້ນ' },
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
  seatsInUse: { en: 'Seats taken: {n}', lo: 'ມີນັກຮຽນແລ້ວ {n} ຄົນ' },
  taughtUntil: { en: 'Not before {n}: attendance has been taken', lo: 'ບໍ່ກ່ອນ {n}: ໝາຍການເຂົ້າຮຽນແລ້ວ' },
  sessionsOutside: { en: 'There are sessions outside these dates', lo: 'ມີຄັ້ງຮຽນຢູ່ນອກຊ່ວງວັນທີນີ້' },
  scoresGiven: {
    en: 'Scores have been entered, so it cannot be a draft again',
    lo: 'ໃຫ້ຄະແນນແລ້ວ; ກັບເປັນຮ່າງບໍ່ໄດ້',
  },
  scoresClosed: { en: 'This assessment is not taking scores now', lo: 'ການສອບເສັງນີ້ບໍ່ຮັບຄະແນນຕອນນີ້' },
  notOfClass: { en: 'Does not belong to this class', lo: 'ບໍ່ແມ່ນຂອງຫ້ອງຮຽນນີ້' },
  scoreOrMark: { en: 'Enter either a score or a mark', lo: 'ໃສ່ຄະແນນ ຫຼື ເຄື່ອງໝາຍ ຢ່າງໃດຢ່າງໜຶ່ງ' },
  oneDefault: { en: 'Another account is already the default', lo: 'ມີບັນຊີຫຼັກຢູ່ແລ້ວ' },
  accountUsed: {
    en: 'Money has been received in this account. Add a new one instead',
    lo: 'ບັນຊີນີ້ມີເງິນເຂົ້າແລ້ວ. ກະລຸນາເພີ່ມບັນຊີໃໝ່',
  },
  otherValue: { en: 'The value differs from what was recorded', lo: 'ມູນຄ່າບໍ່ເທົ່າກັບທີ່ບັນທຶກໄວ້' },
  nameJoined: {
    en: 'An invisible letter joins two words. Are they the name and the surname?',
    lo: 'ມີຕົວອັກສອນທີ່ເບິ່ງບໍ່ເຫັນລະຫວ່າງສອງຄຳ. ແມ່ນຊື່ ແລະ ນາມສະກຸນບໍ?',
  },
  ...movingTexts,
  fileUnknown: { en: 'The file was not found. Upload it again', lo: 'ບໍ່ພົບຟາຍ. ກະລຸນາອັບໂຫຼດໃໝ່' },
} as const satisfies Record<string, Record<Language, string>>;

/** The text of any field error in `language`; that of `invalid` for an unknown code. */
export function anyFieldErrorText(error: string, language: Language): string {
  const [code = '', ...rest] = error.split(':');
  if (!Object.hasOwn(serverTexts, code)) return fieldErrorText(error, language);
  const text: Record<Language, string> = serverTexts[code as keyof typeof serverTexts];
  return text[language].replace('{n}', () => rest.join(':'));
}
