import type { Readable } from 'node:stream';
import type { ImportKind } from '#contract/imports/imports.ts';
import { movingSheetKinds, type MovingSheetKind } from '#contract/imports/moving-in.ts';
import type { Db } from '#server/db/client.ts';
import type { Cell } from '#server/lib/sheets/cells.ts';
import { xlsxBook, type SheetToWrite } from '#server/lib/sheets/write-xlsx.ts';
import { movingSheet } from './moving-sheets.ts';
import { branchWords, stockField } from './stock-columns.ts';

/** Marks the row that shows how to fill a sheet; it is never imported. */
const EXAMPLE = 'EXAMPLE ຕົວຢ່າງ';

const examples: Record<MovingSheetKind, Record<string, Cell>> = {
  branches: {
    branchCode: 'DDK',
    branchName: 'Dongdok ດົງໂດກ',
    provinceCode: 'ນະຄອນຫຼວງວຽງຈັນ',
    district: 'ໄຊທານີ',
    village: 'ດົງໂດກ',
    phone: '020 5559 0001',
  },
  numbers: { series: 'ໃບຮັບເງິນ', branch: 'DDK', year: 2026, lastNumber: 1842 },
  rates: { currency: 'THB', rate: 660 },
  rooms: { branch: 'DDK', room: 'R1', seats: 20 },
  courses: {
    code: 'ENG-A1',
    courseName: 'English A1',
    courseNameLo: 'ພາສາອັງກິດ A1',
    courseCategory: 'Languages',
    courseCategoryLo: 'ພາສາ',
    level: 'A1',
    sessions: 24,
    capacity: 16,
    ages: '7-12',
    books: 'BK-A1, WB-A1 x2, EX-A1 (optional)',
  },
  teachers: {
    teacherCode: 'T-01',
    firstName: 'ບົວຈັນ',
    lastName: 'ພິມມະສອນ',
    gender: 'ຍິງ',
    branches: 'DDK',
    phone: '020 5558 0001',
    employmentType: 'ເຕັມເວລາ',
    hourlyRate: 60_000,
    currency: 'LAK',
  },
  accounts: {
    firstName: 'ຄຳຫຼ້າ',
    lastName: 'ສີວິໄລ',
    role: 'ພະນັກງານ',
    branch: 'DDK',
    email: 'khamla@example.com',
    phone: '020 5557 0001',
  },
  terms: {
    code: 'T2-26',
    termName: 'Term 2',
    academicYear: '2026-2027',
    branches: 'DDK',
    startDate: { day: '2026-10-05' },
    endDate: { day: '2027-01-31' },
    holidays: '02/12/2026 ວັນຊາດ; 24/12/2026-02/01/2027 ພັກທ້າຍປີ',
  },
  fees: {
    course: 'ENG-A1',
    feeName: 'A1',
    amount: 1_500_000,
    currency: 'LAK',
    per: 'term',
    validFrom: { day: '2026-08-01' },
    validTo: { day: '2027-07-31' },
    prorate: 'sessions',
  },
  classes: {
    className: 'A1 ແລງ ອັງຄານ-ພະຫັດ',
    course: 'ENG-A1',
    term: 'T2-26',
    branch: 'DDK',
    startDate: { day: '2026-10-29' },
    endDate: { day: '2027-01-28' },
    room: 'R1',
    timetable: 'Tue, Thu 17:30-19:00',
    capacity: 16,
    minStudents: 5,
    teacher: 'T-01',
    fee: 'A1 · 1,500,000 LAK',
    classState: 'ກຳລັງຮຽນ',
  },
  products: {
    sku: 'BK-A1',
    nameEn: 'Student book A1',
    nameLo: 'ປຶ້ມຮຽນ A1',
    category: 'Books',
    categoryLo: 'ປຶ້ມ',
    price: 220_000,
    currency: 'LAK',
    cost: 160_000,
    unit: 'ຫົວ',
    barcode: '2000000000015',
  },
  drawers: { branch: 'DDK', drawer: 'Safe', cashLAK: 4_500_000, cashTHB: 2000, cashUSD: 100 },
  students: {
    studentCode: 'ST-0001',
    firstName: 'ສົມໄຊ',
    lastName: 'ວົງສາ',
    gender: 'ຊາຍ',
    dateOfBirth: { day: '2015-12-31' },
    homeBranch: 'DDK',
    status: 'ກຳລັງຮຽນ',
    coursesPassed: 'ENG-S1, ENG-S2',
    guardian1FirstName: 'ມະນີ',
    guardian1LastName: 'ວົງສາ',
    guardian1Relation: 'ແມ່',
    guardian1Phone: '020 5551 2345',
    guardian1Phone2: '030 955 1000',
    payer: 'Guardian 1',
  },
  enrolments: { student: 'ST-0001', class: 'A1 ແລງ ອັງຄານ-ພະຫັດ', startDate: { day: '2026-10-29' } },
  balances: {
    student: 'ST-0001',
    side: 'ຄ້າງ',
    amount: 300_000,
    currency: 'LAK',
    dueDate: { day: '2026-12-15' },
    oldPaper: 'B-0412',
  },
  totals: {
    branch: 'DDK',
    studentTotal: 412,
    placeTotal: 455,
    currency: 'LAK',
    owedTotal: 48_750_000,
    creditTotal: 3_200_000,
  },
};

const explanations: [string, string][] = [
  [
    'Fill the sheets that you have and leave the others empty. Headings may be in Lao or in English.',
    'ຕື່ມສະເພາະແຜ່ນງານທີ່ມີ ແລະ ປະແຜ່ນງານອື່ນໄວ້. ຫົວຖັນເປັນພາສາລາວ ຫຼື ພາສາອັງກິດກໍໄດ້.',
  ],
  [
    'A row whose row id begins with EXAMPLE is never imported.',
    'ແຖວທີ່ລະຫັດແຖວຂຶ້ນຕົ້ນດ້ວຍ ຕົວຢ່າງ ຈະບໍ່ຖືກນຳເຂົ້າ.',
  ],
  [
    'A row id is your own key. It finds the record again even after its name was changed.',
    'ລະຫັດແຖວແມ່ນລະຫັດຂອງທ່ານເອງ. ໃຊ້ຊອກຫາຂໍ້ມູນເກົ່າໄດ້ ເຖິງວ່າຊື່ປ່ຽນແລ້ວ.',
  ],
  [
    'Days: 31/12/2015. Several days of holidays: 24/12/2026-02/01/2027 and their name.',
    'ວັນທີ: 31/12/2015. ວັນພັກຫຼາຍມື້: 24/12/2026-02/01/2027 ແລະ ຊື່.',
  ],
  [
    'Books of a course: the SKU of each, with commas between them. BK-A1 x2 is two a student.',
    'ປຶ້ມຂອງຫຼັກສູດ: ລະຫັດສິນຄ້າ, ຂັ້ນດ້ວຍເຄື່ອງໝາຍ (,). BK-A1 x2 ແມ່ນ 2 ອັນຕໍ່ນັກຮຽນ 1 ຄົນ.',
  ],
  [
    'Own fee of a class: only where it differs from the course. Write the name or the sum of a fee.',
    'ຄ່າຮຽນສະເພາະຂອງຫ້ອງ: ສະເພາະຫ້ອງທີ່ຕ່າງຈາກຫຼັກສູດ. ໃສ່ຊື່ ຫຼື ຈຳນວນເງິນຂອງຄ່າຮຽນ.',
  ],
  [
    'Valid to: the last day of a price. Leave it empty while the price goes on.',
    'ໃຊ້ໄດ້ເຖິງວັນທີ: ວັນສຸດທ້າຍຂອງຄ່າຮຽນ. ປະວ່າງໄວ້ ຖ້າຍັງໃຊ້ຕໍ່ໄປ.',
  ],
  [
    'State of a class: Draft, Open or Running. Empty: running if it has begun, else open.',
    'ສະຖານະຂອງຫ້ອງຮຽນ: ຮ່າງ, ເປີດຮັບ ຫຼື ກຳລັງຮຽນ. ປະວ່າງ: ກຳລັງຮຽນ ຖ້າເລີ່ມແລ້ວ, ຖ້າຍັງ ແມ່ນເປີດຮັບ.',
  ],
  [
    'Codes and phones are texts, so zeros in front stay.',
    'ລະຫັດ ແລະ ເບີໂທເປັນຂໍ້ຄວາມ, ເລກ 0 ຂ້າງໜ້າຈຶ່ງບໍ່ຫາຍ.',
  ],
];

async function* once<Row>(rows: Row[]) {
  yield rows;
}

/** A sheet with the row that shows how to fill it. */
function exampleSheet(kind: MovingSheetKind, branchCodes: readonly string[]): SheetToWrite {
  const stock = Object.fromEntries(branchCodes.map((code) => [stockField(code), 18]));
  return movingSheet(kind, branchCodes, once([{ rowId: EXAMPLE, ...stock, ...examples[kind] }]));
}

/** The sheet of one list to fill. */
export const listTemplate = (list: ImportKind): Readable =>
  xlsxBook([movingSheet(list, [], once([{ rowId: EXAMPLE, ...examples[list] }]), true)]);

/** The workbook to fill: a sheet of each kind with an example, and a first one that explains. */
export async function movingTemplate(db: Db): Promise<Readable> {
  const codes = (await branchWords(db)).map(({ code }) => code);
  return xlsxBook([
    {
      title: 'Explanations ຄຳອະທິບາຍ',
      headings: ['What goes where', 'ຂຽນແນວໃດ'],
      rows: once(explanations),
    },
    ...movingSheetKinds.map((kind) => exampleSheet(kind, codes)),
  ]);
}
