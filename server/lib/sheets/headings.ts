import type { Language } from '#contract/language.ts';

/** A column's heading, and other headings in use for it. */
export type Heading = Record<Language, string> & { also?: readonly string[] };

/** Headings of a column of titles, which tells the gender where no other column does. */
const titleWords = ['title', 'prefix', 'salutation', 'ຄຳນຳໜ້າ', 'ຄຳນຳໜ້າຊື່', 'คำนำหน้า', 'คำนำหน้าชื่อ'];

/** Headings of a mother, who is the first guardian, and of a father, who is the second one. */
const ofParent = (at: 1 | 2) => {
  const [en, lo] = at === 1 ? ['mother', 'ແມ່'] : ['father', 'ພໍ່'];
  const forms = (words: readonly string[], local: readonly string[]) => [
    ...words.flatMap((word) => [`${en} ${word}`, `${en}'s ${word}`]),
    ...local.map((word) => `${word}${lo}`),
  ];
  return {
    FirstName: [
      en,
      lo,
      ...forms(['name', 'first name', 'full name'], ['ຊື່', 'ຊື່ຂອງ', 'ຊື່ ແລະ ນາມສະກຸນ']),
    ],
    LastName: forms(['last name', 'surname'], ['ນາມສະກຸນ']),
    Phone: forms(
      ['phone', 'mobile', 'tel', 'telephone', 'phone number', 'phone no', 'contact', 'contact no'],
      ['ເບີ', 'ເບີໂທ', 'ໂທ', 'ເບີໂທລະສັບ', 'ເບີຕິດຕໍ່'],
    ),
  };
};

const guardian = (at: 1 | 2): Record<'FirstName' | 'LastName' | 'Phone' | 'Relation', Heading> => {
  const also = (...words: string[]) => (at === 1 ? words : words.map((word) => `${word} 2`));
  const parent = ofParent(at);
  return {
    FirstName: {
      en: `Guardian ${at} first name`,
      lo: `ຊື່ຜູ້ປົກຄອງ ${at}`,
      also: [
        ...also('guardian first name', 'parent first name', 'guardian name', 'parent name'),
        ...also("guardian's name", "parent's name", 'guardian full name', 'guardian', 'parent'),
        ...also('ຊື່ຜູ້ປົກຄອງ', 'ຊື່ພໍ່ແມ່', 'ຜູ້ປົກຄອງ', 'ຊື່ ແລະ ນາມສະກຸນຜູ້ປົກຄອງ'),
        ...parent.FirstName,
      ],
    },
    LastName: {
      en: `Guardian ${at} last name`,
      lo: `ນາມສະກຸນຜູ້ປົກຄອງ ${at}`,
      also: [
        ...also('guardian last name', 'parent last name', 'guardian surname', 'ນາມສະກຸນຜູ້ປົກຄອງ'),
        ...parent.LastName,
      ],
    },
    Phone: {
      en: `Guardian ${at} phone`,
      lo: `ເບີໂທຜູ້ປົກຄອງ ${at}`,
      also: [
        ...also('guardian phone', 'parent phone', 'ເບີໂທຜູ້ປົກຄອງ', 'ເບີຜູ້ປົກຄອງ', 'ໂທຜູ້ປົກຄອງ'),
        ...also("guardian's mobile", "guardian's phone", "parent's mobile", "parent's phone"),
        ...also('guardian mobile', 'parent mobile', 'guardian contact', 'guardian contact no'),
        ...also('guardian tel', 'parent tel', 'guardian phone number', 'ເບີຕິດຕໍ່ຜູ້ປົກຄອງ'),
        ...parent.Phone,
      ],
    },
    Relation: {
      en: `Guardian ${at} relation`,
      lo: `ສາຍພົວພັນ ${at}`,
      also: also(
        'relation',
        'guardian relation',
        'relationship',
        'relationship to student',
        'ສາຍພົວພັນ',
        'ຄວາມສຳພັນ',
        'ຄວາມກ່ຽວພັນ',
      ),
    },
  };
};

/** Headings above the columns of a guardian, who may be the only one, a mother or a father. */
export const guardianGroupWords = (at: 1 | 2): string[] => {
  const any = [
    'guardian',
    'guardians',
    'parent',
    'parents',
    'guardian information',
    'guardian details',
    'parent information',
    'parent details',
    'guardian info',
    'parent info',
    'guardian data',
    'parent/guardian',
    'parents/guardians',
    'ຜູ້ປົກຄອງ',
    'ພໍ່ແມ່',
    'ຂໍ້ມູນຜູ້ປົກຄອງ',
    'ຂໍ້ມູນພໍ່ແມ່',
    'ພໍ່ແມ່ ຫຼື ຜູ້ປົກຄອງ',
    'ພໍ່ ແມ່ ຜູ້ປົກຄອງ',
    'ຝ່າຍຜູ້ປົກຄອງ',
    'ผู้ปกครอง',
    'ข้อมูลผู้ปกครอง',
  ];
  const numbered = ['guardian', 'parent', 'ຜູ້ປົກຄອງ', 'ຜູ້ປົກຄອງທີ', 'ຜູ້ປົກຄອງຄົນທີ'];
  const parent =
    at === 1 ? ['mother', 'ແມ່', 'ຂໍ້ມູນແມ່', 'แม่', 'มารดา'] : ['father', 'ພໍ່', 'ຂໍ້ມູນພໍ່', 'พ่อ', 'บิดา'];
  return [
    ...numbered.map((word) => `${word} ${at}`),
    ...(at === 1 ? any : []),
    ...parent,
    ...(at === 1 ? ["mother's details"] : ["father's details"]),
  ];
};

const [first, second] = [guardian(1), guardian(2)];

/**
 * The headings of all exports and imports: the same words, so that an exported file can be imported
 * again.
 */
export const sheetHeadings = {
  studentCode: { en: 'Student code', lo: 'ລະຫັດນັກຮຽນ' },
  teacherCode: { en: 'Teacher code', lo: 'ລະຫັດຄູສອນ' },
  fullName: {
    en: 'Full name',
    lo: 'ຊື່ ແລະ ນາມສະກຸນ',
    also: [
      'name and surname',
      'name surname',
      'student name',
      'teacher name',
      'student',
      'teacher',
      'ຊື່ນາມສະກຸນ',
      'ຊື່ເຕັມ',
      'ຊື່ ນາມສະກຸນນັກຮຽນ',
      'ຊື່ ແລະ ນາມສະກຸນນັກຮຽນ',
      'ชื่อ นามสกุล',
    ],
  },
  firstName: {
    en: 'First name',
    lo: 'ຊື່',
    also: [
      'given name',
      'name',
      'firstname',
      'ຊື່ນັກຮຽນ',
      'ຊື່ຄູ',
      'ຊື່ອາຈານ',
      'ຊື່ຄູສອນ',
      'lao name',
      'name (lao)',
      'first name (lao)',
      'ຊື່ (ລາວ)',
      'ຊື່ພາສາລາວ',
    ],
  },
  lastName: {
    en: 'Last name',
    lo: 'ນາມສະກຸນ',
    also: [
      'surname',
      'family name',
      'lastname',
      'last name (lao)',
      'surname (lao)',
      'ນາມສະກຸນ (ລາວ)',
      'ນາມສະກຸນພາສາລາວ',
    ],
  },
  firstNameEn: {
    en: 'First name (English)',
    lo: 'ຊື່ (ພາສາອັງກິດ)',
    also: [
      'english first name',
      'english name',
      'name (english)',
      'name (en)',
      'name (eng)',
      'first name (en)',
      'first name (eng)',
      'ຊື່ພາສາອັງກິດ',
      'ຊື່ (ອັງກິດ)',
      'ຊື່ເປັນພາສາອັງກິດ',
    ],
  },
  lastNameEn: {
    en: 'Last name (English)',
    lo: 'ນາມສະກຸນ (ພາສາອັງກິດ)',
    also: [
      'english last name',
      'english surname',
      'surname (english)',
      'surname (en)',
      'last name (en)',
      'ນາມສະກຸນພາສາອັງກິດ',
      'ນາມສະກຸນ (ອັງກິດ)',
    ],
  },
  nickname: { en: 'Nickname', lo: 'ຊື່ຫຼິ້ນ', also: ['nick name'] },
  gender: { en: 'Gender', lo: 'ເພດ', also: ['sex', 'เพศ', ...titleWords] },
  dateOfBirth: {
    en: 'Date of birth',
    lo: 'ວັນເດືອນປີເກີດ',
    also: ['birthday', 'birth date', 'birthdate', 'dob', 'ວັນເກີດ', 'ວັນທີເກີດ', 'ວດປ ເກີດ'],
  },
  phone: {
    en: 'Phone',
    lo: 'ເບີໂທ',
    also: [
      'telephone',
      'tel',
      'mobile',
      'phone number',
      'phone no',
      'ເບີໂທລະສັບ',
      'ໂທລະສັບ',
      'ໂທ',
      'ເບີ',
      'contact no',
      'contact number',
      'contact',
      'mobile no',
      'ເບີຕິດຕໍ່',
      'ເບີມືຖື',
    ],
  },
  email: {
    en: 'E-mail',
    lo: 'ອີເມວ',
    also: ['email', 'mail', 'email address', 'ເມວ', 'ອີເມລ', 'ເມລ'],
  },
  phone2: { en: 'Second phone', lo: 'ເບີໂທສຳຮອງ' },
  whatsapp: { en: 'WhatsApp', lo: 'WhatsApp' },
  line: { en: 'LINE', lo: 'LINE' },
  facebook: { en: 'Facebook', lo: 'Facebook' },
  occupation: { en: 'Occupation', lo: 'ອາຊີບ' },
  nationality: { en: 'Nationality', lo: 'ສັນຊາດ' },
  idNumber: { en: 'ID number', lo: 'ເລກບັດປະຈຳຕົວ', also: ['id', 'id card'] },
  currentSchool: { en: 'Current school', lo: 'ໂຮງຮຽນປະຈຸບັນ', also: ['school', 'ໂຮງຮຽນ'] },
  grade: { en: 'Grade', lo: 'ຊັ້ນຮຽນ', also: ['class', 'ຊັ້ນ'] },
  village: { en: 'Village', lo: 'ບ້ານ' },
  district: { en: 'District', lo: 'ເມືອງ' },
  provinceCode: { en: 'Province', lo: 'ແຂວງ' },
  guardian1FirstName: first.FirstName,
  guardian1LastName: first.LastName,
  guardian1Phone: first.Phone,
  guardian1Relation: first.Relation,
  guardian2FirstName: second.FirstName,
  guardian2LastName: second.LastName,
  guardian2Phone: second.Phone,
  guardian2Relation: second.Relation,
  branch: { en: 'Branch', lo: 'ສາຂາ' },
  status: { en: 'Status', lo: 'ສະຖານະ' },
  statusReason: { en: 'Reason for leaving', lo: 'ເຫດຜົນທີ່ອອກ' },
  source: { en: 'How did you hear of us', lo: 'ຮູ້ຈັກໂຮງຮຽນຈາກໃສ', also: ['source'] },
  priceCategory: { en: 'Price category', lo: 'ປະເພດລາຄາ' },
  healthNote: { en: 'Health note', lo: 'ໝາຍເຫດສຸຂະພາບ', also: ['health'] },
  employmentType: { en: 'Employment type', lo: 'ປະເພດການຈ້າງ', also: ['employment'] },
  qualifications: { en: 'Qualifications', lo: 'ວຸດທິການສຶກສາ' },
  startDate: { en: 'Start date', lo: 'ວັນທີເລີ່ມ' },
  sku: { en: 'SKU', lo: 'ລະຫັດສິນຄ້າ', also: ['product code', 'item code', 'code', 'ລະຫັດ'] },
  barcode: { en: 'Barcode', lo: 'ບາໂຄດ', also: ['isbn', 'ean', 'bar code'] },
  nameEn: {
    en: 'Name (English)',
    lo: 'ຊື່ (ພາສາອັງກິດ)',
    also: [
      'english name',
      'name (en)',
      'name (eng)',
      'name',
      'product',
      'ຊື່ພາສາອັງກິດ',
      'ຊື່ (ອັງກິດ)',
      'ຊື່ສິນຄ້າ (ອັງກິດ)',
      'ຊື່ສິນຄ້າ (ພາສາອັງກິດ)',
      'product name (english)',
    ],
  },
  nameLo: {
    en: 'Name (Lao)',
    lo: 'ຊື່ (ພາສາລາວ)',
    also: [
      'lao name',
      'name (lo)',
      'product name (lao)',
      'ຊື່ພາສາລາວ',
      'ຊື່ (ລາວ)',
      'ຊື່ສິນຄ້າ (ລາວ)',
      'ຊື່ສິນຄ້າ (ພາສາລາວ)',
      'ຊື່ສິນຄ້າ',
      'ຊື່',
    ],
  },
  category: { en: 'Category', lo: 'ໝວດສິນຄ້າ', also: ['ໝວດ', 'ປະເພດ', 'ປະເພດສິນຄ້າ', 'type'] },
  price: { en: 'Price', lo: 'ລາຄາຂາຍ', also: ['sale price', 'ລາຄາ'] },
  currency: { en: 'Currency', lo: 'ສະກຸນເງິນ' },
  cost: { en: 'Cost', lo: 'ຕົ້ນທຶນ', also: ['unit cost'] },
  costCurrency: { en: 'Currency of the cost', lo: 'ສະກຸນເງິນຂອງຕົ້ນທຶນ', also: ['cost currency'] },
  unit: { en: 'Unit', lo: 'ຫົວໜ່ວຍ', also: ['ໜ່ວຍ', 'ຫນ່ວຍ', 'uom'] },
  trackStock: { en: 'Stock is counted', lo: 'ນັບສະຕັອກ', also: ['track stock'] },
  active: { en: 'In use', lo: 'ໃຊ້ງານ', also: ['active'] },
  note: { en: 'Note', lo: 'ໝາຍເຫດ', also: ['notes', 'remark', 'comment'] },
} as const satisfies Record<string, Heading>;

export type FieldName = keyof typeof sheetHeadings;
