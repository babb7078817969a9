import type { Language } from '#contract/language.ts';

/**
 * The facts of a debt in a message to the family, in one language. Sums and the day are written
 * already; those that do not exist are empty.
 */
export type ReminderWords = {
  centre: string;
  name: string;
  owed: string;
  overdue: string;
  nextDueOn: string;
};

const texts: Record<Language, (words: ReminderWords) => string> = {
  lo: ({ centre, name, owed, overdue, nextDueOn }) =>
    [
      `${centre}: ສະບາຍດີ ${name}. ຍອດຄ້າງຊຳລະຂອງຄອບຄົວແມ່ນ ${owed} ກີບ`,
      overdue !== '' && `ໃນນັ້ນ ${overdue} ກີບ ເກີນກຳນົດແລ້ວ`,
      nextDueOn !== '' && `ງວດຕໍ່ໄປກຳນົດວັນທີ ${nextDueOn}`,
    ]
      .filter(Boolean)
      .join(', ') + '. ຖ້າຊຳລະແລ້ວ, ກະລຸນາແຈ້ງໃຫ້ພວກເຮົາຊາບ. ຂອບໃຈ.',
  en: ({ centre, name, owed, overdue, nextDueOn }) =>
    [
      `${centre}: Dear ${name}, your family's balance is ${owed} kip`,
      overdue !== '' && `of which ${overdue} kip is overdue`,
      nextDueOn !== '' && `the next part is due on ${nextDueOn}`,
    ]
      .filter(Boolean)
      .join(', ') + '. If you have paid already, please tell us. Thank you.',
};

/**
 * The reminder in both languages, Lao first, whatever the interface speaks: a family has one
 * message.
 */
export const reminderMessage = (wordsIn: (language: Language) => ReminderWords): string =>
  [texts.lo(wordsIn('lo')), texts.en(wordsIn('en'))].join('\n\n');
