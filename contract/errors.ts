import * as z from 'zod/mini';
import type { Language } from './language.ts';

/** Every error the server answers, with its HTTP status and its words. `{n}` is filled in by the server. */
export const apiErrors = {
  badRequest: { status: 400, en: 'The request could not be read', lo: 'ບໍ່ສາມາດອ່ານຄຳຂໍໄດ້' },
  fieldsInvalid: { status: 400, en: 'Some fields need attention', lo: 'ບາງຊ່ອງຕ້ອງແກ້ໄຂ' },
  sheetUnreadable: { status: 400, en: 'This file could not be read. Save it as XLSX or CSV, without a password.', lo: 'ບໍ່ສາມາດອ່ານຟາຍນີ້ໄດ້. ກະລຸນາບັນທຶກເປັນ XLSX ຫຼື CSV ໂດຍບໍ່ໃສ່ລະຫັດຜ່ານ.' },
  sheetEncoding: { status: 400, en: 'The letters of this file could not be read. Save it as CSV UTF-8 or as XLSX.', lo: 'ບໍ່ສາມາດອ່ານຕົວອັກສອນໃນຟາຍນີ້ໄດ້. ກະລຸນາບັນທຶກເປັນ CSV UTF-8 ຫຼື XLSX.' },
  sheetEmpty: { status: 400, en: 'There are no rows under the headings', lo: 'ບໍ່ມີແຖວຂໍ້ມູນຢູ່ລຸ່ມຫົວຖັນ' },
  sheetMerged: { status: 400, en: 'The sheet has merged cells. Unmerge them and try again.', lo: 'ຕາຕະລາງມີຊ່ອງທີ່ລວມເຂົ້າກັນ. ກະລຸນາແຍກອອກ ແລ້ວລອງໃໝ່.' },
  sheetTooManyRows: { status: 400, en: 'At most {n} rows at once. Split the file.', lo: 'ບໍ່ເກີນ {n} ແຖວຕໍ່ຄັ້ງ. ກະລຸນາແບ່ງຟາຍ.' },
  sheetTooManyColumns: { status: 400, en: 'At most {n} columns. Remove those that are not needed.', lo: 'ບໍ່ເກີນ {n} ຖັນ. ກະລຸນາເອົາຖັນທີ່ບໍ່ຈຳເປັນອອກ.' },
  idempotencyKeyMissing: { status: 400, en: 'A write needs an Idempotency-Key header', lo: 'ການບັນທຶກຕ້ອງມີ Idempotency-Key' },
  unauthenticated: { status: 401, en: 'Session expired. Please log in again.', lo: 'ໝົດເວລາເຂົ້າໃຊ້ລະບົບແລ້ວ. ກະລຸນາເຂົ້າສູ່ລະບົບໃໝ່.' },
  loginFailed: { status: 401, en: 'Email or password is not right', lo: 'ອີເມວ ຫຼື ລະຫັດຜ່ານບໍ່ຖືກຕ້ອງ' },
  forbidden: { status: 403, en: 'You do not have the right to do this', lo: 'ທ່ານບໍ່ມີສິດເຮັດລາຍການນີ້' },
  passwordChangeNeeded: { status: 403, en: 'Your password is temporary. Choose your own first.', lo: 'ລະຫັດຜ່ານຂອງທ່ານເປັນລະຫັດຊົ່ວຄາວ. ກະລຸນາຕັ້ງລະຫັດຂອງທ່ານເອງກ່ອນ.' },
  notFound: { status: 404, en: 'Not found', lo: 'ບໍ່ພົບລາຍການ' },
  methodNotAllowed: { status: 405, en: 'This address does not take that method', lo: 'ທີ່ຢູ່ນີ້ບໍ່ຮັບວິທີນັ້ນ' },
  versionConflict: { status: 409, en: 'Another person changed this record. Compare both values.', lo: 'ມີຄົນອື່ນແກ້ໄຂຂໍ້ມູນນີ້ແລ້ວ. ກະລຸນາທຽບທັງສອງຄ່າ.' },
  duplicateFound: { status: 409, en: 'There may be a record of this person already. Look before you save.', lo: 'ອາດມີຂໍ້ມູນຂອງບຸກຄົນນີ້ແລ້ວ. ກະລຸນາກວດກ່ອນບັນທຶກ.' },
  stillNeeded: { status: 409, en: 'Other records still need this one. It cannot be put away.', lo: 'ຍັງມີຂໍ້ມູນອື່ນທີ່ໃຊ້ລາຍການນີ້. ເກັບມ້ຽນບໍ່ໄດ້.' },
  classClashes: { status: 409, en: 'Taken at that time: {n}', lo: 'ບໍ່ຫວ່າງໃນເວລານັ້ນ: {n}' },
  sessionsPlanned: { status: 409, en: 'On these days {n} sessions are planned. Confirm that they are cancelled.', lo: 'ໃນມື້ເຫຼົ່ານີ້ມີ {n} ຄັ້ງຮຽນທີ່ວາງແຜນໄວ້. ກະລຸນາຢືນຢັນການຍົກເລີກ.' },
  attendanceMissing: { status: 409, en: 'Attendance of {n} sessions was not taken. Take it before you close the term.', lo: 'ຍັງບໍ່ໄດ້ໝາຍການເຂົ້າຮຽນ {n} ຄັ້ງ. ກະລຸນາໝາຍກ່ອນປິດພາກຮຽນ.' },
  stepNotAllowed: { status: 409, en: 'This step is not possible from where it stands now', lo: 'ບໍ່ສາມາດປ່ຽນສະຖານະແບບນີ້ໄດ້' },
  feeOverlaps: { status: 409, en: 'Another price holds for the same case: {n}', lo: 'ມີລາຄາອື່ນໃຊ້ໃນກໍລະນີດຽວກັນແລ້ວ: {n}' },
  feeReplaced: { status: 409, en: 'A newer version took the place of this price. Change that one.', lo: 'ລາຄານີ້ມີສະບັບໃໝ່ແທນແລ້ວ. ກະລຸນາແກ້ໄຂສະບັບໃໝ່.' },
  alreadyMerged: { status: 409, en: 'This record was merged into another one. Open that one.', lo: 'ລາຍການນີ້ຖືກລວມເຂົ້າກັບລາຍການອື່ນແລ້ວ. ກະລຸນາເປີດລາຍການນັ້ນ.' },
  keptArchived: { status: 409, en: 'The record that stays is archived. Put it back first, or keep the other one.', lo: 'ລາຍການທີ່ຈະເກັບໄວ້ໃຊ້ ຖືກເກັບມ້ຽນແລ້ວ. ກະລຸນາເອົາກັບຄືນກ່ອນ ຫຼື ເລືອກອີກລາຍການໜຶ່ງ.' },
  ownAccount: { status: 409, en: 'You cannot take this from your own account', lo: 'ບໍ່ສາມາດປ່ຽນສິດ ຫຼື ປິດບັນຊີຂອງຕົນເອງໄດ້' },
  importHasErrors: { status: 409, en: 'Some rows need attention. Nothing was imported.', lo: 'ບາງແຖວຕ້ອງແກ້ໄຂ. ຍັງບໍ່ໄດ້ນຳເຂົ້າຫຍັງ.' },
  importDone: { status: 409, en: 'This file was imported already', lo: 'ນຳເຂົ້າຟາຍນີ້ແລ້ວ' },
  importChanged: {
    status: 409,
    en: 'Somebody changed these people meanwhile. Nothing was imported. Check the rows again.',
    lo: 'ມີຄົນປ່ຽນຂໍ້ມູນເຫຼົ່ານີ້ໃນລະຫວ່າງນັ້ນ. ຍັງບໍ່ໄດ້ນຳເຂົ້າຫຍັງ. ກະລຸນາກວດແຖວຂໍ້ມູນຄືນໃໝ່.',
  },
  importInUse: { status: 409, en: 'What was imported has been changed or is in use. It cannot be undone.', lo: 'ຂໍ້ມູນທີ່ນຳເຂົ້າຖືກແກ້ໄຂ ຫຼື ຖືກໃຊ້ແລ້ວ. ຖອນຄືນບໍ່ໄດ້.' },
  attendanceInFuture: { status: 409, en: 'This session has not taken place yet', lo: 'ຍັງບໍ່ເຖິງມື້ຂອງຄັ້ງຮຽນນີ້' },
  sessionNotHeld: { status: 409, en: 'This session was cancelled or moved', lo: 'ຄັ້ງຮຽນນີ້ຖືກຍົກເລີກ ຫຼື ເລື່ອນເວລາແລ້ວ' },
  sessionOnHoliday: { status: 409, en: 'This day is a holiday', lo: 'ມື້ນີ້ແມ່ນມື້ພັກ' },
  classClosed: { status: 409, en: 'This class or its term is closed. Nothing of it can be changed.', lo: 'ຫ້ອງຮຽນ ຫຼື ພາກຮຽນນີ້ປິດແລ້ວ. ແກ້ໄຂບໍ່ໄດ້.' },
  attendanceLocked: {
    status: 409,
    en: 'After {n} days only an admin changes attendance, with a reason',
    lo: 'ກາຍ {n} ມື້ແລ້ວ ຜູ້ບໍລິຫານເທົ່ານັ້ນທີ່ແກ້ການເຂົ້າຮຽນໄດ້ ໂດຍໃຫ້ເຫດຜົນ',
  },
  assessmentLocked: { status: 409, en: 'This assessment is locked. An admin can unlock it.', lo: 'ການສອບເສັງນີ້ຖືກລັອກແລ້ວ. ຜູ້ບໍລິຫານປົດລັອກໄດ້.' },
  enrolmentsRefused: { status: 409, en: 'Nobody was enrolled. See what stands in the way of each.', lo: 'ຍັງບໍ່ໄດ້ລົງທະບຽນຜູ້ໃດ. ກະລຸນາເບິ່ງເຫດຜົນຂອງແຕ່ລະຄົນ.' },
  teachersRefused: { status: 409, en: 'No class was given to anybody. See what stands in the way of each.', lo: 'ຍັງບໍ່ໄດ້ມອບຫ້ອງຮຽນໃຫ້ຜູ້ໃດ. ກະລຸນາເບິ່ງເຫດຜົນຂອງແຕ່ລະຫ້ອງ.' },
  enrolmentChanged: { status: 409, en: 'This enrolment has changed meanwhile. Look at the class again.', lo: 'ການລົງທະບຽນນີ້ມີການປ່ຽນແປງແລ້ວ. ກະລຸນາເບິ່ງຫ້ອງຮຽນອີກຄັ້ງ.' },
  undoTooLate: { status: 409, en: 'It is too late to undo this. Withdraw the student instead.', lo: 'ຖອນຄືນບໍ່ໄດ້ແລ້ວ. ກະລຸນາຖອນຊື່ນັກຮຽນອອກແທນ.' },
  writeVoided: { status: 409, en: 'This try had been given up and was not saved. Press Save again.', lo: 'ການສົ່ງຄັ້ງນີ້ຖືກຍົກເລີກແລ້ວ ແລະ ບໍ່ໄດ້ບັນທຶກ. ກະລຸນາກົດບັນທຶກອີກຄັ້ງ.' },
  alreadySetUp: { status: 409, en: 'The centre is already set up. Sign in.', lo: 'ຕັ້ງຄ່າສູນແລ້ວ. ກະລຸນາເຂົ້າສູ່ລະບົບ.' },
  tooLarge: { status: 413, en: 'File too large', lo: 'ຟາຍໃຫຍ່ເກີນໄປ' },
  requestTooLarge: { status: 413, en: 'The request is too large', lo: 'ຄຳຂໍໃຫຍ່ເກີນໄປ' },
  contentTypeUnsupported: { status: 415, en: 'Send the request as JSON (Content-Type: application/json)', lo: 'ກະລຸນາສົ່ງຄຳຂໍແບບ JSON (Content-Type: application/json)' },
  mediaTypeUnsupported: { status: 415, en: 'This kind of file is not taken. Use PNG, JPEG or WebP.', lo: 'ບໍ່ຮັບຟາຍປະເພດນີ້. ກະລຸນາໃຊ້ PNG, JPEG ຫຼື WebP.' },
  idempotencyKeyReused: { status: 422, en: 'It had already been saved. It was not sent twice.', lo: 'ລາຍການນີ້ບັນທຶກໄວ້ແລ້ວ. ບໍ່ໄດ້ສົ່ງຊ້ຳ.' },
  tooManyTries: { status: 429, en: 'Too many tries. Wait {n} seconds.', lo: 'ລອງຫຼາຍຄັ້ງເກີນໄປ. ກະລຸນາລໍຖ້າ {n} ວິນາທີ.' },
  internal: { status: 500, en: 'Something went wrong', lo: 'ມີບາງຢ່າງຜິດພາດ' },
  unavailable: { status: 503, en: 'The server cannot reach its data right now. Try again shortly.', lo: 'ຕອນນີ້ເຊີບເວີເຂົ້າເຖິງຂໍ້ມູນບໍ່ໄດ້. ກະລຸນາລອງໃໝ່.' },
  diskFull: { status: 507, en: 'The server has no space left. Nothing was saved.', lo: 'ເຊີບເວີບໍ່ມີບ່ອນຫວ່າງແລ້ວ. ບໍ່ໄດ້ບັນທຶກຫຍັງ.' },
} as const satisfies Record<string, { status: number } & Record<Language, string>>;

export type ApiErrorCode = keyof typeof apiErrors;

/** The body of every answer that is not a success. */
export const apiErrorBody = z.object({
  error: z.string().check(z.describe('What went wrong, in the language of Accept-Language')),
  code: z.string().check(z.describe('The same, for programs')),
  fields: z.optional(z.record(z.string(), z.string()).check(z.describe('What is wrong with each field, by its path'))),
  rows: z.optional(z.array(z.record(z.string(), z.unknown())).check(z.describe('Of a write of several things at once, what stands in the way of each'))),
});
export type ApiErrorBody = z.infer<typeof apiErrorBody>;
