import type { Language } from '#contract/language.ts';

/**
 * The facts of a receipt in a message to the family, in one language. Sums and days are written
 * already; those that do not exist are empty.
 */
export type ReceiptWords = {
  centre: string;
  number: string;
  day: string;
  /** Empty for a buyer without a name. */
  payer: string;
  /** With its currency, and with the foreign notes it came in. */
  received: string;
  /** One line for each child or purchase. */
  lines: readonly string[];
  /** In kip. */
  owed: string;
  dueOn: string;
  check: string;
};

const texts: Record<Language, (words: ReceiptWords) => (string | false)[]> = {
  lo: ({ centre, number, day, payer, received, lines, owed, dueOn, check }) => [
    `${centre}: ໃບຮັບເງິນ ${number}, ວັນທີ ${day}`,
    `ໄດ້ຮັບ ${received}${payer === '' ? '' : ` ຈາກ ${payer}`}`,
    ...lines.map((line) => `- ${line}`),
    owed === '' && 'ບໍ່ມີຍອດຄ້າງຊຳລະສຳລັບລາຍການນີ້.',
    owed !== '' && `ຍອດຄ້າງຊຳລະ ${owed} ກີບ${dueOn === '' ? '' : `, ວັນຄົບກຳນົດ ${dueOn}`}`,
    check !== '' && `ລະຫັດກວດສອບ ${check}`,
    'ຂອບໃຈ.',
  ],
  en: ({ centre, number, day, payer, received, lines, owed, dueOn, check }) => [
    `${centre}: receipt ${number} of ${day}`,
    `Received ${received}${payer === '' ? '' : ` from ${payer}`}`,
    ...lines.map((line) => `- ${line}`),
    owed === '' && 'Nothing is left to pay for this.',
    owed !== '' && `Still to pay: ${owed} kip${dueOn === '' ? '' : `, due on ${dueOn}`}`,
    check !== '' && `Check code ${check}`,
    'Thank you.',
  ],
};

/**
 * A receipt as text in both languages, Lao first, whatever the interface speaks: a family has one
 * message. The paper remains the receipt; its number and check code find it.
 */
export const receiptMessage = (wordsIn: (language: Language) => ReceiptWords): string =>
  (['lo', 'en'] as const)
    .map((language) => texts[language](wordsIn(language)).filter(Boolean).join('\n'))
    .join('\n\n');
