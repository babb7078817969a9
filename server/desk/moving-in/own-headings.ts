import type { Heading } from '#server/lib/sheets/headings.ts';

type GuardianParts = 'FirstName' | 'LastName' | 'Phone' | 'Phone2' | 'Relation';
type FurtherGuardians = Record<`guardian${3 | 4 | 5 | 6}${GuardianParts}`, Heading>;

/** The columns of a guardian after the second one, whom no list of before has. */
const furtherGuardian = (at: number): Record<string, Heading> => ({
  [`guardian${at}FirstName`]: {
    en: `Guardian ${at} first name`,
    lo: `ຊື່ຜູ້ປົກຄອງ ${at}`,
    also: [`guardian ${at}`, `parent ${at}`, `guardian name ${at}`, `ຜູ້ປົກຄອງ ${at}`],
  },
  [`guardian${at}LastName`]: {
    en: `Guardian ${at} last name`,
    lo: `ນາມສະກຸນຜູ້ປົກຄອງ ${at}`,
  },
  [`guardian${at}Phone`]: {
    en: `Guardian ${at} phone`,
    lo: `ເບີໂທຜູ້ປົກຄອງ ${at}`,
    also: [`guardian phone ${at}`, `parent phone ${at}`],
  },
  [`guardian${at}Phone2`]: {
    en: `Guardian ${at} second phone`,
    lo: `ເບີໂທສຳຮອງຜູ້ປົກຄອງ ${at}`,
  },
  [`guardian${at}Relation`]: { en: `Guardian ${at} relation`, lo: `ສາຍພົວພັນ ${at}` },
});

/** Columns of the sheets of a move that no other import or export has. */
export const ownHeadings = {
  rowId: { en: 'Row id', lo: 'ລະຫັດແຖວ' },
  branchCode: { en: 'Branch code', lo: 'ລະຫັດສາຂາ', also: ['code', 'ລະຫັດ'] },
  branchName: { en: 'Branch name', lo: 'ຊື່ສາຂາ', also: ['name', 'ຊື່'] },
  room: { en: 'Room', lo: 'ຫ້ອງສອນ', also: ['room name', 'name', 'ຊື່'] },
  seats: { en: 'Seats', lo: 'ຈຳນວນບ່ອນນັ່ງ' },
  branches: { en: 'Branches', lo: 'ສາຂາ', also: ['branch'] },
  code: { en: 'Code', lo: 'ລະຫັດ', also: ['course code', 'term code', 'ລະຫັດຫຼັກສູດ'] },
  courseName: {
    en: 'Name in English',
    lo: 'ຊື່ (ພາສາອັງກິດ)',
    also: ['course name', 'name', 'ຊື່ຫຼັກສູດ', 'ຊື່'],
  },
  courseNameLo: { en: 'Name in Lao', lo: 'ຊື່ (ພາສາລາວ)', also: ['name (lao)'] },
  courseCategory: { en: 'Category', lo: 'ໝວດຫຼັກສູດ', also: ['ໝວດ'] },
  level: { en: 'Level', lo: 'ລະດັບ' },
  nextCourse: { en: 'Next course', lo: 'ຫຼັກສູດຕໍ່ໄປ' },
  sessions: { en: 'Sessions', lo: 'ຈຳນວນຄັ້ງຮຽນ', also: ['total sessions'] },
  capacity: { en: 'Capacity', lo: 'ຈຳນວນຮັບສູງສຸດ', also: ['seats'] },
  ages: { en: 'Ages', lo: 'ອາຍຸ', also: ['age', 'age range', 'ອາຍຸນັກຮຽນ'] },
  books: {
    en: 'Books (SKU)',
    lo: 'ປຶ້ມ (ລະຫັດສິນຄ້າ)',
    also: [
      ...['books', 'book', 'book codes', 'course books', 'required books', 'textbooks', 'textbook'],
      ...['products', 'required products', 'book sku', 'ປຶ້ມ', 'ປຶ້ມຮຽນ', 'ປຶ້ມແບບຮຽນ', 'ລະຫັດປຶ້ມ'],
      ...['ປຶ້ມທີ່ຕ້ອງໃຊ້', 'ສິນຄ້າທີ່ຕ້ອງໃຊ້'],
    ],
  },
  role: { en: 'Role', lo: 'ບົດບາດ', also: ['position', 'job', 'ໜ້າທີ່', 'ຕຳແໜ່ງ'] },
  termName: { en: 'Name', lo: 'ຊື່', also: ['term name', 'ຊື່ພາກຮຽນ'] },
  academicYear: { en: 'Academic year', lo: 'ສົກຮຽນ', also: ['year'] },
  startDate: { en: 'Start date', lo: 'ວັນທີເລີ່ມ', also: ['from', 'start'] },
  endDate: { en: 'End date', lo: 'ວັນທີສິ້ນສຸດ', also: ['to', 'end'] },
  holidays: { en: 'Holidays', lo: 'ວັນພັກ' },
  feeName: { en: 'Name', lo: 'ຊື່', also: ['fee name', 'ຊື່ຄ່າຮຽນ'] },
  amount: {
    en: 'Amount',
    lo: 'ຈຳນວນເງິນ',
    also: ['price', 'fee', 'tuition', 'sum', 'balance', 'ຄ່າຮຽນ', 'ລາຄາ', 'ຍອດຄ້າງ'],
  },
  rate: { en: 'Rate to kip', lo: 'ອັດຕາຕໍ່ກີບ', also: ['rate', 'exchange rate', 'ອັດຕາແລກປ່ຽນ', 'ອັດຕາ'] },
  per: { en: 'Per', lo: 'ຕໍ່', also: ['basis', 'unit', 'ຄິດໄລ່ຕາມ'] },
  priceCategory: { en: 'Price category', lo: 'ປະເພດລາຄາ', also: ['category', 'for whom', 'ປະເພດ'] },
  validFrom: {
    en: 'Valid from',
    lo: 'ໃຊ້ໄດ້ແຕ່ວັນທີ',
    also: ['from', 'since', 'start date', 'ໃຊ້ແຕ່ວັນທີ'],
  },
  prorate: { en: 'Pro-rata', lo: 'ຄິດໄລ່ຕາມຄັ້ງຮຽນທີ່ເຫຼືອ', also: ['pro rata', 'late joiners'] },
  minDeposit: {
    en: 'Minimum payment',
    lo: 'ຈ່າຍຂັ້ນຕ່ຳ',
    also: ['minimum', 'deposit', 'minimum deposit'],
  },
  className: {
    en: 'Class name',
    lo: 'ຊື່ຫ້ອງຮຽນ',
    also: ['class', 'name', 'group', 'ຫ້ອງຮຽນ', 'ຊື່ຫ້ອງ', 'ຫ້ອງ'],
  },
  course: { en: 'Course', lo: 'ຫຼັກສູດ' },
  term: { en: 'Term', lo: 'ພາກຮຽນ' },
  timetable: {
    en: 'Timetable',
    lo: 'ຕາຕະລາງຮຽນ',
    also: ['time', 'schedule', 'days', 'ເວລາ', 'ມື້ ແລະ ເວລາ', 'ຕາຕະລາງ'],
  },
  minStudents: { en: 'Minimum students', lo: 'ຈຳນວນນັກຮຽນຕ່ຳສຸດ', also: ['minimum'] },
  teacher: { en: 'Teacher', lo: 'ຄູສອນ', also: ['ຄູ'] },
  fee: {
    en: 'Own fee',
    lo: 'ຄ່າຮຽນສະເພາະຂອງຫ້ອງນີ້',
    also: [
      ...['fee', 'class fee', 'tuition', 'tuition fee', 'price', 'ຄ່າຮຽນ', 'ຄ່າຮຽນຂອງຫ້ອງ'],
      ...['ຄ່າຮຽນສະເພາະ', 'ລາຄາ'],
    ],
  },
  assistants: { en: 'Assistants', lo: 'ຜູ້ຊ່ວຍສອນ' },
  otherPerson: { en: 'Another person', lo: 'ຄົນລະຄົນ' },
  guardian1Other: { en: 'Guardian 1 is another person', lo: 'ຜູ້ປົກຄອງ 1 ແມ່ນຄົນລະຄົນ' },
  guardian2Other: { en: 'Guardian 2 is another person', lo: 'ຜູ້ປົກຄອງ 2 ແມ່ນຄົນລະຄົນ' },
  otherDebt: { en: 'Another debt or credit', lo: 'ໜີ້ ຫຼື ຍອດຄົງເຫຼືອອື່ນ' },
  homeBranch: { en: 'Home branch', lo: 'ສາຂາປະຈຳ', also: ['branch', 'ສາຂາ'] },
  studentSince: { en: 'Student since', lo: 'ເຂົ້າຮຽນແຕ່ວັນທີ' },
  /** 1 or 2, the guardian who pays. */
  student: {
    en: 'Student',
    lo: 'ນັກຮຽນ',
    also: ['student code', 'student name', 'ລະຫັດນັກຮຽນ', 'ຊື່ນັກຮຽນ'],
  },
  class: { en: 'Class', lo: 'ຫ້ອງຮຽນ', also: ['class name', 'group', 'ຊື່ຫ້ອງຮຽນ', 'ຊື່ຫ້ອງ', 'ຫ້ອງ'] },
  placeState: { en: 'State', lo: 'ສະຖານະ', also: ['status'] },
  price: { en: 'Price', lo: 'ລາຄາ', also: ['fee', 'tuition', 'ຄ່າຮຽນ'] },
  discount: { en: 'Discount', lo: 'ສ່ວນຫຼຸດ' },
  free: { en: 'Free of charge', lo: 'ບໍ່ເກັບເງິນ', also: ['free', 'no charge', 'ຟຣີ', 'ຮຽນຟຣີ'] },
  reason: { en: 'Reason', lo: 'ເຫດຜົນ' },
  sessionsBought: { en: 'Sessions bought', lo: 'ຈຳນວນຄັ້ງທີ່ຊື້' },
  sessionsUsed: {
    en: 'Sessions used',
    lo: 'ຮຽນແລ້ວ (ຄັ້ງ)',
    also: ['used', 'ຮຽນແລ້ວ'],
  },
  paidSoFar: { en: 'Paid so far', lo: 'ຊຳລະແລ້ວ', also: ['paid', 'ຈ່າຍແລ້ວ'] },
  balanceDue: {
    en: 'Balance due',
    lo: 'ຍອດຄ້າງຊຳລະ',
    also: ['owes', 'balance', 'due', 'ຄ້າງ', 'ຍອດຄ້າງ', 'ຄ້າງຊຳລະ'],
  },
  dueDate: { en: 'Due date', lo: 'ວັນຄົບກຳນົດຊຳລະ', also: ['ກຳນົດຈ່າຍ'] },
  paidUntil: { en: 'Paid until', lo: 'ຊຳລະຮອດວັນທີ' },
  coursesPassed: {
    en: 'Courses passed',
    lo: 'ຫຼັກສູດທີ່ຜ່ານແລ້ວ',
    also: [
      ...['passed courses', 'courses completed', 'completed courses', 'courses finished'],
      ...['previous courses', 'levels passed', 'ຫຼັກສູດທີ່ຜ່ານ', 'ຜ່ານຫຼັກສູດ'],
      ...['ຫຼັກສູດທີ່ຮຽນຈົບ', 'ຫຼັກສູດທີ່ຈົບແລ້ວ', 'ຮຽນຈົບຫຼັກສູດ', 'ຈົບຫຼັກສູດ'],
    ],
  },
  payer: { en: 'Payer', lo: 'ຜູ້ຊຳລະເງິນ' },
  guardian1Phone2: {
    en: 'Guardian 1 second phone',
    lo: 'ເບີໂທສຳຮອງຜູ້ປົກຄອງ 1',
    also: ['guardian second phone', 'parent second phone', 'second phone', 'ເບີໂທສຳຮອງ'],
  },
  ...(Object.assign({}, ...[3, 4, 5, 6].map(furtherGuardian)) as FurtherGuardians),
  guardian2Phone2: { en: 'Guardian 2 second phone', lo: 'ເບີໂທສຳຮອງຜູ້ປົກຄອງ 2' },
  hourlyRate: {
    en: 'Hourly rate',
    lo: 'ຄ່າສອນຕໍ່ຊົ່ວໂມງ',
    also: ['rate', 'rate an hour', 'pay an hour', 'hourly pay', 'ຄ່າສອນ'],
  },
  side: {
    en: 'Owes or credit',
    lo: 'ຄ້າງ ຫຼື ຍອດຄົງເຫຼືອ',
    also: ['owes', 'owes / credit', 'credit', 'ຄ້າງ'],
  },
  series: { en: 'Series', lo: 'ຊຸດເລກທີ', also: ['number of', 'paper'] },
  lastNumber: {
    en: 'Last number used',
    lo: 'ເລກທີສຸດທ້າຍທີ່ໃຊ້',
    also: ['last number', 'last', 'ເລກທີສຸດທ້າຍ'],
  },
  year: { en: 'Year', lo: 'ປີ' },
  drawer: { en: 'Drawer or safe', lo: 'ລິ້ນຊັກ ຫຼື ຕູ້ນິລະໄພ', also: ['drawer', 'safe', 'ລິ້ນຊັກ'] },
  cashLAK: { en: 'LAK', lo: 'ກີບ', also: ['kip'] },
  cashTHB: { en: 'THB', lo: 'ບາດ', also: ['baht'] },
  cashUSD: { en: 'USD', lo: 'ໂດລາ', also: ['dollars'] },
  studentTotal: { en: 'Students', lo: 'ນັກຮຽນ', also: ['number of students', 'ຈຳນວນນັກຮຽນ'] },
  placeTotal: { en: 'Places', lo: 'ການຮຽນ', also: ['enrolments', 'number of places'] },
  owedTotal: { en: 'Owed', lo: 'ຍອດຄ້າງ', also: ['owes', 'debts', 'ຄ້າງ', 'ຄ້າງຊຳລະ'] },
  creditTotal: { en: 'Credit', lo: 'ຍອດຄົງເຫຼືອ', also: ['credits', 'prepaid', 'ເງິນຄົງເຫຼືອ'] },
  for: { en: 'For', lo: 'ລາຍການ' },
  billedOn: { en: 'Billed on', lo: 'ວັນທີອອກໃບເກັບເງິນ' },
  oldPaper: {
    en: 'Old paper no',
    lo: 'ເລກທີໃບເກົ່າ',
    also: ['receipt no', 'bill no', 'ເລກທີໃບບິນ', 'ເລກທີ'],
  },
} as const satisfies Record<string, Heading>;
