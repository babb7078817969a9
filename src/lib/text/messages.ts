import type { Language } from '#contract/language.ts';

/**
 * The texts that must be available when nothing can be fetched, bundled in both languages. All
 * other texts of the error catalogue are in locale files (docs/interface.md, "The error
 * catalogue").
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

/** The message of the error that rejects a request while offline; not shown, so not translated. */
export const OFFLINE_REJECTION = 'No Internet Connection';

/** A bundled text in `language`. */
export function message(key: MessageKey, language: Language): string {
  return texts[key][language];
}
