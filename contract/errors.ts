import * as z from 'zod/mini';
import type { Language } from './language.ts';

/**
 * Every error that the server answers, with its HTTP status and its texts. The server fills in
 * `{n}`.
 */
export const apiErrors = {
  badRequest: { status: 400, en: 'The request could not be read', lo: 'ບໍ່ສາມາດອ່ານຄຳຂໍໄດ້' },
  fieldsInvalid: { status: 400, en: 'Some fields need attention', lo: 'ບາງຊ່ອງຕ້ອງແກ້ໄຂ' },
  sheetUnreadable: {
    status: 400,
    en: 'This file could not be read. Save it as XLSX or CSV, without a password.',
    lo: 'ບໍ່ສາມາດອ່ານຟາຍນີ້ໄດ້. ກະລຸນາບັນທຶກເປັນ XLSX ຫຼື CSV ໂດຍບໍ່ໃສ່ລະຫັດຜ່ານ.',
  },
  sheetEncoding: {
    status: 400,
    en: 'The letters of this file could not be read. Save it as CSV UTF-8 or as XLSX.',
    lo: 'ບໍ່ສາມາດອ່ານຕົວອັກສອນໃນຟາຍນີ້ໄດ້. ກະລຸນາບັນທຶກເປັນ CSV UTF-8 ຫຼື XLSX.',
  },
  sheetEmpty: { status: 400, en: 'There are no rows under the headings', lo: 'ບໍ່ມີແຖວຂໍ້ມູນຢູ່ລຸ່ມຫົວຖັນ' },
  sheetTwoTables: {
    status: 400,
    en: 'Headings come twice side by side: {n}. Put the tables below each other, or write in each heading whose it is.',
    lo: 'ມີຫົວຖັນຊ້ຳກັນຢູ່ຂ້າງກັນ: {n}. ກະລຸນາວາງຕາຕະລາງໄວ້ລຸ່ມກັນ ຫຼື ຂຽນໃນແຕ່ລະຫົວຖັນວ່າເປັນຂອງໃຜ.',
  },
  sheetOldExcel: {
    status: 400,
    en: 'This is a workbook of an old Excel (.xls). Open it in Excel, choose Save as, and then Excel Workbook (.xlsx).',
    lo: 'ນີ້ແມ່ນຟາຍ Excel ລຸ້ນເກົ່າ (.xls). ກະລຸນາເປີດໃນ Excel, ເລືອກ Save as ແລ້ວເລືອກ Excel Workbook (.xlsx).',
  },
  sheetWebPage: {
    status: 400,
    en: 'This is a web page that was saved as .xls. Open it in Excel, choose Save as, and then Excel Workbook (.xlsx).',
    lo: 'ນີ້ແມ່ນໜ້າເວັບທີ່ບັນທຶກເປັນ .xls. ກະລຸນາເປີດໃນ Excel, ເລືອກ Save as ແລ້ວເລືອກ Excel Workbook (.xlsx).',
  },
  sheetPdf: {
    status: 400,
    en: 'This is a PDF, which has no table to read. Download the list or statement as XLSX or CSV.',
    lo: 'ນີ້ແມ່ນ PDF ເຊິ່ງບໍ່ມີຕາຕະລາງໃຫ້ອ່ານ. ກະລຸນາດາວໂຫຼດເປັນ XLSX ຫຼື CSV.',
  },
  sheetTooManyRows: {
    status: 400,
    en: 'At most {n} rows at once. Split the file.',
    lo: 'ບໍ່ເກີນ {n} ແຖວຕໍ່ຄັ້ງ. ກະລຸນາແບ່ງຟາຍ.',
  },
  sheetTooManySheets: {
    status: 400,
    en: 'At most {n} sheets with rows in one move. Import the others in a second move.',
    lo: 'ບໍ່ເກີນ {n} ແຜ່ນງານທີ່ມີແຖວຕໍ່ເທື່ອ. ກະລຸນານຳເຂົ້າແຜ່ນງານທີ່ເຫຼືອເປັນເທື່ອທີສອງ.',
  },
  sheetTooManyColumns: {
    status: 400,
    en: 'At most {n} columns. Remove those that are not needed.',
    lo: 'ບໍ່ເກີນ {n} ຖັນ. ກະລຸນາເອົາຖັນທີ່ບໍ່ຈຳເປັນອອກ.',
  },
  sheetTooMuchText: {
    status: 400,
    en: 'At most {n} characters in all. Split the file.',
    lo: 'ລວມບໍ່ເກີນ {n} ຕົວອັກສອນ. ກະລຸນາແບ່ງຟາຍ.',
  },
  idempotencyKeyMissing: {
    status: 400,
    en: 'A write needs an Idempotency-Key header',
    lo: 'ການບັນທຶກຕ້ອງມີ Idempotency-Key',
  },
  unauthenticated: {
    status: 401,
    en: 'Session expired. Please log in again.',
    lo: 'ໝົດເວລາເຂົ້າໃຊ້ລະບົບແລ້ວ. ກະລຸນາເຂົ້າສູ່ລະບົບໃໝ່.',
  },
  passwordGuessed: {
    status: 401,
    en: 'Too many wrong passwords today. Please log in again.',
    lo: 'ມື້ນີ້ໃສ່ລະຫັດຜ່ານຜິດຫຼາຍເທື່ອເກີນໄປ. ກະລຸນາເຂົ້າສູ່ລະບົບໃໝ່.',
  },
  loginFailed: { status: 401, en: 'E-mail or password is not right', lo: 'ອີເມວ ຫຼື ລະຫັດຜ່ານບໍ່ຖືກຕ້ອງ' },
  branchRightEnded: {
    status: 403,
    en: 'Your right in this branch has ended. Sign in again to work in your own.',
    lo: 'ສິດຂອງທ່ານໃນສາຂານີ້ສິ້ນສຸດແລ້ວ. ກະລຸນາເຂົ້າສູ່ລະບົບໃໝ່ ເພື່ອເຮັດວຽກໃນສາຂາຂອງທ່ານ.',
  },
  permissionSetsFull: {
    status: 409,
    en: 'There are 20 sets already. Change one of them, or remove one that nobody has.',
    lo: 'ມີຊຸດສິດ 20 ຊຸດແລ້ວ. ກະລຸນາແກ້ໄຂຊຸດທີ່ມີ ຫຼື ລຶບຊຸດທີ່ບໍ່ມີໃຜໃຊ້.',
  },
  permissionSetEmpty: {
    status: 400,
    en: 'A set changes something: choose a right that it adds or takes away, or a limit.',
    lo: 'ຊຸດສິດຕ້ອງປ່ຽນບາງຢ່າງ: ເລືອກສິດທີ່ເພີ່ມ ຫຼື ຖອນ ຫຼື ຕັ້ງຂອບເຂດສ່ວນຫຼຸດ.',
  },
  permissionSetInUse: {
    status: 409,
    en: 'Somebody has this set. Take it away from them first.',
    lo: 'ຍັງມີຄົນໃຊ້ຊຸດສິດນີ້. ກະລຸນາຖອນຊຸດນີ້ອອກຈາກຜູ້ນັ້ນກ່ອນ.',
  },
  drawerStaysOpen: {
    status: 409,
    en: 'Your drawer {n} is still open in this branch',
    lo: 'ລິ້ນຊັກ {n} ຂອງທ່ານໃນສາຂານີ້ຍັງເປີດຢູ່',
  },
  locked: {
    status: 403,
    en: 'The screen is locked. Enter your password first.',
    lo: 'ໜ້າຈໍຖືກລັອກ. ກະລຸນາໃສ່ລະຫັດຜ່ານຂອງທ່ານກ່ອນ.',
  },
  secondFactorNeeded: {
    status: 403,
    en: 'Enter the code of your authenticator app first',
    lo: 'ກະລຸນາໃສ່ລະຫັດຈາກແອັບຢືນຢັນຕົວຕົນກ່ອນ',
  },
  secondFactorOn: {
    status: 409,
    en: 'This account has a second factor already',
    lo: 'ບັນຊີນີ້ມີການຢືນຢັນຂັ້ນທີສອງແລ້ວ',
  },
  secondFactorOff: {
    status: 409,
    en: 'This account has no second factor',
    lo: 'ບັນຊີນີ້ບໍ່ມີການຢືນຢັນຂັ້ນທີສອງ',
  },
  secondFactorAsked: {
    status: 409,
    en: 'The centre asks for a second factor, so it cannot be taken off',
    lo: 'ສູນກຳນົດໃຫ້ມີການຢືນຢັນຂັ້ນທີສອງ, ຈຶ່ງຖອນອອກບໍ່ໄດ້',
  },
  pinOff: {
    status: 409,
    en: 'This branch does not allow taking over with a PIN',
    lo: 'ສາຂານີ້ບໍ່ໃຫ້ຮັບຊ່ວງດ້ວຍ PIN',
  },
  passkeyRefused: {
    status: 403,
    en: 'This passkey was not accepted. Try again, or use another way.',
    lo: 'ລະບົບບໍ່ຮັບກະແຈຜ່ານນີ້. ກະລຸນາລອງໃໝ່ ຫຼື ໃຊ້ວິທີອື່ນ.',
  },
  passkeyNone: {
    status: 409,
    en: 'This account has no passkey',
    lo: 'ບັນຊີນີ້ບໍ່ມີກະແຈຜ່ານ',
  },
  passkeyTaken: {
    status: 409,
    en: 'This passkey belongs to an account already',
    lo: 'ກະແຈຜ່ານນີ້ເປັນຂອງບັນຊີອື່ນແລ້ວ',
  },
  passkeysFull: {
    status: 409,
    en: 'An account has at most {n} passkeys. Remove one first.',
    lo: 'ບັນຊີໜຶ່ງມີກະແຈຜ່ານໄດ້ບໍ່ເກີນ {n} ອັນ. ກະລຸນາລຶບອອກກ່ອນໜຶ່ງອັນ.',
  },
  passkeySiteMissing: {
    status: 409,
    en: 'Passkeys need a name with HTTPS. Ask the person who runs the server to set PUBLIC_URL.',
    lo: 'ກະແຈຜ່ານຕ້ອງໃຊ້ຊື່ເວັບທີ່ມີ HTTPS. ກະລຸນາແຈ້ງຜູ້ດູແລເຊີບເວີໃຫ້ຕັ້ງ PUBLIC_URL.',
  },
  passkeyAfterPassword: {
    status: 403,
    en: 'You have a temporary password. Sign in with it, and choose your own.',
    lo: 'ທ່ານມີລະຫັດຜ່ານຊົ່ວຄາວ. ກະລຸນາເຂົ້າສູ່ລະບົບດ້ວຍລະຫັດນັ້ນ ແລ້ວຕັ້ງລະຫັດຂອງທ່ານເອງ.',
  },
  secretsKeyMissing: {
    status: 409,
    en: 'The server has no key for secrets. Ask the person who runs it to set SECRETS_KEY.',
    lo: 'ເຊີບເວີບໍ່ມີກະແຈສຳລັບຂໍ້ມູນລັບ. ກະລຸນາແຈ້ງຜູ້ດູແລເຊີບເວີໃຫ້ຕັ້ງ SECRETS_KEY.',
  },
  temporaryPasswordEnded: {
    status: 401,
    en: 'This temporary password has ended. Ask for a new one.',
    lo: 'ລະຫັດຜ່ານຊົ່ວຄາວນີ້ໝົດກຳນົດແລ້ວ. ກະລຸນາຂໍລະຫັດໃໝ່.',
  },
  forbidden: { status: 403, en: 'You do not have the right to do this', lo: 'ທ່ານບໍ່ມີສິດເຮັດລາຍການນີ້' },
  passwordChangeNeeded: {
    status: 403,
    en: 'Your password is temporary. Choose your own first.',
    lo: 'ລະຫັດຜ່ານຂອງທ່ານເປັນລະຫັດຊົ່ວຄາວ. ກະລຸນາຕັ້ງລະຫັດຂອງທ່ານເອງກ່ອນ.',
  },
  notFound: { status: 404, en: 'Not found', lo: 'ບໍ່ພົບລາຍການ' },
  methodNotAllowed: { status: 405, en: 'This address does not take that method', lo: 'ທີ່ຢູ່ນີ້ບໍ່ຮັບວິທີນັ້ນ' },
  versionConflict: {
    status: 409,
    en: 'Another person changed this record. Compare both values.',
    lo: 'ມີຄົນອື່ນແກ້ໄຂຂໍ້ມູນນີ້ແລ້ວ. ກະລຸນາທຽບທັງສອງຄ່າ.',
  },
  duplicateFound: {
    status: 409,
    en: 'There may already be a record of this person. Check before you save.',
    lo: 'ອາດມີຂໍ້ມູນຂອງບຸກຄົນນີ້ແລ້ວ. ກະລຸນາກວດກ່ອນບັນທຶກ.',
  },
  stillNeeded: {
    status: 409,
    en: 'Other records still need this one. It cannot be archived.',
    lo: 'ຍັງມີຂໍ້ມູນອື່ນທີ່ໃຊ້ລາຍການນີ້. ເກັບມ້ຽນບໍ່ໄດ້.',
  },
  classOver: {
    status: 409,
    en: 'This class is finished or cancelled. It cannot be changed.',
    lo: 'ຫ້ອງຮຽນນີ້ຈົບ ຫຼື ຖືກຍົກເລີກແລ້ວ. ແກ້ໄຂບໍ່ໄດ້.',
  },
  classNotOver: {
    status: 409,
    en: 'Sessions still to come: {n}. Cancel them, or end the class earlier.',
    lo: 'ຍັງເຫຼືອຄັ້ງຮຽນອີກ {n} ຄັ້ງ. ກະລຸນາຍົກເລີກ ຫຼື ປ່ຽນວັນສິ້ນສຸດຂອງຫ້ອງ.',
  },
  classHasStudents: { status: 409, en: 'There are students in this class', lo: 'ຫ້ອງນີ້ມີນັກຮຽນຢູ່' },
  classStep: {
    status: 409,
    en: 'The class cannot change from its status to this one',
    lo: 'ປ່ຽນຈາກສະຖານະປະຈຸບັນໄປສະຖານະນີ້ບໍ່ໄດ້',
  },
  classFull: { status: 409, en: 'Not enough seats in {n}', lo: 'ບ່ອນນັ່ງບໍ່ພໍໃນ {n}' },
  classStudentsChanged: {
    status: 409,
    en: 'The students of this class have changed. Check them again.',
    lo: 'ລາຍຊື່ນັກຮຽນຂອງຫ້ອງນີ້ປ່ຽນໄປແລ້ວ. ກະລຸນາກວດຄືນ.',
  },
  sessionFixed: {
    status: 409,
    en: 'This session has already been taught, moved or cancelled. It cannot be changed.',
    lo: 'ຄັ້ງຮຽນນີ້ສອນ, ເລື່ອນເວລາ ຫຼື ຍົກເລີກແລ້ວ. ແກ້ໄຂບໍ່ໄດ້.',
  },
  teacherNeeded: {
    status: 409,
    en: 'This teacher still has classes: {n}. Assign them to somebody else first.',
    lo: 'ຄູສອນຄົນນີ້ຍັງມີຫ້ອງຮຽນ: {n}. ກະລຸນາມອບໝາຍໃຫ້ຄູສອນຄົນອື່ນກ່ອນ.',
  },
  classClashes: { status: 409, en: 'Busy at that time: {n}', lo: 'ບໍ່ວ່າງໃນເວລານັ້ນ: {n}' },
  sessionsPlanned: {
    status: 409,
    en: 'Sessions planned on these days: {n}. Confirm that they are cancelled.',
    lo: 'ໃນມື້ເຫຼົ່ານີ້ມີ {n} ຄັ້ງຮຽນທີ່ວາງແຜນໄວ້. ກະລຸນາຢືນຢັນການຍົກເລີກ.',
  },
  sessionsReturn: {
    status: 409,
    en: 'Sessions that come back without these holidays: {n}. Confirm that they do.',
    lo: 'ເມື່ອລຶບວັນພັກເຫຼົ່ານີ້ ຈະມີ {n} ຄັ້ງຮຽນກັບຄືນມາ. ກະລຸນາຢືນຢັນ.',
  },
  attendanceMissing: {
    status: 409,
    en: 'Sessions without attendance: {n}. Take it before you close the term.',
    lo: 'ຍັງບໍ່ໄດ້ໝາຍການເຂົ້າຮຽນ {n} ຄັ້ງ. ກະລຸນາໝາຍກ່ອນປິດພາກຮຽນ.',
  },
  certificateNotEarned: {
    status: 409,
    en: 'A certificate needs a pass. Decide the results first.',
    lo: 'ຕ້ອງມີຜົນການຮຽນຜ່ານກ່ອນຈຶ່ງອອກໃບຢັ້ງຢືນໄດ້. ກະລຸນາຕັດສິນຜົນການຮຽນກ່ອນ.',
  },
  erasureHindered: {
    status: 409,
    en: 'This person cannot be erased yet: {n}.',
    lo: 'ຍັງລຶບຂໍ້ມູນຂອງຜູ້ນີ້ບໍ່ໄດ້: {n}.',
  },
  erasureAsked: {
    status: 409,
    en: 'The erasure of this person is requested already',
    lo: 'ມີການຂໍລຶບຂໍ້ມູນຂອງຜູ້ນີ້ແລ້ວ',
  },
  erasureNeedsAnother: {
    status: 409,
    en: 'You asked for this erasure. Another superadmin confirms it.',
    lo: 'ທ່ານເປັນຜູ້ຂໍລຶບ. ຕ້ອງໃຫ້ຜູ້ດູແລລະບົບສູງສຸດຄົນອື່ນຢືນຢັນ.',
  },
  stepNotAllowed: {
    status: 409,
    en: 'This step is not possible with the current status',
    lo: 'ບໍ່ສາມາດປ່ຽນສະຖານະແບບນີ້ໄດ້',
  },
  copyInUse: {
    status: 409,
    en: 'One of these classes is open or has a student already. Remove the others one by one.',
    lo: 'ມີຫ້ອງຮຽນເປີດແລ້ວ ຫຼື ມີນັກຮຽນແລ້ວ. ກະລຸນາລຶບຫ້ອງອື່ນເທື່ອລະຫ້ອງ.',
  },
  feeOverlaps: {
    status: 409,
    en: 'Another fee already applies to the same case: {n}',
    lo: 'ມີຄ່າຮຽນອື່ນໃຊ້ໃນກໍລະນີດຽວກັນແລ້ວ: {n}',
  },
  feeReplaced: {
    status: 409,
    en: 'A newer version has replaced this fee. Change that one.',
    lo: 'ຄ່າຮຽນນີ້ມີສະບັບໃໝ່ແທນແລ້ວ. ກະລຸນາແກ້ໄຂສະບັບໃໝ່.',
  },
  alreadyMerged: {
    status: 409,
    en: 'This record was merged into another one. Open that one.',
    lo: 'ລາຍການນີ້ຖືກລວມເຂົ້າກັບລາຍການອື່ນແລ້ວ. ກະລຸນາເປີດລາຍການນັ້ນ.',
  },
  personErased: {
    status: 409,
    en: 'This person was erased. Enter the person of today as a new one.',
    lo: 'ຂໍ້ມູນຂອງຄົນນີ້ຖືກລຶບແລ້ວ. ກະລຸນາເພີ່ມເປັນຄົນໃໝ່.',
  },
  keptArchived: {
    status: 409,
    en: 'The record to keep is archived. Restore it first, or keep the other one.',
    lo: 'ລາຍການທີ່ຈະເກັບໄວ້ໃຊ້ ຖືກເກັບມ້ຽນແລ້ວ. ກະລຸນາເອົາກັບຄືນກ່ອນ ຫຼື ເລືອກອີກລາຍການໜຶ່ງ.',
  },
  ownAccount: {
    status: 409,
    en: 'You cannot do this to your own account',
    lo: 'ບໍ່ສາມາດປ່ຽນສິດ ຫຼື ປິດບັນຊີຂອງຕົນເອງໄດ້',
  },
  importDone: { status: 409, en: 'This file has already been imported', lo: 'ນຳເຂົ້າຟາຍນີ້ແລ້ວ' },
  importChanged: {
    status: 409,
    en: 'Somebody has changed these records. Nothing was imported. Check the rows again.',
    lo: 'ມີຄົນປ່ຽນຂໍ້ມູນເຫຼົ່ານີ້ໃນລະຫວ່າງນັ້ນ. ຍັງບໍ່ໄດ້ນຳເຂົ້າຫຍັງ. ກະລຸນາກວດແຖວຂໍ້ມູນຄືນໃໝ່.',
  },
  moveRunning: {
    status: 409,
    en: 'Rows are being checked or written. Wait until it has ended, or stop it first.',
    lo: 'ກຳລັງກວດສອບ ຫຼື ບັນທຶກຂໍ້ມູນຢູ່. ກະລຸນາລໍຖ້າໃຫ້ຈົບ ຫຼື ຢຸດກ່ອນ.',
  },
  moveWithoutMoney: {
    status: 409,
    en: 'No opening balance is ready to be written.',
    lo: 'ບໍ່ມີຍອດຍົກມາທີ່ພ້ອມບັນທຶກ.',
  },
  moveMoneyNotWritten: {
    status: 409,
    en: 'No opening balance of this file is written yet. There is nothing to compare.',
    lo: 'ຍັງບໍ່ໄດ້ບັນທຶກຍອດຍົກມາຂອງຟາຍນີ້. ຍັງບໍ່ມີຫຍັງໃຫ້ປຽບທຽບ.',
  },
  moveSumsChanged: {
    status: 409,
    en: 'The sums have changed since you saw them. Check them again.',
    lo: 'ຍອດເງິນມີການປ່ຽນຫຼັງຈາກທີ່ທ່ານເຫັນ. ກະລຸນາກວດຄືນ.',
  },
  moveSigned: {
    status: 409,
    en: 'This comparison is already signed.',
    lo: 'ການປຽບທຽບນີ້ລົງນາມແລ້ວ.',
  },
  importInUse: {
    status: 409,
    en: 'The imported records were changed or are in use. The import cannot be undone.',
    lo: 'ຂໍ້ມູນທີ່ນຳເຂົ້າຖືກແກ້ໄຂ ຫຼື ຖືກໃຊ້ແລ້ວ. ຖອນຄືນບໍ່ໄດ້.',
  },
  attendanceInFuture: {
    status: 409,
    en: 'This session has not taken place yet',
    lo: 'ຍັງບໍ່ເຖິງມື້ຂອງຄັ້ງຮຽນນີ້',
  },
  sessionNotHeld: {
    status: 409,
    en: 'This session was cancelled or moved',
    lo: 'ຄັ້ງຮຽນນີ້ຖືກຍົກເລີກ ຫຼື ເລື່ອນເວລາແລ້ວ',
  },
  sessionOnHoliday: { status: 409, en: 'This day is a holiday', lo: 'ມື້ນີ້ແມ່ນວັນພັກ' },
  classClosed: {
    status: 409,
    en: 'This class or its term is closed. Nothing in it can be changed.',
    lo: 'ຫ້ອງຮຽນ ຫຼື ພາກຮຽນນີ້ປິດແລ້ວ. ແກ້ໄຂບໍ່ໄດ້.',
  },
  attendanceLocked: {
    status: 409,
    en: 'After {n} days only an admin can change attendance, with a reason',
    lo: 'ກາຍ {n} ມື້ແລ້ວ ຜູ້ດູແລລະບົບເທົ່ານັ້ນທີ່ແກ້ການເຂົ້າຮຽນໄດ້ ໂດຍໃຫ້ເຫດຜົນ',
  },
  assessmentLocked: {
    status: 409,
    en: 'This assessment is locked. An admin can unlock it.',
    lo: 'ການສອບເສັງນີ້ຖືກລັອກແລ້ວ. ຜູ້ດູແລລະບົບປົດລັອກໄດ້.',
  },
  enrolmentsRefused: {
    status: 409,
    en: 'Nobody was enrolled. See the problem of each student.',
    lo: 'ຍັງບໍ່ໄດ້ລົງທະບຽນຜູ້ໃດ. ກະລຸນາເບິ່ງເຫດຜົນຂອງແຕ່ລະຄົນ.',
  },
  teachersRefused: {
    status: 409,
    en: 'No class was assigned. See the problem of each class.',
    lo: 'ຍັງບໍ່ໄດ້ມອບໝາຍຫ້ອງຮຽນ. ກະລຸນາເບິ່ງເຫດຜົນຂອງແຕ່ລະຫ້ອງ.',
  },
  enrolmentChanged: {
    status: 409,
    en: 'This enrolment has changed. Check the class again.',
    lo: 'ການລົງທະບຽນນີ້ມີການປ່ຽນແປງແລ້ວ. ກະລຸນາເບິ່ງຫ້ອງຮຽນອີກຄັ້ງ.',
  },
  undoTooLate: {
    status: 409,
    en: 'It is too late to undo this. Withdraw the student instead.',
    lo: 'ຖອນຄືນບໍ່ໄດ້ແລ້ວ. ກະລຸນາຖອນຊື່ນັກຮຽນອອກແທນ.',
  },
  restoreTooLate: {
    status: 409,
    en: 'It is too late to undo this. Add the student to the class again.',
    lo: 'ຖອນຄືນບໍ່ໄດ້ແລ້ວ. ກະລຸນາຈັດນັກຮຽນເຂົ້າຫ້ອງອີກຄັ້ງ.',
  },
  seatGone: {
    status: 409,
    en: 'The class is full. Choose another class or the waiting list.',
    lo: 'ຫ້ອງຮຽນນີ້ເຕັມແລ້ວ. ເລືອກຫ້ອງອື່ນ ຫຼື ລົງຊື່ລໍຖ້າ.',
  },
  writeVoided: {
    status: 409,
    en: 'This attempt was cancelled and not saved. Press Save again.',
    lo: 'ການສົ່ງຄັ້ງນີ້ຖືກຍົກເລີກແລ້ວ ແລະ ບໍ່ໄດ້ບັນທຶກ. ກະລຸນາກົດບັນທຶກອີກຄັ້ງ.',
  },
  alreadySetUp: {
    status: 409,
    en: 'The centre is already set up. Sign in.',
    lo: 'ຕັ້ງຄ່າສູນແລ້ວ. ກະລຸນາເຂົ້າສູ່ລະບົບ.',
  },
  tooLarge: { status: 413, en: 'File too large', lo: 'ຟາຍໃຫຍ່ເກີນໄປ' },
  requestTooLarge: { status: 413, en: 'The request is too large', lo: 'ຄຳຂໍໃຫຍ່ເກີນໄປ' },
  contentTypeUnsupported: {
    status: 415,
    en: 'Send the request as JSON (Content-Type: application/json)',
    lo: 'ກະລຸນາສົ່ງຄຳຂໍແບບ JSON (Content-Type: application/json)',
  },
  mediaTypeUnsupported: {
    status: 415,
    en: 'This file type is not supported. Use PNG, JPEG or WebP.',
    lo: 'ບໍ່ຮັບຟາຍປະເພດນີ້. ກະລຸນາໃຊ້ PNG, JPEG ຫຼື WebP.',
  },
  attachmentUnsupported: {
    status: 415,
    en: 'This file type is not supported. Use PDF, PNG, JPEG or WebP.',
    lo: 'ບໍ່ຮັບຟາຍປະເພດນີ້. ກະລຸນາໃຊ້ PDF, PNG, JPEG ຫຼື WebP.',
  },
  notEnoughStock: { status: 409, en: 'Not enough in stock: {n}', lo: 'ໃນສາງມີບໍ່ພໍ: {n}' },
  movedMeanwhile: {
    status: 409,
    en: 'Stock has moved since this was counted. Say which came first.',
    lo: 'ສິນຄ້າມີການເຄື່ອນໄຫວຫຼັງຈາກນັບ. ກະລຸນາບອກວ່າອັນໃດເກີດກ່ອນ.',
  },
  countOverlaps: {
    status: 409,
    en: 'Some of these products are on an open count: {n}',
    lo: 'ບາງສິນຄ້າຢູ່ໃນໃບກວດນັບທີ່ຍັງເປີດຢູ່: {n}',
  },
  countClosed: { status: 409, en: 'This count is closed', lo: 'ໃບກວດນັບນີ້ປິດແລ້ວ' },
  countEmpty: { status: 409, en: 'Nothing has been counted yet', lo: 'ຍັງບໍ່ໄດ້ນັບຫຍັງ' },
  transferStep: {
    status: 409,
    en: 'The status of this transfer cannot change this way. Check it again.',
    lo: 'ປ່ຽນສະຖານະຂອງການໂອນນີ້ບໍ່ໄດ້. ກະລຸນາກວດຄືນ.',
  },
  deliveryTakenBack: {
    status: 409,
    en: 'This delivery has already been reversed',
    lo: 'ໃບຮັບສິນຄ້ານີ້ຖືກຍົກເລີກແລ້ວ',
  },
  priceMissing: {
    status: 409,
    en: 'No fee for {n} is valid today. Add one under course fees first.',
    lo: 'ບໍ່ມີຄ່າຮຽນຂອງ {n} ທີ່ໃຊ້ໄດ້ມື້ນີ້. ກະລຸນາເພີ່ມໃນຄ່າຮຽນຂອງຫຼັກສູດກ່ອນ.',
  },
  rateMissing: { status: 409, en: 'There is no exchange rate for {n}', lo: 'ບໍ່ມີອັດຕາແລກປ່ຽນສຳລັບ {n}' },
  dayClosed: {
    status: 409,
    en: 'This day is closed. Nothing can be added to it.',
    lo: 'ປິດບັນຊີປະຈຳວັນແລ້ວ. ບັນທຶກເພີ່ມບໍ່ໄດ້.',
  },
  totalChanged: {
    status: 409,
    en: 'Prices or rates have changed. Check the new amounts.',
    lo: 'ລາຄາ ຫຼື ອັດຕາແລກປ່ຽນມີການປ່ຽນແປງ. ກະລຸນາກວດຍອດໃໝ່.',
  },
  visitRefused: {
    status: 409,
    en: 'Nothing was saved. See the problem of each line.',
    lo: 'ຍັງບໍ່ໄດ້ບັນທຶກ. ກະລຸນາເບິ່ງບັນຫາຂອງແຕ່ລະລາຍການ.',
  },
  billBelowZero: {
    status: 409,
    en: 'Nothing was saved, because the bill {n} would fall below zero. Look at its adjustments.',
    lo: 'ຍັງບໍ່ໄດ້ບັນທຶກ ເພາະໃບເກັບເງິນ {n} ຈະຕ່ຳກວ່າສູນ. ກະລຸນາກວດລາຍການປັບປຸງ.',
  },
  planRefused: {
    status: 409,
    en: 'The instalments must add up to {n} LAK, the earliest first',
    lo: 'ງວດຕ້ອງລວມກັນໃຫ້ໄດ້ {n} ກີບ ແລະ ຮຽງຕາມວັນທີ',
  },
  paymentRefused: {
    status: 409,
    en: 'Nothing was saved. Check the amounts of this payment.',
    lo: 'ຍັງບໍ່ໄດ້ບັນທຶກ. ກະລຸນາກວດຍອດຂອງການຊຳລະນີ້.',
  },
  holdEnded: {
    status: 409,
    en: 'The hold has ended. Start a new visit at the prices of today.',
    lo: 'ໝົດກຳນົດຈອງແລ້ວ. ກະລຸນາເຮັດລາຍການໃໝ່ຕາມລາຄາມື້ນີ້.',
  },
  orderEnded: {
    status: 409,
    en: 'This order has ended. It cannot be changed.',
    lo: 'ຄຳສັ່ງຊື້ນີ້ສິ້ນສຸດແລ້ວ. ເຮັດຕໍ່ບໍ່ໄດ້.',
  },
  notSameDay: {
    status: 409,
    en: 'This is only possible on the day it was recorded',
    lo: 'ເຮັດໄດ້ສະເພາະໃນມື້ທີ່ບັນທຶກເທົ່ານັ້ນ',
  },
  visitUndoTooLate: {
    status: 409,
    en: 'It is too late to undo this visit. Open its order to void the receipt or to refund.',
    lo: 'ຖອນຄືນລາຍການນີ້ບໍ່ທັນແລ້ວ. ເປີດຄຳສັ່ງຊື້ ເພື່ອຍົກເລີກໃບຮັບເງິນ ຫຼື ຄືນເງິນ.',
  },
  visitUndoNotYours: {
    status: 409,
    en: 'Only the person who made this visit can undo it, within 60 seconds. Ask finance to void it.',
    lo: 'ຖອນຄືນໄດ້ສະເພາະຄົນທີ່ເຮັດລາຍການນີ້ ພາຍໃນ 60 ວິນາທີ. ກະລຸນາໃຫ້ຝ່າຍການເງິນຍົກເລີກ.',
  },
  visitUndone: {
    status: 409,
    en: 'This visit is undone already',
    lo: 'ລາຍການນີ້ຖອນຄືນແລ້ວ',
  },
  refundFirst: {
    status: 409,
    en: 'Refund the money of this order first',
    lo: 'ກະລຸນາຄືນເງິນຂອງຄຳສັ່ງຊື້ນີ້ກ່ອນ',
  },
  nothingPaid: {
    status: 409,
    en: 'There is no payment to give back here',
    lo: 'ບໍ່ມີເງິນທີ່ຊຳລະແລ້ວ ທີ່ຈະຄືນໄດ້',
  },
  paymentVerified: {
    status: 409,
    en: 'This payment is already verified. Finance has to correct it.',
    lo: 'ກວດສອບການຊຳລະນີ້ແລ້ວ. ຕ້ອງໃຫ້ຝ່າຍການເງິນແກ້ໄຂ.',
  },
  recordedByYou: {
    status: 409,
    en: 'You recorded this slip yourself. Another person has to verify it.',
    lo: 'ທ່ານເປັນຜູ້ບັນທຶກສະລິບນີ້ເອງ. ຕ້ອງໃຫ້ຄົນອື່ນກວດສອບ.',
  },
  slipDecided: {
    status: 409,
    en: 'This slip has already been decided. Check it again.',
    lo: 'ມີຄົນຕັດສິນສະລິບນີ້ແລ້ວ. ກະລຸນາກວດຄືນ.',
  },
  statementUsed: {
    status: 409,
    en: 'Rows of this file belong to payments already, or a later file was loaded. It cannot be taken back.',
    lo: 'ແຖວຂອງຟາຍນີ້ກົງກັບການຊຳລະແລ້ວ ຫຼື ມີຟາຍໃໝ່ກວ່ານຳເຂົ້າແລ້ວ. ຖອນຄືນບໍ່ໄດ້.',
  },
  statementUnknown: {
    status: 400,
    en: 'No table of incoming money was found. The file needs columns for the date, the reference and the amount.',
    lo: 'ບໍ່ພົບຕາຕະລາງເງິນເຂົ້າ. ຟາຍຕ້ອງມີຖັນວັນທີ, ເລກອ້າງອີງ ແລະ ຈຳນວນເງິນ.',
  },
  lineTaken: {
    status: 409,
    en: 'This row of the statement already belongs to a payment. Check it again.',
    lo: 'ແຖວນີ້ຂອງລາຍການບັນຊີເປັນຂອງການຊຳລະອື່ນແລ້ວ. ກະລຸນາກວດຄືນ.',
  },
  referenceRecorded: {
    status: 409,
    en: 'A payment with the reference {n} was recorded already. Match this row with it.',
    lo: 'ບັນທຶກການຊຳລະທີ່ມີເລກອ້າງອີງ {n} ແລ້ວ. ກະລຸນາຈັບຄູ່ແຖວນີ້ກັບການຊຳລະນັ້ນ.',
  },
  requestDecided: {
    status: 409,
    en: 'This request has already been decided. Check it again.',
    lo: 'ມີຄົນຕັດສິນຄຳຂໍນີ້ແລ້ວ. ກະລຸນາກວດຄືນ.',
  },
  changeOfSeveral: {
    status: 409,
    en: 'The change was taken from several rows of this receipt. Void the receipt instead.',
    lo: 'ເງິນທອນຫັກຈາກຫຼາຍແຖວຂອງໃບຮັບເງິນນີ້. ກະລຸນາຍົກເລີກໃບຮັບເງິນແທນ.',
  },
  slipOfWalkIn: {
    status: 409,
    en: 'A walk-in customer has no credit. The slip has to be verified first, then finance refunds it.',
    lo: 'ລູກຄ້າທົ່ວໄປບໍ່ມີຍອດເງິນຄົງເຫຼືອ. ຕ້ອງກວດສອບສະລິບກ່ອນ ແລ້ວໃຫ້ຝ່າຍການເງິນຄືນເງິນ.',
  },
  receiptOfVisit: {
    status: 409,
    en: 'This is the receipt of the visit itself. Void the order instead.',
    lo: 'ໃບຮັບເງິນນີ້ອອກພ້ອມກັບຄຳສັ່ງຊື້. ກະລຸນາຍົກເລີກຄຳສັ່ງຊື້ແທນ.',
  },
  attended: {
    status: 409,
    en: 'Attendance has already been taken. Withdraw the student instead.',
    lo: 'ໝາຍການເຂົ້າຮຽນແລ້ວ. ກະລຸນາຖອນຊື່ນັກຮຽນອອກແທນ.',
  },
  nothingToHandOver: {
    status: 409,
    en: 'Not that many are left to hand over',
    lo: 'ບໍ່ມີສິນຄ້າທີ່ຍັງບໍ່ໄດ້ມອບຈຳນວນນັ້ນ',
  },
  minimumMissing: {
    status: 409,
    en: 'Not enough has been paid: {n} kip missing',
    lo: 'ຊຳລະຍັງບໍ່ພໍ: ຍັງຂາດ {n} ກີບ',
  },
  hasOrder: {
    status: 409,
    en: 'This place is on order {n}. Change it there.',
    lo: 'ການລົງທະບຽນນີ້ຢູ່ໃນຄຳສັ່ງຊື້ {n}. ກະລຸນາປ່ຽນຢູ່ຄຳສັ່ງຊື້ນັ້ນ.',
  },
  seatsHeld: {
    status: 409,
    en: 'Seats are still held for {n}. Confirm or void their orders first.',
    lo: 'ຍັງຈອງບ່ອນນັ່ງໄວ້ໃຫ້ {n}. ກະລຸນາຢືນຢັນ ຫຼື ຍົກເລີກຄຳສັ່ງຊື້ນັ້ນກ່ອນ.',
  },
  othersWait: {
    status: 409,
    en: 'Others are waiting for a seat in {n}. Only an admin can extend this hold.',
    lo: 'ມີຄົນລໍຖ້າບ່ອນນັ່ງໃນ {n}. ມີແຕ່ຜູ້ດູແລລະບົບທີ່ຕໍ່ເວລາຈອງໄດ້.',
  },
  sessionsLeft: {
    status: 409,
    en: 'Paid sessions left: {n}. Withdraw the student instead, and settle what is left.',
    lo: 'ຍັງເຫຼືອ {n} ຄັ້ງທີ່ຊຳລະແລ້ວ. ກະລຸນາຖອນຊື່ນັກຮຽນອອກ ແລະ ຄິດໄລ່ສ່ວນທີ່ເຫຼືອ.',
  },
  feeNotForPlace: {
    status: 409,
    en: 'This fee is not valid today for this class and the way it was charged',
    lo: 'ຄ່າຮຽນນີ້ບໍ່ໃຊ້ໄດ້ມື້ນີ້ສຳລັບຫ້ອງນີ້ ແລະ ວິທີຄິດຄ່າຮຽນນີ້',
  },
  notNext: {
    status: 409,
    en: '{n} is next on the waiting list. Offer the seat there first.',
    lo: '{n} ຢູ່ລຳດັບຕໍ່ໄປໃນລາຍຊື່ລໍຖ້າ. ກະລຸນາສະເໜີບ່ອນນັ່ງໃຫ້ກ່ອນ.',
  },
  balanceChanged: {
    status: 409,
    en: 'The amounts of this order have changed. Check the new ones.',
    lo: 'ຍອດຂອງຄຳສັ່ງຊື້ນີ້ມີການປ່ຽນແປງ. ກະລຸນາກວດຍອດໃໝ່.',
  },
  transferOpen: {
    status: 409,
    en: 'There is an open request to change class for this place. Decide or withdraw it first.',
    lo: 'ມີຄຳຮ້ອງຍ້າຍຫ້ອງຂອງການລົງທະບຽນນີ້ຢູ່ແລ້ວ. ກະລຸນາຕັດສິນ ຫຼື ຖອນຄຳຮ້ອງນັ້ນກ່ອນ.',
  },
  transfersAsked: {
    status: 409,
    en: 'There are open requests to change class for {n}. Decide or withdraw them first.',
    lo: 'ມີຄຳຮ້ອງຍ້າຍຫ້ອງຂອງ {n}. ກະລຸນາຕັດສິນ ຫຼື ຖອນຄຳຮ້ອງກ່ອນ.',
  },
  transferEnded: {
    status: 409,
    en: 'This request has been decided or has ended. Check it again.',
    lo: 'ຄຳຮ້ອງຍ້າຍຫ້ອງນີ້ຕັດສິນແລ້ວ ຫຼື ໝົດກຳນົດແລ້ວ. ກະລຸນາກວດຄືນ.',
  },
  transferRefused: {
    status: 409,
    en: 'The class was not changed. See what the problem is.',
    lo: 'ຍັງບໍ່ໄດ້ຍ້າຍຫ້ອງ. ກະລຸນາເບິ່ງວ່າຕິດບັນຫາຫຍັງ.',
  },
  transferSumsChanged: {
    status: 409,
    en: 'Prices, sessions or payments have changed. Check the new amounts.',
    lo: 'ລາຄາ, ຄັ້ງຮຽນ ຫຼື ການຊຳລະມີການປ່ຽນແປງ. ກະລຸນາກວດຍອດໃໝ່.',
  },
  transferNotCharged: {
    status: 409,
    en: 'Only an active place on a confirmed order can change class here. Change it at the desk.',
    lo: 'ຍ້າຍຫ້ອງໄດ້ສະເພາະການລົງທະບຽນທີ່ກຳລັງຮຽນ ແລະ ຢູ່ໃນຄຳສັ່ງຊື້ທີ່ຢືນຢັນແລ້ວ. ກະລຸນາປ່ຽນຢູ່ໂຕະຮັບລົງທະບຽນ.',
  },
  transferNothingLeft: {
    status: 409,
    en: 'No paid sessions are left from that day on. Enrol at the desk instead.',
    lo: 'ນັບແຕ່ມື້ນັ້ນບໍ່ເຫຼືອຄັ້ງຮຽນທີ່ຊື້ໄວ້. ກະລຸນາລົງທະບຽນໃໝ່.',
  },
  transferPayers: {
    status: 409,
    en: 'Several payers were billed for this place. Withdraw and enrol again instead.',
    lo: 'ການລົງທະບຽນນີ້ມີຜູ້ຊຳລະເງິນຫຼາຍຄົນ. ກະລຸນາຖອນຊື່ອອກ ແລ້ວລົງທະບຽນໃໝ່.',
  },
  drawerOpen: { status: 409, en: 'This drawer is already open', lo: 'ລິ້ນຊັກນີ້ເປີດຢູ່ແລ້ວ' },
  shiftClosed: {
    status: 409,
    en: 'This drawer is closed. Open one first.',
    lo: 'ລິ້ນຊັກນີ້ປິດແລ້ວ. ກະລຸນາເປີດລິ້ນຊັກກ່ອນ.',
  },
  shiftOfYesterday: {
    status: 409,
    en: 'This drawer was opened on another day. Count and close it first.',
    lo: 'ລິ້ນຊັກນີ້ເປີດແຕ່ມື້ກ່ອນ. ກະລຸນານັບ ແລະ ປິດກ່ອນ.',
  },
  otherDrawerClosed: {
    status: 409,
    en: 'The other drawer is closed. Open it first.',
    lo: 'ລິ້ນຊັກອີກອັນນັ້ນປິດຢູ່. ກະລຸນາເປີດກ່ອນ.',
  },
  drawersInTheWay: {
    status: 409,
    en: 'Count and close these drawers first, and have their differences accepted: {n}',
    lo: 'ກະລຸນານັບ ແລະ ປິດລິ້ນຊັກເຫຼົ່ານີ້ກ່ອນ ແລະ ໃຫ້ຮັບຮູ້ສ່ວນຕ່າງ: {n}',
  },
  laterDayClosed: {
    status: 409,
    en: 'A later day is closed. Reopen the newest day first.',
    lo: 'ວັນຕໍ່ມາປິດບັນຊີແລ້ວ. ຕ້ອງເປີດຄືນແຕ່ວັນຫຼ້າສຸດກ່ອນ.',
  },
  dayNotClosed: { status: 409, en: 'This day is not closed', lo: 'ວັນນີ້ຍັງບໍ່ໄດ້ປິດບັນຊີ' },
  dayNotYet: { status: 409, en: 'This day is still to come', lo: 'ຍັງບໍ່ເຖິງວັນນັ້ນ' },
  safeTooLittle: {
    status: 409,
    en: 'There is not enough {n} in the safe',
    lo: 'ເງິນ {n} ໃນຕູ້ນິລະໄພມີບໍ່ພໍ',
  },
  drawerTooLittle: {
    status: 409,
    en: 'There is not enough money in the drawer{n}',
    lo: 'ເງິນໃນລິ້ນຊັກມີບໍ່ພໍ{n}',
  },
  countOutdated: {
    status: 409,
    en: 'Money moved while you counted. Check the new expected amounts.',
    lo: 'ມີເງິນເຂົ້າ ຫຼື ອອກ ຕອນທ່ານນັບຢູ່. ກະລຸນາກວດຍອດຄວນມີໃໝ່.',
  },
  openingDifferenceAboveLimit: {
    status: 409,
    en: 'The difference from the last closing is above the limit. A second person has to approve it.',
    lo: 'ສ່ວນຕ່າງຈາກການປິດຄັ້ງກ່ອນເກີນຂອບເຂດ. ຕ້ອງໃຫ້ຄົນທີສອງອະນຸມັດ.',
  },
  offlineCashByYou: {
    status: 409,
    en: 'The person who sent this visit cannot approve its cash. Another person has to.',
    lo: 'ຄົນທີ່ສົ່ງລາຍການນີ້ອະນຸມັດເງິນສົດຂອງຕົນບໍ່ໄດ້. ຕ້ອງໃຫ້ຄົນອື່ນອະນຸມັດ.',
  },
  countedByYou: {
    status: 409,
    en: 'You counted it yourself. Another person has to accept the difference.',
    lo: 'ທ່ານນັບເອງ. ຕ້ອງໃຫ້ຄົນອື່ນຮັບຮູ້ສ່ວນຕ່າງ.',
  },
  alertClosed: {
    status: 409,
    en: 'Another person closed this alert already.',
    lo: 'ມີຄົນອື່ນປິດການແຈ້ງເຕືອນນີ້ແລ້ວ.',
  },
  ownAlert: {
    status: 409,
    en: 'This alert is about you, or the person who made you a superadmin. Another superadmin closes it.',
    lo: 'ການແຈ້ງເຕືອນນີ້ກ່ຽວກັບທ່ານ ຫຼື ຜູ້ທີ່ແຕ່ງຕັ້ງທ່ານຫຼັງຈາກນັ້ນ. ຜູ້ດູແລລະບົບສູງສຸດຄົນອື່ນຕ້ອງເປັນຜູ້ປິດ.',
  },
  clockWrong: {
    status: 409,
    en: 'The clock of the server shows {n}, which is wrong. Nothing was saved. Have it set right.',
    lo: 'ໂມງຂອງເຊີບເວີສະແດງ {n} ເຊິ່ງບໍ່ຖືກຕ້ອງ. ບໍ່ໄດ້ບັນທຶກຫຍັງ. ກະລຸນາໃຫ້ຕັ້ງໂມງໃຫ້ຖືກ.',
  },
  rateSignatureNeeded: {
    status: 409,
    en: '{n}. A second person has to approve it',
    lo: '{n}. ຕ້ອງໃຫ້ຄົນທີສອງອະນຸມັດ',
  },
  accountSignatureNeeded: {
    status: 409,
    en: 'This role sees money or accounts of others. A second superadmin has to approve it.',
    lo: 'ບົດບາດນີ້ເຫັນເງິນ ຫຼື ບັນຊີຂອງຄົນອື່ນ. ຕ້ອງໃຫ້ຜູ້ດູແລລະບົບສູງສຸດຄົນທີສອງອະນຸມັດ.',
  },
  movedAccountsSignature: {
    status: 409,
    en: 'The file makes accounts that see money or accounts of others: {n}. A second superadmin has to approve them.',
    lo: 'ຟາຍນີ້ສ້າງບັນຊີທີ່ເຫັນເງິນ ຫຼື ບັນຊີຂອງຄົນອື່ນ: {n}. ຕ້ອງໃຫ້ຜູ້ດູແລລະບົບສູງສຸດຄົນທີສອງອະນຸມັດ.',
  },
  superadminLeftLately: {
    status: 409,
    en: 'The other superadmin was disabled or got another role lately. From {n} on no second person is needed.',
    lo: 'ຜູ້ດູແລລະບົບສູງສຸດອີກຄົນຫາກໍຖືກປິດໃຊ້ງານ ຫຼື ປ່ຽນບົດບາດ. ແຕ່ {n} ເປັນຕົ້ນໄປ ບໍ່ຕ້ອງໃຫ້ຄົນທີສອງອະນຸມັດ.',
  },
  signerPasswordGiven: {
    status: 409,
    en: 'One of the two superadmins got a temporary password from the other, or both from one person. Until {n} another superadmin has to approve this.',
    lo: 'ຜູ້ດູແລລະບົບສູງສຸດຜູ້ໜຶ່ງໄດ້ຮັບລະຫັດຜ່ານຊົ່ວຄາວຈາກອີກຜູ້ໜຶ່ງ ຫຼື ທັງສອງໄດ້ຮັບຈາກຄົນດຽວກັນ. ຈົນຮອດ {n} ຕ້ອງໃຫ້ຜູ້ດູແລລະບົບສູງສຸດຄົນອື່ນອະນຸມັດ.',
  },
  paidOutAboveLimit: {
    status: 409,
    en: 'With this you have paid out {n} LAK today, more than the limit. A second person has to approve it.',
    lo: 'ລວມລາຍການນີ້ ທ່ານຈ່າຍອອກ {n} ກີບແລ້ວມື້ນີ້. ເກີນກຳນົດຂອງມື້ ຕ້ອງໃຫ້ຄົນທີສອງອະນຸມັດ.',
  },
  approvalEnded: {
    status: 409,
    en: 'The approval has expired, was already used, or something has changed since. Ask for it again.',
    lo: 'ການອະນຸມັດໝົດເວລາ, ຖືກໃຊ້ແລ້ວ ຫຼື ລາຍການມີການປ່ຽນແປງ. ກະລຸນາຂໍອະນຸມັດໃໝ່.',
  },
  approvalRefused: { status: 422, en: 'It was not approved', lo: 'ບໍ່ໄດ້ຮັບການອະນຸມັດ' },
  idempotencyKeyReused: {
    status: 422,
    en: 'It had already been saved. It was not sent twice.',
    lo: 'ລາຍການນີ້ບັນທຶກໄວ້ແລ້ວ. ບໍ່ໄດ້ສົ່ງຊ້ຳ.',
  },
  cancelled: { status: 409, en: 'It was cancelled', lo: 'ຍົກເລີກແລ້ວ' },
  reportBusy: {
    status: 409,
    en: 'Another report of yours is still being prepared. Wait for it, or cancel it.',
    lo: 'ລາຍງານອື່ນຂອງທ່ານຍັງກຳລັງສ້າງຢູ່. ກະລຸນາລໍຖ້າ ຫຼື ຍົກເລີກ.',
  },
  backupRunning: {
    status: 409,
    en: 'A backup is being made already. Wait until it has ended.',
    lo: 'ກຳລັງສຳຮອງຂໍ້ມູນຢູ່ແລ້ວ. ກະລຸນາລໍຖ້າຈົນສຳເລັດ.',
  },
  centreExportRunning: {
    status: 409,
    en: 'An export of everything is being made already. Wait until it has ended.',
    lo: 'ກຳລັງສົ່ງອອກຂໍ້ມູນທັງໝົດຢູ່ແລ້ວ. ກະລຸນາລໍຖ້າຈົນສຳເລັດ.',
  },
  backupImpossible: {
    status: 409,
    en: 'This centre is kept in memory only, so there is nothing to back up.',
    lo: 'ສູນນີ້ເກັບຂໍ້ມູນໄວ້ໃນໜ່ວຍຄວາມຈຳເທົ່ານັ້ນ ຈຶ່ງບໍ່ມີຫຍັງໃຫ້ສຳຮອງ.',
  },
  tooManyTries: {
    status: 429,
    en: 'Too many attempts. Wait {n} seconds.',
    lo: 'ລອງຫຼາຍຄັ້ງເກີນໄປ. ກະລຸນາລໍຖ້າ {n} ວິນາທີ.',
  },
  tooManyRequests: {
    status: 429,
    en: 'Too many requests from this device. Wait {n} seconds.',
    lo: 'ເຄື່ອງນີ້ສົ່ງຄຳຂໍຫຼາຍເກີນໄປ. ກະລຸນາລໍຖ້າ {n} ວິນາທີ.',
  },
  tooManyUploads: {
    status: 429,
    en: 'This account has stored 60 files in an hour. Try again in {n} minutes.',
    lo: 'ບັນຊີນີ້ບັນທຶກ 60 ຟາຍໃນໜຶ່ງຊົ່ວໂມງແລ້ວ. ກະລຸນາລອງໃໝ່ໃນອີກ {n} ນາທີ.',
  },
  uploadsTooLarge: {
    status: 429,
    en: 'This account has stored files of 200 MB in a day. Try again in {n} minutes.',
    lo: 'ບັນຊີນີ້ບັນທຶກຟາຍ 200 MB ໃນໜຶ່ງມື້ແລ້ວ. ກະລຸນາລອງໃໝ່ໃນອີກ {n} ນາທີ.',
  },
  tooManyExports: {
    status: 429,
    en: 'This account has exported 20 lists in an hour. Try again in {n} minutes.',
    lo: 'ບັນຊີນີ້ສົ່ງອອກ 20 ລາຍການໃນໜຶ່ງຊົ່ວໂມງແລ້ວ. ກະລຸນາລອງໃໝ່ໃນອີກ {n} ນາທີ.',
  },
  exportsRunning: {
    status: 429,
    en: 'Two lists are still being exported for you. Wait for one of them, or cancel it.',
    lo: 'ກຳລັງສົ່ງອອກສອງລາຍການໃຫ້ທ່ານຢູ່. ກະລຸນາລໍຖ້າ ຫຼື ຍົກເລີກລາຍການໜຶ່ງ.',
  },
  internal: { status: 500, en: 'Something went wrong', lo: 'ມີບາງຢ່າງຜິດພາດ' },
  fileContentMissing: {
    status: 404,
    en: 'The content of this file is missing in the store of files. Tell the person who runs the server.',
    lo: 'ບໍ່ພົບເນື້ອໃນຂອງຟາຍນີ້ໃນບ່ອນເກັບຟາຍ. ກະລຸນາແຈ້ງຜູ້ດູແລເຊີບເວີ.',
  },
  fileStoreUnreachable: {
    status: 503,
    en: 'The store of files does not answer right now. Nothing is lost. Try again later.',
    lo: 'ຕອນນີ້ບ່ອນເກັບຟາຍບໍ່ຕອບ. ບໍ່ມີຫຍັງເສຍຫາຍ. ກະລຸນາລອງໃໝ່ພາຍຫຼັງ.',
  },
  unavailable: {
    status: 503,
    en: 'The server cannot reach its data right now. Try again shortly.',
    lo: 'ຕອນນີ້ເຊີບເວີເຂົ້າເຖິງຂໍ້ມູນບໍ່ໄດ້. ກະລຸນາລອງໃໝ່.',
  },
  readOnly: {
    status: 503,
    en: 'The data can only be read right now. Nothing was saved. Try again later.',
    lo: 'ຕອນນີ້ຂໍ້ມູນໃນເຊີບເວີອ່ານໄດ້ຢ່າງດຽວ. ຍັງບໍ່ໄດ້ບັນທຶກຫຍັງ. ກະລຸນາລອງໃໝ່ພາຍຫຼັງ.',
  },
  serverBusy: {
    status: 503,
    en: 'The server is busy. Nothing was saved. Try again in {n} seconds.',
    lo: 'ເຊີບເວີກຳລັງມີວຽກຫຼາຍ. ຍັງບໍ່ໄດ້ບັນທຶກຫຍັງ. ກະລຸນາລອງໃໝ່ໃນອີກ {n} ວິນາທີ.',
  },
  tryAgain: {
    status: 503,
    en: 'The server was too busy. Nothing was saved. Try again.',
    lo: 'ມີຫຼາຍຄົນໃຊ້ງານພ້ອມກັນ. ຍັງບໍ່ໄດ້ບັນທຶກຫຍັງ. ກະລຸນາລອງໃໝ່.',
  },
  diskFull: {
    status: 507,
    en: 'The server has no space left. Nothing was saved.',
    lo: 'ເຊີບເວີບໍ່ມີບ່ອນວ່າງແລ້ວ. ບໍ່ໄດ້ບັນທຶກຫຍັງ.',
  },
} as const satisfies Record<string, { status: number } & Record<Language, string>>;

export type ApiErrorCode = keyof typeof apiErrors;

/** The body of every answer that is not a success. */
export const apiErrorBody = z.object({
  error: z.string().check(z.describe('What went wrong, in the language of Accept-Language')),
  code: z.string().check(z.describe('The same, for programs')),
  fields: z.optional(
    z
      .record(z.string(), z.string())
      .check(z.describe('What is wrong with each field, by its path')),
  ),
  rows: z.optional(
    z
      .array(z.record(z.string(), z.unknown()))
      .check(z.describe('Of a write of several things at once, what stands in the way of each')),
  ),
});
export type ApiErrorBody = z.infer<typeof apiErrorBody>;
