import type { ParseKeys } from 'i18next';
import type { Action } from '#contract/roles.ts';
import { paths } from '#src/lib/paths.ts';

/** The words of a button, as its screen has them once it is loaded. */
export type EverydayButton =
  'common:list.import' | 'common:list.export' | 'common:language' | 'shell:profile.label';
type Named<Key> = Key extends `everyday.${infer Name}` ? Name : never;
type EverydayKey = Named<ParseKeys<'find'>>;

/** Something the product can do, and the everyday words by which people look for it. */
type Everyday = {
  /** Its name is `find:everyday.<key>`. */
  key: EverydayKey;
  /** Its screen; empty for something that every page has. */
  to: string;
  /** The button that does it, found by the beginning of its name. */
  button?: EverydayButton;
  /** The permission of the button, if the screen shows it to some people only. */
  action?: Action;
  /** Words in both languages, because people type either. */
  words: string;
};

/** Add a line here when the product learns something; a screen that is not built has none. */
export const everyday: readonly Everyday[] = [
  {
    key: 'importStudents',
    action: 'students:write',
    to: paths.students,
    button: 'common:list.import',
    words: 'import upload excel csv file students moving in ນຳເຂົ້າ ຍ້າຍຂໍ້ມູນ ຟາຍ ນັກຮຽນ',
  },
  {
    key: 'importTeachers',
    action: 'teachers:write',
    to: paths.teachers,
    button: 'common:list.import',
    words: 'import upload excel csv file teachers ນຳເຂົ້າ ຟາຍ ຄູສອນ',
  },
  {
    key: 'importProducts',
    action: 'products:write',
    to: paths.productList,
    button: 'common:list.import',
    words: 'import upload excel csv file products books ນຳເຂົ້າ ຟາຍ ສິນຄ້າ',
  },
  {
    key: 'exportStudents',
    to: paths.students,
    button: 'common:list.export',
    words: 'export download excel csv save file students ສົ່ງອອກ ດາວໂຫຼດ ຟາຍ ນັກຮຽນ',
  },
  {
    key: 'exportPayments',
    to: paths.paymentHistory,
    button: 'common:list.export',
    words: 'export download excel csv file payments accountant ສົ່ງອອກ ດາວໂຫຼດ ການຊຳລະ',
  },
  {
    key: 'holidays',
    to: paths.terms,
    words: 'holiday holidays closed vacation break day off ວັນພັກ ພັກຮຽນ ປິດສູນ',
  },
  {
    key: 'rooms',
    to: `${paths.allocateClasses}?rooms`,
    words: 'room rooms classroom seats ຫ້ອງສອນ ຫ້ອງ ບ່ອນນັ່ງ',
  },
  {
    key: 'coursePrices',
    to: paths.courseFee,
    words: 'price prices fee fees tuition cost course ລາຄາ ຄ່າຮຽນ ຄ່າທຳນຽມ ຫຼັກສູດ',
  },
  {
    key: 'productPrices',
    to: paths.productList,
    words: 'price prices products books barcode ລາຄາ ສິນຄ້າ ປຶ້ມ ບາໂຄດ',
  },
  {
    key: 'renew',
    to: `${paths.manageEnrollment}?view=renew`,
    words: 'renew renewal continue extend next month ຕໍ່ ຕໍ່ເນື່ອງ ຕໍ່ອາຍຸ ຮຽນຕໍ່',
  },
  {
    key: 'lateSeats',
    to: `${paths.manageEnrollment}?view=holds`,
    words: 'hold holds reserve reserved seat waiting list ຈອງ ບ່ອນນັ່ງ ລໍຖ້າ',
  },
  {
    key: 'sell',
    to: paths.newEnrollment,
    words: 'enrol enroll register sell sale buy cashier desk discount ລົງທະບຽນ ຂາຍ ຊື້ ສ່ວນຫຼຸດ',
  },
  {
    key: 'drawer',
    to: `${paths.newEnrollment}?view=drawer`,
    words: 'drawer cash count till float open close shift ລິ້ນຊັກ ເງິນສົດ ນັບເງິນ ເປີດ ປິດ ກະ',
  },
  {
    key: 'debts',
    to: paths.pendingPayment,
    words: 'debt debts balance owe owed due unpaid remind reminder ໜີ້ ຄ້າງ ຄ້າງຊຳລະ ທວງ ເຕືອນ',
  },
  {
    key: 'verify',
    to: `${paths.pendingPayment}?view=verify`,
    words: 'slip transfer verify confirm bank statement qr ສະລິບ ໂອນເງິນ ຢືນຢັນ ທະນາຄານ ໃບແຈ້ງຍອດ',
  },
  {
    key: 'refunds',
    to: `${paths.pendingPayment}?view=refunds`,
    words: 'refund refunds money back return ຄືນເງິນ ເງິນຄືນ',
  },
  {
    key: 'receipts',
    to: paths.paymentHistory,
    words: 'receipt print reprint again invoice bill paper ໃບຮັບເງິນ ໃບບິນ ພິມ ພິມຄືນ',
  },
  {
    key: 'closeDay',
    to: `${paths.paymentHistory}?view=days`,
    words: 'close day closing end of day daily report ປິດວັນ ປິດບັນຊີ ປະຈຳວັນ ສິ້ນມື້',
  },
  {
    key: 'safe',
    to: `${paths.paymentHistory}?view=safe`,
    words: 'safe bank deposit money away ຕູ້ນິລະໄພ ຕູ້ເຊບ ຝາກທະນາຄານ',
  },
  {
    key: 'journal',
    to: `${paths.financialReports}?view=journal`,
    words: 'journal accountant accounting bookkeeping tax ປຶ້ມບັນທຶກບັນຊີ ບັນຊີ ອາກອນ',
  },
  {
    key: 'cards',
    to: paths.students,
    words: 'card cards student id print ບັດ ບັດນັກຮຽນ ພິມ',
  },
  {
    key: 'stock',
    to: paths.stockTracking,
    words: 'stock inventory on hand goods ສາງ ສິນຄ້າຄົງເຫຼືອ ສະຕັອກ',
  },
  {
    key: 'stockCount',
    to: `${paths.stockTracking}?view=counts`,
    words: 'count counting stocktake inventory ກວດນັບ ນັບສິນຄ້າ ນັບສາງ',
  },
  {
    key: 'delivery',
    to: `${paths.stockTracking}?view=deliveries`,
    words: 'delivery receive goods supplier purchase ຮັບສິນຄ້າ ຜູ້ສະໜອງ ສັ່ງຊື້',
  },
  {
    key: 'rate',
    to: paths.exchangeRate,
    words: 'rate rates exchange currency baht dollar ອັດຕາ ອັດຕາແລກປ່ຽນ ບາດ ໂດລາ ເງິນຕາ',
  },
  {
    key: 'attendance',
    to: paths.classOverview,
    words: 'attendance absent present register mark ເຂົ້າຮຽນ ໝາຍ ຂາດຮຽນ ມາຮຽນ',
  },
  {
    key: 'timetable',
    to: paths.classOverview,
    words: 'timetable schedule week lessons ຕາຕະລາງ ຕາຕະລາງຮຽນ ໂມງຮຽນ',
  },
  {
    key: 'merge',
    action: 'students:write',
    to: paths.students,
    words: 'merge duplicate duplicates double twice join ລວມ ຊ້ຳ ຊ້ຳກັນ',
  },
  {
    key: 'teacherPay',
    to: `${paths.attendanceReports}?view=pay`,
    words: 'salary wage pay teacher hours ຄ່າສອນ ເງິນເດືອນ ຊົ່ວໂມງສອນ',
  },
  {
    key: 'changeClass',
    to: paths.transferClass,
    words: 'change move transfer class branch ຍ້າຍ ຍ້າຍຫ້ອງ ປ່ຽນຫ້ອງ ຍ້າຍສາຂາ',
  },
  {
    key: 'bankAccount',
    to: paths.schoolBranch,
    words: 'bank account qr receipt footer address opening hours ບັນຊີທະນາຄານ ທີ່ຢູ່ ໂມງເປີດ',
  },
  {
    key: 'logo',
    to: paths.schoolInfo,
    words: 'logo centre name settings school ໂລໂກ້ ຊື່ສູນ ຊື່ໂຮງຮຽນ ຕັ້ງຄ່າ',
  },
  {
    key: 'backups',
    action: 'backups:write',
    to: `${paths.schoolInfo}#backups`,
    words: 'backup backups restore save copy ສຳຮອງ ສຳຮອງຂໍ້ມູນ ກູ້ຄືນ',
  },
  {
    key: 'log',
    to: `${paths.schoolInfo}?view=audit`,
    words: 'log history who changed audit ບັນທຶກ ປະຫວັດ ໃຜປ່ຽນ',
  },
  {
    key: 'accounts',
    to: paths.staff,
    words:
      'user users account staff reset password role rights permission permissions ຜູ້ໃຊ້ ບັນຊີ ພະນັກງານ ສິດ ລະຫັດຜ່ານ',
  },
  {
    key: 'password',
    to: '',
    button: 'shell:profile.label',
    words: 'password change login ລະຫັດຜ່ານ ລະຫັດ ປ່ຽນລະຫັດ',
  },
  {
    key: 'signOut',
    to: '',
    button: 'shell:profile.label',
    words: 'sign out log out logout leave exit quit ອອກ ອອກຈາກລະບົບ',
  },
  {
    key: 'lock',
    to: '',
    button: 'shell:profile.label',
    words: 'lock screen away ລັອກ ລັອກໜ້າຈໍ',
  },
  {
    key: 'theme',
    to: '',
    button: 'shell:profile.label',
    words: 'theme dark light colour color appearance menu ຮູບແບບ ສີ ມືດ ສະຫວ່າງ',
  },
  {
    key: 'language',
    to: '',
    button: 'common:language',
    words: 'language english lao translate ພາສາ ລາວ ອັງກິດ',
  },
];
