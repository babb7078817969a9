import { useLanguage } from '#src/lib/text/use-language.ts';

/**
 * The words of the page `/kit`. They stand here and not in `public/locales`, because no build of
 * the app has them.
 */
const samples = {
  en: {
    kitTitle: 'Every part of the kit',
    theme: 'Theme',
    light: 'Light',
    dark: 'Dark',
    normal: 'normal',
    hover: 'hover',
    pressed: 'pressed',
    focus: 'focus',
    busy: 'busy',
    disabled: 'disabled',
    error: 'error',
    empty: 'empty',
    long: 'long words',
    numbers: 'numbers',
    chosen: 'chosen',
    open: 'press to open',
    add: 'Add class',
    student: 'Student',
    name: 'Name',
    person: 'Khamla Vongsa',
    course: 'English for children',
    longName: 'Souphaphone Phommachanh-Sisavath, English for young learners, Saturday morning',
    class: 'Class',
    phone: 'Phone',
    email: 'E-mail',
    password: 'Password',
    amount: 'Amount',
    due: 'Balance due',
    paid: 'Paid so far',
    tuition: 'Tuition',
    discount: 'Discount',
    total: 'Total',
    start: 'Start date',
    seats: 'Seats left',
    rate: 'Exchange rate',
    score: 'Score',
    age: 'Minimum age',
    note: 'Note',
    photo: 'Photo',
    weekdays: 'Weekdays',
    online: 'Online',
    reason: 'Reason',
    required: 'Please fill in this field',
    help: 'As it stands on the identity card',
    tooLong: 'The name is longer than a receipt can show',
    saved: 'Payment saved. The receipt is in the printer.',
    waits: 'One slip waits for a second look before the seat is certain.',
    failed: 'The classes could not be loaded',
    offline: 'There is no network, and no copy on this device',
    noClasses: 'No classes yet',
    addFirst: 'Add the first class of the term.',
    active: 'Active',
    planned: 'Planned',
    ended: 'Ended',
    waiting: 'Waiting',
    late: 'Late',
    voidReceipt: 'Void the receipt',
    voidMeans: 'The money goes back, and the seat is free again.',
    typed: 'Typed here',
    book: 'Book one',
    newStudents: 'New students',
    january: 'January',
    february: 'February',
    march: 'March',
  },
  lo: {
    kitTitle: 'ທຸກສ່ວນຂອງຊຸດເຄື່ອງມື',
    theme: 'ຮູບແບບສີ',
    light: 'ສະຫວ່າງ',
    dark: 'ມືດ',
    normal: 'ປົກກະຕິ',
    hover: 'ຊີ້',
    pressed: 'ກົດ',
    focus: 'ຈຸດສຸມ',
    busy: 'ກຳລັງເຮັດ',
    disabled: 'ປິດໃຊ້ງານ',
    error: 'ຂໍ້ຜິດພາດ',
    empty: 'ວ່າງ',
    long: 'ຄຳຍາວ',
    numbers: 'ຕົວເລກ',
    chosen: 'ເລືອກແລ້ວ',
    open: 'ກົດເພື່ອເປີດ',
    add: 'ເພີ່ມຫ້ອງຮຽນ',
    student: 'ນັກຮຽນ',
    name: 'ຊື່',
    person: 'ຄຳຫຼ້າ ວົງສາ',
    course: 'ພາສາອັງກິດສຳລັບເດັກ',
    longName: 'ສຸພາພອນ ພົມມະຈັນ ສີສະຫວາດ, ພາສາອັງກິດສຳລັບເດັກນ້ອຍ ຕອນເຊົ້າວັນເສົາ',
    class: 'ຫ້ອງຮຽນ',
    phone: 'ເບີໂທ',
    email: 'ອີເມວ',
    password: 'ລະຫັດຜ່ານ',
    amount: 'ຈຳນວນເງິນ',
    due: 'ຍອດຄ້າງຊຳລະ',
    paid: 'ຊຳລະແລ້ວ',
    tuition: 'ຄ່າຮຽນ',
    discount: 'ສ່ວນຫຼຸດ',
    total: 'ລວມທັງໝົດ',
    start: 'ວັນທີເລີ່ມ',
    seats: 'ບ່ອນວ່າງ',
    rate: 'ອັດຕາແລກປ່ຽນ',
    score: 'ຄະແນນ',
    age: 'ອາຍຸຕ່ຳສຸດ',
    note: 'ໝາຍເຫດ',
    photo: 'ຮູບຖ່າຍ',
    weekdays: 'ມື້ຮຽນ',
    online: 'ຮຽນອອນລາຍ',
    reason: 'ເຫດຜົນ',
    required: 'ກະລຸນາຕື່ມຊ່ອງນີ້',
    help: 'ຕາມບັດປະຈຳຕົວ',
    tooLong: 'ຊື່ຍາວກວ່າທີ່ໃບຮັບເງິນສະແດງໄດ້',
    saved: 'ບັນທຶກການຊຳລະເງິນແລ້ວ. ໃບຮັບເງິນກຳລັງພິມ.',
    waits: 'ມີສະລິບ 1 ໃບລໍຖ້າກວດສອບ ກ່ອນຈະຢືນຢັນບ່ອນນັ່ງ',
    failed: 'ໂຫຼດຫ້ອງຮຽນບໍ່ສຳເລັດ',
    offline: 'ບໍ່ມີເຄືອຂ່າຍ ແລະ ບໍ່ມີສຳເນົາໃນເຄື່ອງນີ້',
    noClasses: 'ຍັງບໍ່ມີຫ້ອງຮຽນ',
    addFirst: 'ເພີ່ມຫ້ອງຮຽນທຳອິດຂອງພາກຮຽນ',
    active: 'ໃຊ້ງານຢູ່',
    planned: 'ວາງແຜນໄວ້',
    ended: 'ສິ້ນສຸດແລ້ວ',
    waiting: 'ລໍຖ້າ',
    late: 'ກາຍກຳນົດ',
    voidReceipt: 'ຍົກເລີກໃບຮັບເງິນ',
    voidMeans: 'ຄືນເງິນ ແລະ ບ່ອນນັ່ງຈະວ່າງອີກ',
    typed: 'ພິມໄວ້ນີ້',
    book: 'ປຶ້ມຫົວທີໜຶ່ງ',
    newStudents: 'ນັກຮຽນໃໝ່',
    january: 'ມັງກອນ',
    february: 'ກຸມພາ',
    march: 'ມີນາ',
  },
} as const;

export type Samples = Record<keyof (typeof samples)['en'], string>;

/** The sort of a sample that is no label; a test may draw every sample of a sort as one text. */
const sorts: Partial<Record<keyof Samples, 'act' | 'name' | 'sentence'>> = {
  add: 'act',
  voidReceipt: 'act',
  person: 'name',
  course: 'name',
  longName: 'name',
  book: 'name',
  required: 'sentence',
  help: 'sentence',
  tooLong: 'sentence',
  saved: 'sentence',
  waits: 'sentence',
  failed: 'sentence',
  offline: 'sentence',
  noClasses: 'sentence',
  addFirst: 'sentence',
  voidMeans: 'sentence',
};

/** Names of states and months tell the parts of the page apart, so they stay as they are. */
const kept = new Set<string>([
  ...['kitTitle', 'light', 'dark', 'normal', 'hover', 'pressed', 'focus', 'busy', 'disabled'],
  ...['error', 'empty', 'long', 'numbers', 'chosen', 'open', 'january', 'february', 'march'],
]);

/** The samples with the texts that the address asks for, such as `/kit?label=…&act=…`. */
function asAsked(words: Samples): Samples {
  const asked = new URLSearchParams(location.search);
  const entries = Object.entries(words).map(([key, word]) => {
    const text = asked.get(sorts[key as keyof Samples] ?? 'label');
    return [key, kept.has(key) ? word : (text ?? word)];
  });
  return Object.fromEntries(entries) as Samples;
}

const asked = { en: asAsked(samples.en), lo: asAsked(samples.lo) };

/** The words of the page in the language of the interface. */
export function useSamples(): Samples {
  return asked[useLanguage()];
}
