import type { Language } from '#contract/language.ts';

/** The facts of an offered seat in a message to the family, in one language. */
export type OfferWords = {
  centre: string;
  name: string;
  course: string;
  classCode: string;
  until: string;
  phone: string;
};

const texts: Record<Language, (words: OfferWords) => string> = {
  lo: ({ centre, name, course, classCode, until, phone }) =>
    `${centre}: ມີບ່ອນນັ່ງວ່າງໃຫ້ ${name} ໃນຫຼັກສູດ ${course} (${classCode}). ພວກເຮົາຈອງໄວ້ໃຫ້ເຖິງ ${until}. ກະລຸນາມາທີ່ໂຕະຮັບລົງທະບຽນກ່ອນເວລານັ້ນ ຫຼື ໂທ ${phone}.`,
  en: ({ centre, name, course, classCode, until, phone }) =>
    `${centre}: a seat is free for ${name} in ${course} (${classCode}). We hold it until ${until}. Please come to the desk before then, or call ${phone}.`,
};

/**
 * The message of an offer in both languages, Lao first, whatever the interface speaks: a family has
 * one message.
 */
export const offerMessage = (wordsIn: (language: Language) => OfferWords): string =>
  [texts.lo(wordsIn('lo')), texts.en(wordsIn('en'))].join('\n\n');
