import type { ParseKeys } from 'i18next';
import type { Action } from '#contract/roles.ts';
import { paths } from '#src/lib/paths.ts';

/** The words of a button, as its screen has them once it is loaded. */
export type EverydayButton =
  'common:list.tools' | 'common:language' | 'common:scan.camera' | 'shell:profile.label';
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
  /** It is the help, which opens above every page. */
  isHelp?: true;
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
    button: 'common:list.tools',
    words: 'import upload excel csv file students moving in ນຳເຂົ້າ ຍ້າຍຂໍ້ມູນ ຟາຍ ນັກຮຽນ ອັບໂຫຼດ',
  },
  {
    key: 'importTeachers',
    action: 'teachers:write',
    to: paths.teachers,
    button: 'common:list.tools',
    words: 'import upload excel csv file teachers ນຳເຂົ້າ ຟາຍ ຄູສອນ ອາຈານ',
  },
  {
    key: 'importProducts',
    action: 'products:write',
    to: paths.productList,
    button: 'common:list.tools',
    words: 'import upload excel csv file products books ນຳເຂົ້າ ຟາຍ ສິນຄ້າ',
  },
  {
    key: 'exportStudents',
    to: paths.students,
    button: 'common:list.tools',
    words: 'export download excel csv save file students ສົ່ງອອກ ດາວໂຫຼດ ຟາຍ ນັກຮຽນ',
  },
  {
    key: 'exportPayments',
    to: paths.paymentHistory,
    button: 'common:list.tools',
    words: 'export download excel csv file payments accountant ສົ່ງອອກ ດາວໂຫຼດ ການຊຳລະ',
  },
  {
    key: 'holidays',
    to: paths.terms,
    words:
      'holiday holidays closed vacation break day off ວັນພັກ ພັກຮຽນ ປິດສູນ term semester season calendar dates ພາກຮຽນ ເທີມ ສົກຮຽນ ປະຕິທິນ',
  },
  {
    key: 'rooms',
    to: `${paths.allocateClasses}?rooms`,
    words: 'room rooms classroom seats ຫ້ອງສອນ ຫ້ອງ ບ່ອນນັ່ງ',
  },
  {
    key: 'coursePrices',
    to: paths.courseFee,
    words: 'price prices fee fees tuition cost course ລາຄາ ຄ່າຮຽນ ຄ່າທຳນຽມ ຫຼັກສູດ ຄ່າສະໝັກ',
  },
  {
    key: 'productPrices',
    to: paths.productList,
    words: 'price prices products books barcode ລາຄາ ສິນຄ້າ ປຶ້ມ ບາໂຄດ label sticker tag ປ້າຍ',
  },
  {
    key: 'renew',
    to: `${paths.manageEnrollment}?view=renew`,
    words: 'renew renewal continue extend next month ຕໍ່ ຕໍ່ເນື່ອງ ຕໍ່ອາຍຸ ຮຽນຕໍ່ package semester',
  },
  {
    key: 'lateSeats',
    to: `${paths.manageEnrollment}?view=holds`,
    words: 'hold holds reserve reserved seat waiting list ຈອງ ບ່ອນນັ່ງ ລໍຖ້າ',
  },
  {
    key: 'sell',
    to: paths.newEnrollment,
    words:
      'enrol enroll register sell sale buy cashier desk discount ລົງທະບຽນ ຂາຍ ຊື້ ສ່ວນຫຼຸດ trial stop scan change ທົດລອງ ສະໝັກ ຫຼຸດລາຄາ ເງິນທອນ ຊຳລະ ຈ່າຍຄ່າຮຽນ ເກັບເງິນ ໂປຣໂມຊັນ ຂຽນທະບຽນ ຂຶ້ນທະບຽນ ລົງຊື່',
  },
  {
    key: 'drawer',
    to: `${paths.newEnrollment}?view=drawer`,
    words: 'drawer cash count till float open close shift ລິ້ນຊັກ ເງິນສົດ ນັບເງິນ ເປີດ ປິດ ກະ',
  },
  {
    key: 'debts',
    to: paths.pendingPayment,
    words:
      'debt debts balance owe owed due unpaid remind reminder ໜີ້ ຄ້າງ ຄ້າງຊຳລະ ທວງ ເຕືອນ instalment installment credit ຜ່ອນ ຕິດໜີ້ ຍອດເຫຼືອ ຄ້າງເງິນ ຄ້າງຈ່າຍ who owes money',
  },
  {
    key: 'verify',
    to: `${paths.pendingPayment}?view=verify`,
    words:
      'slip transfer verify confirm bank statement qr ສະລິບ ໂອນເງິນ ຢືນຢັນ ທະນາຄານ ໃບແຈ້ງຍອດ ຄິວອາ ຄິວອາໂຄດ',
  },
  {
    key: 'refunds',
    to: `${paths.pendingPayment}?view=refunds`,
    words: 'refund refunds money back return ຄືນເງິນ ເງິນຄືນ deposit credit ມັດຈຳ ເງິນເຫຼືອ',
  },
  {
    key: 'receipts',
    to: paths.paymentHistory,
    words:
      'receipt print reprint again invoice bill paper ໃບຮັບເງິນ ໃບບິນ ໃບເສັດ ພິມ ພິມຄືນ printer receipts payments pdf ໃບເກັບເງິນ ເຄື່ອງພິມ ເຈ້ຍ',
  },
  {
    key: 'closeDay',
    to: `${paths.paymentHistory}?view=days`,
    words: 'close day closing end of day daily report ປິດວັນ ປິດບັນຊີ ປະຈຳວັນ ສິ້ນມື້ check books ກວດບັນຊີ',
  },
  {
    key: 'safe',
    to: `${paths.paymentHistory}?view=safe`,
    words: 'safe bank deposit money away ຕູ້ນິລະໄພ ຕູ້ເຊບ ຝາກທະນາຄານ',
  },
  {
    key: 'journal',
    to: `${paths.financialReports}?view=journal`,
    words: 'journal accountant accounting bookkeeping tax ປຶ້ມບັນທຶກບັນຊີ ບັນຊີ ອາກອນ ນັກບັນຊີ',
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
    words: 'rate rates exchange currency baht dollar ອັດຕາ ອັດຕາແລກປ່ຽນ ບາດ ໂດລາ ເງິນຕາ ແລກປ່ຽນ ແລກເງິນ',
  },
  {
    key: 'attendance',
    to: paths.classOverview,
    words: 'attendance absent absence present register mark ເຂົ້າຮຽນ ໝາຍ ຂາດຮຽນ ມາຮຽນ late ມາຊ້າ',
  },
  {
    key: 'timetable',
    to: paths.classOverview,
    words: 'timetable schedule week lessons ຕາຕະລາງ ຕາຕະລາງຮຽນ ໂມງຮຽນ calendar ປະຕິທິນ',
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
    words:
      'bank account qr receipt footer address opening hours ບັນຊີທະນາຄານ ທີ່ຢູ່ ໂມງເປີດ printer paper slip phone ເຄື່ອງພິມ ເຈ້ຍ ສາຂາ ຄິວອາ ຄິວອາໂຄດ',
  },
  {
    key: 'logo',
    to: paths.schoolInfo,
    words: 'logo centre name settings school ໂລໂກ້ ຊື່ສູນ ຊື່ໂຮງຮຽນ ຕັ້ງຄ່າ ໂຮງຮຽນ ສູນ',
  },
  {
    key: 'backups',
    action: 'backups:write',
    to: `${paths.schoolInfo}#backups`,
    words: 'backup backups restore save copy ສຳຮອງ ສຳຮອງຂໍ້ມູນ ກູ້ຄືນ',
  },
  {
    key: 'exportAll',
    action: 'moves:write',
    to: `${paths.schoolInfo}?view=export`,
    words: 'export everything all data leave leaving take out zip ສົ່ງອອກ ສົ່ງອອກທັງໝົດ ຍ້າຍອອກ',
  },
  {
    key: 'log',
    to: `${paths.schoolInfo}?view=audit`,
    words: 'log history who changed audit ບັນທຶກ ປະຫວັດ ໃຜປ່ຽນ ກວດສອບ',
  },
  {
    key: 'accounts',
    to: paths.staff,
    words:
      'user users account staff reset password role rights permission permissions ຜູ້ໃຊ້ ບັນຊີ ພະນັກງານ ສິດ ລະຫັດຜ່ານ employee employees admin login pin ຜູ້ດູແລ ບົດບາດ',
  },
  {
    key: 'password',
    to: '',
    button: 'shell:profile.label',
    words:
      'password change login ລະຫັດຜ່ານ ລະຫັດ ປ່ຽນລະຫັດ pin sign in me my account profile ເຂົ້າລະບົບ ໂປຣໄຟລ໌',
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
    words:
      'theme dark light colour color appearance menu ຮູບແບບ ສີ ມືດ ສະຫວ່າງ font text size big small ຕົວໜັງສື',
  },
  {
    key: 'language',
    to: '',
    button: 'common:language',
    words: 'language english lao translate ພາສາ ລາວ ອັງກິດ',
  },
  {
    key: 'help',
    to: '',
    isHelp: true,
    words:
      'help manual guide how support training tutorial question shortcut shortcuts keyboard keys ຊ່ວຍ ຊ່ວຍເຫຼືອ ຄູ່ມື ວິທີ ປຸ່ມລັດ ແປ້ນພິມ',
  },
  {
    key: 'orders',
    to: paths.orders,
    words:
      'order receipt invoice bill paper reprint printer pdf void cancel undo mistake wrong correct fix delete remove refund money back return ຍົກເລີກ ລຶບ ແກ້ໄຂ ຜິດ ກັບຄືນ ຄືນເງິນ ເງິນຄືນ ພິມ ເຄື່ອງພິມ ເຈ້ຍ ໃບບິນ ໃບເສັດ ໃບຮັບເງິນ ໃບເກັບເງິນ slip transfer qr ສະລິບ ໂອນເງິນ',
  },
  {
    key: 'discounts',
    to: `${paths.courseFee}?view=discounts`,
    words:
      'discount promotion promo scholarship sibling rule ສ່ວນຫຼຸດ ຫຼຸດລາຄາ ໂປຣໂມຊັນ ທຶນ ອ້າຍເອື້ອຍນ້ອງ ພີ່ນ້ອງ',
  },
  {
    key: 'students',
    to: paths.students,
    words:
      'student pupil learner child new birthday photo picture ນັກຮຽນ ນັກຮຽນໃໝ່ ເດັກ ວັນເກີດ ຮູບ ນັກສຶກສາ ລູກສິດ',
  },
  {
    key: 'families',
    to: paths.parents,
    words:
      'family parent guardian mother father phone account balance credit debt owe unpaid ຄອບຄົວ ພໍ່ ແມ່ ເບີໂທ ໂທລະສັບ ຄ້າງຊຳລະ ໜີ້ ຕິດໜີ້ ທວງ ຍອດເຫຼືອ ເງິນເຫຼືອ deposit instalment ພໍ່ແມ່ ມັດຈຳ ຜ່ອນ ຜູ້ປົກຄອງ ພໍ່ແມ່ຜູ້ປົກຄອງ',
  },
  {
    key: 'courses',
    to: paths.courses,
    words: 'course level subject curriculum programme program lesson ຫຼັກສູດ ລະດັບ ວິຊາ',
  },
  {
    key: 'classes',
    to: paths.allocateClasses,
    words: 'class new group capacity level ຫ້ອງຮຽນ ຫ້ອງໃໝ່',
  },
  {
    key: 'substitute',
    to: paths.allocateTeachers,
    words: 'substitute cover replace teacher sick leave ສອນແທນ ຄູແທນ ຄູ ລາພັກ ອາຈານ ນາຍຄູ',
  },
  {
    key: 'scores',
    to: paths.classOverview,
    words:
      'score scores mark grade exam test assessment quiz homework ຄະແນນ ສອບເສັງ ເສັງ ເກຣດ ຜົນການຮຽນ',
  },
  {
    key: 'certificates',
    to: paths.academicReports,
    words:
      'certificate diploma transcript report card result results grade score pass fail ໃບຢັ້ງຢືນ ໃບປະກາດ ຄະແນນ ຜົນການຮຽນ ເກຣດ',
  },
  {
    key: 'scan',
    to: paths.newEnrollment,
    button: 'common:scan.camera',
    words: 'scan scanner camera barcode ສະແກນ ເຄື່ອງສະແກນ ກ້ອງ ບາໂຄດ',
  },
  {
    key: 'payOut',
    to: `${paths.newEnrollment}?view=drawer`,
    words: 'expense expenses petty cash paid out in change coins ລາຍຈ່າຍ ຈ່າຍເງິນ ຈ່າຍອອກ ເງິນທອນ',
  },
  {
    key: 'income',
    to: paths.financialReports,
    words:
      'income sales revenue profit turnover earnings report figures statistics ລາຍຮັບ ຍອດຂາຍ ກຳໄລ ລາຍງານ',
  },
  {
    key: 'today',
    to: paths.overview,
    words: 'today dashboard home start summary statistics ໜ້າຫຼັກ ມື້ນີ້ ພາບລວມ ສະຫຼຸບ',
  },
  {
    key: 'news',
    to: paths.announcements,
    words:
      'news notice message notification reminder sms whatsapp email send ຂ່າວ ຂໍ້ຄວາມ ແຈ້ງ ແຈ້ງເຕືອນ announcement announcements ປະກາດ ແຈ້ງຂ່າວ',
  },
  {
    key: 'device',
    to: '',
    button: 'shell:profile.label',
    words:
      'device install app update version offline network internet storage draft tablet phone computer ເຄື່ອງນີ້ ຕິດຕັ້ງ ອັບເດດ ເວີຊັນ ອອບລາຍ ອອບໄລນ໌ ອິນເຕີເນັດ',
  },
];
