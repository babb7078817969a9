import type { Language } from '#contract/language.ts';

/**
 * Every text of the error catalogue, in both languages. It is bundled rather than fetched with the other
 * texts, because most of these must be sayable when nothing can be fetched.
 */
const texts = {
  offlineBanner: {
    en: 'No Internet Connection. Please check your network.',
    lo: 'ບໍ່ມີການເຊື່ອມຕໍ່ອິນເຕີເນັດ. ກະລຸນາກວດສອບເຄືອຂ່າຍຂອງທ່ານ.',
  },
  offlineToast: {
    en: 'No internet connection. Please check your network and try again.',
    lo: 'ບໍ່ມີການເຊື່ອມຕໍ່ອິນເຕີເນັດ. ກະລຸນາກວດສອບເຄືອຂ່າຍ ແລ້ວລອງໃໝ່ອີກຄັ້ງ.',
  },
  sessionExpired: {
    en: 'Session expired. Please log in again.',
    lo: 'ໝົດເວລາເຂົ້າໃຊ້ລະບົບແລ້ວ. ກະລຸນາເຂົ້າສູ່ລະບົບໃໝ່.',
  },
  somethingWrong: { en: 'Something went wrong', lo: 'ມີບາງຢ່າງຜິດພາດ' },
  branchesFetch: { en: 'Failed to fetch branches', lo: 'ໂຫຼດລາຍຊື່ສາຂາບໍ່ສຳເລັດ' },
  branchFetch: { en: 'Failed to fetch branch', lo: 'ໂຫຼດຂໍ້ມູນສາຂາບໍ່ສຳເລັດ' },
  branchCreate: { en: 'Failed to create branch', lo: 'ເພີ່ມສາຂາບໍ່ສຳເລັດ' },
  branchUpdate: { en: 'Failed to update branch', lo: 'ແກ້ໄຂສາຂາບໍ່ສຳເລັດ' },
  ratesFetch: { en: 'Failed to fetch exchangeRates', lo: 'ໂຫຼດອັດຕາແລກປ່ຽນບໍ່ສຳເລັດ' },
  rateCreate: { en: 'Failed to create exchangeRate', lo: 'ເພີ່ມອັດຕາແລກປ່ຽນບໍ່ສຳເລັດ' },
  rateUpdate: { en: 'Failed to update exchangeRate', lo: 'ແກ້ໄຂອັດຕາແລກປ່ຽນບໍ່ສຳເລັດ' },
  studentsFetch: { en: 'Failed to fetch students', lo: 'ໂຫຼດລາຍຊື່ນັກຮຽນບໍ່ສຳເລັດ' },
  parentsFetch: { en: 'Failed to fetch parents', lo: 'ໂຫຼດລາຍຊື່ຜູ້ປົກຄອງບໍ່ສຳເລັດ' },
  teachersFetch: { en: 'Failed to fetch teachers', lo: 'ໂຫຼດລາຍຊື່ຄູສອນບໍ່ສຳເລັດ' },
  teacherFetch: { en: 'Failed to fetch teacher', lo: 'ໂຫຼດຂໍ້ມູນຄູສອນບໍ່ສຳເລັດ' },
  teacherCreate: { en: 'Failed to create teacher', lo: 'ເພີ່ມຄູສອນບໍ່ສຳເລັດ' },
  teacherUpdate: { en: 'Failed to update teacher', lo: 'ແກ້ໄຂຂໍ້ມູນຄູສອນບໍ່ສຳເລັດ' },
  staffFetch: { en: 'Failed to fetch staff accounts', lo: 'ໂຫຼດລາຍຊື່ບັນຊີພະນັກງານບໍ່ສຳເລັດ' },
  staffOneFetch: { en: 'Failed to fetch staff account', lo: 'ໂຫຼດບັນຊີພະນັກງານບໍ່ສຳເລັດ' },
  staffCreate: { en: 'Failed to create staff account', lo: 'ເພີ່ມບັນຊີພະນັກງານບໍ່ສຳເລັດ' },
  staffUpdate: { en: 'Failed to update staff account', lo: 'ແກ້ໄຂບັນຊີພະນັກງານບໍ່ສຳເລັດ' },
  termsFetch: { en: 'Failed to fetch academic terms', lo: 'ໂຫຼດພາກຮຽນບໍ່ສຳເລັດ' },
  termFetch: { en: 'Failed to fetch academic term', lo: 'ໂຫຼດຂໍ້ມູນພາກຮຽນບໍ່ສຳເລັດ' },
  termCreate: { en: 'Failed to create academic term', lo: 'ເພີ່ມພາກຮຽນບໍ່ສຳເລັດ' },
  termUpdate: { en: 'Failed to update academic term', lo: 'ແກ້ໄຂພາກຮຽນບໍ່ສຳເລັດ' },
  categoriesFetch: { en: 'Failed to fetch course categories', lo: 'ໂຫຼດໝວດຫຼັກສູດບໍ່ສຳເລັດ' },
  categoryFetch: { en: 'Failed to fetch course category', lo: 'ໂຫຼດຂໍ້ມູນໝວດຫຼັກສູດບໍ່ສຳເລັດ' },
  categoryCreate: { en: 'Failed to create course category', lo: 'ເພີ່ມໝວດຫຼັກສູດບໍ່ສຳເລັດ' },
  categoryUpdate: { en: 'Failed to update course category', lo: 'ແກ້ໄຂໝວດຫຼັກສູດບໍ່ສຳເລັດ' },
  coursesFetch: { en: 'Failed to fetch courses', lo: 'ໂຫຼດຫຼັກສູດບໍ່ສຳເລັດ' },
  courseFetch: { en: 'Failed to fetch course', lo: 'ໂຫຼດຂໍ້ມູນຫຼັກສູດບໍ່ສຳເລັດ' },
  courseCreate: { en: 'Failed to create course', lo: 'ເພີ່ມຫຼັກສູດບໍ່ສຳເລັດ' },
  courseUpdate: { en: 'Failed to update course', lo: 'ແກ້ໄຂຫຼັກສູດບໍ່ສຳເລັດ' },
  feesFetch: { en: 'Failed to fetch course fees', lo: 'ໂຫຼດຄ່າຮຽນບໍ່ສຳເລັດ' },
  feeFetch: { en: 'Failed to fetch course fee', lo: 'ໂຫຼດຂໍ້ມູນຄ່າຮຽນບໍ່ສຳເລັດ' },
  feeCreate: { en: 'Failed to create course fee', lo: 'ເພີ່ມຄ່າຮຽນບໍ່ສຳເລັດ' },
  feeUpdate: { en: 'Failed to update course fee', lo: 'ແກ້ໄຂຄ່າຮຽນບໍ່ສຳເລັດ' },
  schoolInfoFetch: { en: 'Failed to fetch school info', lo: 'ໂຫຼດຂໍ້ມູນໂຮງຮຽນບໍ່ສຳເລັດ' },
  schoolInfoUpdate: { en: 'Failed to update school info', lo: 'ແກ້ໄຂຂໍ້ມູນໂຮງຮຽນບໍ່ສຳເລັດ' },
  studentFetch: { en: 'Failed to fetch student', lo: 'ໂຫຼດຂໍ້ມູນນັກຮຽນບໍ່ສຳເລັດ' },
  studentCreate: { en: 'Failed to create student', lo: 'ເພີ່ມນັກຮຽນບໍ່ສຳເລັດ' },
  studentUpdate: { en: 'Failed to update student', lo: 'ແກ້ໄຂຂໍ້ມູນນັກຮຽນບໍ່ສຳເລັດ' },
  parentFetch: { en: 'Failed to fetch parent', lo: 'ໂຫຼດຂໍ້ມູນຜູ້ປົກຄອງບໍ່ສຳເລັດ' },
  parentCreate: { en: 'Failed to create parent', lo: 'ເພີ່ມຜູ້ປົກຄອງບໍ່ສຳເລັດ' },
  parentUpdate: { en: 'Failed to update parent', lo: 'ແກ້ໄຂຂໍ້ມູນຜູ້ປົກຄອງບໍ່ສຳເລັດ' },
  timetableFetch: { en: 'Failed to fetch the timetable', lo: 'ໂຫຼດຕາຕະລາງຮຽນບໍ່ສຳເລັດ' },
  classFetch: { en: 'Failed to fetch class', lo: 'ໂຫຼດຂໍ້ມູນຫ້ອງຮຽນບໍ່ສຳເລັດ' },
  classesFetch: { en: 'Failed to fetch classes', lo: 'ໂຫຼດຂໍ້ມູນຫ້ອງຮຽນບໍ່ສຳເລັດ' },
  classCreate: { en: 'Failed to create class', lo: 'ເພີ່ມຫ້ອງຮຽນບໍ່ສຳເລັດ' },
  classUpdate: { en: 'Failed to update class', lo: 'ແກ້ໄຂຫ້ອງຮຽນບໍ່ສຳເລັດ' },
  sessionsFetch: { en: 'Failed to fetch sessions', lo: 'ໂຫຼດຄັ້ງຮຽນບໍ່ສຳເລັດ' },
  rosterFetch: { en: 'Failed to fetch students of the class', lo: 'ໂຫຼດລາຍຊື່ນັກຮຽນໃນຫ້ອງບໍ່ສຳເລັດ' },
  attendanceFetch: { en: 'Failed to fetch attendance', lo: 'ໂຫຼດການເຂົ້າຮຽນບໍ່ສຳເລັດ' },
  scoresFetch: { en: 'Failed to fetch scores', lo: 'ໂຫຼດຄະແນນບໍ່ສຳເລັດ' },
  passwordUpdated: { en: 'Password updated successfully!', lo: 'ປ່ຽນລະຫັດຜ່ານສຳເລັດແລ້ວ' },
  passwordFailed: { en: 'Failed to update password.', lo: 'ປ່ຽນລະຫັດຜ່ານບໍ່ສຳເລັດ' },
  passwordUnknown: {
    en: 'We could not confirm whether the password was changed. Press Save again when the network is back.',
    lo: 'ບໍ່ສາມາດຢືນຢັນໄດ້ວ່າປ່ຽນລະຫັດຜ່ານແລ້ວ ຫຼື ບໍ່. ກະລຸນາກົດບັນທຶກອີກຄັ້ງ ເມື່ອເຄືອຂ່າຍໃຊ້ໄດ້.',
  },
  fillBoth: { en: 'Please fill in both fields.', lo: 'ກະລຸນາຕື່ມຂໍ້ມູນໃຫ້ຄົບທັງສອງຊ່ອງ' },
  saveUnknown: {
    en: 'We could not confirm whether this was saved - check the list before sending again.',
    lo: 'ບໍ່ສາມາດຢືນຢັນໄດ້ວ່າບັນທຶກແລ້ວ ຫຼື ບໍ່. ກະລຸນາກວດລາຍການກ່ອນສົ່ງອີກຄັ້ງ.',
  },
  serverSilent: {
    en: 'Connected, but the school server does not answer.',
    lo: 'ເຊື່ອມຕໍ່ເຄືອຂ່າຍແລ້ວ, ແຕ່ເຊີບເວີຂອງໂຮງຮຽນບໍ່ຕອບ.',
  },
  stillWaiting: {
    en: 'Still waiting for the server. You may cancel.',
    lo: 'ຍັງລໍຖ້າຄຳຕອບຈາກເຊີບເວີ. ທ່ານສາມາດຍົກເລີກໄດ້.',
  },
  pageNotOnDevice: { en: 'This page is not on the device', lo: 'ໜ້ານີ້ບໍ່ມີຢູ່ໃນເຄື່ອງ' },
  pageNotOnDeviceHelp: {
    en: 'It can be opened again once there is a connection.',
    lo: 'ທ່ານສາມາດເປີດໜ້ານີ້ໄດ້ອີກເມື່ອມີການເຊື່ອມຕໍ່.',
  },
} as const satisfies Record<string, Record<Language, string>>;

export type MessageKey = keyof typeof texts;

/** Why a request was refused before it was sent; an error's message, so it is not translated. */
export const OFFLINE_REJECTION = 'No Internet Connection';

/** A text of the catalogue in `language`. */
export function message(key: MessageKey, language: Language): string {
  return texts[key][language];
}
