import type { Language } from '#contract/language.ts';

/** The facts of one child in a letter, in one language; sums and days are written already. */
export type LetterChild = {
  name: string;
  course: string;
  classCode: string;
  times: string;
  days: string;
  /** Empty while no teacher is known. */
  teacher: string;
  until: string;
  lines: readonly { label: string; sum: string }[];
};
export type LetterWords = {
  centre: string;
  branch: string;
  phone: string;
  name: string;
  term: string;
  children: readonly LetterChild[];
  total: string;
  today: string;
};

type Words = {
  title: string;
  dear: (name: string) => string;
  intro: (term: string) => string;
  class: string;
  times: string;
  days: string;
  teacher: string;
  until: (day: string) => string;
  total: string;
  asOf: (day: string) => string;
  ask: (phone: string) => string;
  thanks: string;
  tuition: string;
  registration: string;
  discount: string;
  askDesk: string;
};

/** The words of a letter about held seats, in the language of the family. */
export const letterWords: Record<Language, Words> = {
  en: {
    title: 'Your seat in the next term',
    dear: (name) => `Dear ${name},`,
    intro: (term) => `We hold a seat in ${term} for your family:`,
    class: 'Class',
    times: 'Days',
    days: 'Dates',
    teacher: 'Teacher',
    until: (day) => `Seat held until ${day}`,
    total: 'Total',
    asOf: (day) => `Prices and discounts of ${day}`,
    ask: (phone) =>
      `Please pay at the desk by that day, or tell us your answer${phone === '' ? '' : `: ${phone}`}.`,
    thanks: 'Thank you.',
    tuition: 'Tuition',
    registration: 'Registration fee',
    discount: 'Discount',
    askDesk: 'please ask at the desk',
  },
  lo: {
    title: 'ບ່ອນຮຽນໃນພາກຮຽນຕໍ່ໄປ',
    dear: (name) => `ສະບາຍດີ ${name},`,
    intro: (term) => `ພວກເຮົາຈອງບ່ອນຮຽນໃນ ${term} ໄວ້ໃຫ້ຄອບຄົວຂອງທ່ານແລ້ວ:`,
    class: 'ຫ້ອງຮຽນ',
    times: 'ມື້ ແລະ ເວລາ',
    days: 'ວັນທີ',
    teacher: 'ຄູສອນ',
    until: (day) => `ຈອງໄວ້ເຖິງ ${day}`,
    total: 'ລວມ',
    asOf: (day) => `ລາຄາ ແລະ ສ່ວນຫຼຸດຂອງວັນທີ ${day}`,
    ask: (phone) =>
      `ກະລຸນາຊຳລະທີ່ໂຕະຮັບລົງທະບຽນພາຍໃນວັນນັ້ນ ຫຼື ແຈ້ງຄຳຕອບໃຫ້ພວກເຮົາ${phone === '' ? '' : `: ${phone}`}.`,
    thanks: 'ຂອບໃຈ.',
    tuition: 'ຄ່າຮຽນ',
    registration: 'ຄ່າລົງທະບຽນ',
    discount: 'ສ່ວນຫຼຸດ',
    askDesk: 'ກະລຸນາຖາມໂຕະຮັບລົງທະບຽນ',
  },
};

/** The letter as text to copy into a chat; the printed sheet says the same. */
export function letterAsText(
  language: Language,
  { centre, branch, phone, name, term, children, total, today }: LetterWords,
): string {
  const words = letterWords[language];
  const ofChild = (child: LetterChild) =>
    [
      child.name,
      `${child.course} (${child.classCode})`,
      `${words.times}: ${child.times}`,
      `${words.days}: ${child.days}`,
      child.teacher !== '' && `${words.teacher}: ${child.teacher}`,
      ...child.lines.map(({ label, sum }) => `- ${label}: ${sum}`),
      words.until(child.until),
    ]
      .filter(Boolean)
      .join('\n');
  return [
    `${centre}, ${branch}`,
    `${words.dear(name)}\n${words.intro(term)}`,
    ...children.map(ofChild),
    `${words.total}: ${total}\n${words.asOf(today)}`,
    `${words.ask(phone)} ${words.thanks}`,
  ].join('\n\n');
}
