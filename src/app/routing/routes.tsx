import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import type { Role } from '#contract/roles.ts';
import { loadWords } from '#src/lib/text/i18n.ts';
import { paths, type Path } from '#src/lib/paths.ts';
import { onDemand } from './on-demand.tsx';

export type Screen = {
  path: Path;
  title: ParseKeys<'shell'>;
  /** The roles that may open it, besides a superadmin; empty for everybody who is signed in. */
  roles: readonly Role[];
  /** The titles of its views (`?view=`), if it has several. */
  views?: Readonly<Record<string, ParseKeys<'shell'>>>;
  /** The path of the menu item it belongs to, if it has none of its own. */
  under?: Path;
  /** True for a screen that keeps the bottom of a phone for a bar of its own. */
  hasOwnBar?: true;
  /** The page; a screen without one is not built yet. */
  page?: ComponentType & { load: () => Promise<ComponentType> };
};

const anybody: readonly Role[] = [];
const owner: readonly Role[] = ['superadmin'];

const { productCategories: categories } = paths;

type FetchPage = () => Promise<ComponentType>;

/** A screen with its words. */
const screen = (words: string | readonly string[], fetchPage: FetchPage) =>
  onDemand(async () => (await Promise.all([fetchPage(), loadWords(words)]))[0]);

const Overview = onDemand(
  async () => (await import('#src/features/overview/overview-page.tsx')).OverviewPage,
);
const BranchList = screen(
  'branches',
  async () => (await import('#src/features/branches/branch-list-page.tsx')).BranchListPage,
);
const BranchRecord = screen(
  'branches',
  async () => (await import('#src/features/branches/branch-record-page.tsx')).BranchRecordPage,
);
// One path, two pages: the list of parents, or the account of a payer.
const ParentPages = onDemand(async () => (await import('./parent-pages.tsx')).loadParentPages());
const StudentList = screen(
  'people',
  async () => (await import('#src/features/students/student-list-page.tsx')).StudentListPage,
);
const ParentRecord = screen(
  'people',
  async () => (await import('#src/features/parents/parent-record-page.tsx')).ParentRecordPage,
);
const StudentRecord = screen(
  'people',
  async () => (await import('#src/features/students/student-record-page.tsx')).StudentRecordPage,
);
const RateList = screen(
  'exchange-rates',
  async () => (await import('#src/features/exchange-rates/rate-list-page.tsx')).RateListPage,
);
const RateRecord = screen(
  'exchange-rates',
  async () => (await import('#src/features/exchange-rates/rate-record-page.tsx')).RateRecordPage,
);
// One path, two pages: the list of accounts, or who may do what.
const StaffPages = onDemand(async () => (await import('./staff-pages.tsx')).loadStaffPages());
const StaffRecord = screen(
  'staff-accounts',
  async () => (await import('#src/features/staff-accounts/staff-record-page.tsx')).StaffRecordPage,
);
const TeacherList = screen(
  ['teachers', 'people'],
  async () => (await import('#src/features/teachers/teacher-list-page.tsx')).TeacherListPage,
);
const TeacherRecord = screen(
  'teachers',
  async () => (await import('#src/features/teachers/teacher-record-page.tsx')).TeacherRecordPage,
);
const ClassList = screen(
  'classes',
  async () => (await import('#src/features/classes/class-list-page.tsx')).ClassListPage,
);
const ClassRecord = screen(
  'classes',
  async () => (await import('#src/features/classes/class-record-page.tsx')).ClassRecordPage,
);
// One path, several pages: the centre's record, the audit log with its entries, moving in.
const SchoolInfo = onDemand(async () =>
  (await import('./school-info-pages.tsx')).loadSchoolInfoPages(),
);
// Not imported here, because its router code must not come to the sign-in page with this table.
const ClassPages = onDemand(async () => (await import('./class-pages.tsx')).loadClassPages());
const Pending = screen(
  ['pending', 'message'],
  async () => (await import('#src/features/pending/pending-page.tsx')).PendingPage,
);
// One path, three tabs, one of which is a feature of its own.
const PendingPayment = onDemand(async () =>
  (await import('./pending-payment-pages.tsx')).loadPendingPaymentPage(),
);
const FinancialReports = screen(
  ['payment-history', 'money-reports'],
  async () =>
    (await import('#src/features/payment-history/financial-report-page.tsx')).FinancialReportPage,
);
const EnrolmentReport = screen(
  ['reports', 'report'],
  async () =>
    (await import('#src/features/enrolment-report/enrolment-report-page.tsx')).EnrolmentReportPage,
);
const AttendanceReport = screen(
  ['reports', 'report'],
  async () =>
    (await import('#src/features/attendance-report/attendance-report-page.tsx'))
      .AttendanceReportPage,
);
const AcademicReport = screen(
  ['academic-report', 'report'],
  async () =>
    (await import('#src/features/academic-report/academic-report-page.tsx')).AcademicReportPage,
);
const TermPages = onDemand(async () => (await import('./term-pages.tsx')).loadTermPages());
const TermRecord = screen(
  'terms',
  async () => (await import('#src/features/terms/term-record-page.tsx')).TermRecordPage,
);
const CategoryList = screen(
  'courses',
  async () =>
    (await import('#src/features/course-categories/category-list-page.tsx')).CategoryListPage,
);
const CategoryRecord = screen(
  'courses',
  async () =>
    (await import('#src/features/course-categories/category-record-page.tsx')).CategoryRecordPage,
);
const ProductCategoryList = screen(
  'products',
  async () =>
    (await import('#src/features/product-categories/product-category-list-page.tsx'))
      .ProductCategoryListPage,
);
const ProductCategoryRecord = screen(
  'products',
  async () =>
    (await import('#src/features/product-categories/product-category-record-page.tsx'))
      .ProductCategoryRecordPage,
);
const CourseList = screen(
  'courses',
  async () => (await import('#src/features/courses/course-list-page.tsx')).CourseListPage,
);
const CourseRecord = screen(
  ['courses', 'products'],
  async () => (await import('#src/features/courses/course-record-page.tsx')).CourseRecordPage,
);
const FeeList = screen(
  'courses',
  async () => (await import('#src/features/course-fees/fee-list-page.tsx')).FeeListPage,
);
const FeeRecord = screen(
  'courses',
  async () => (await import('#src/features/course-fees/fee-record-page.tsx')).FeeRecordPage,
);
// One path, two pages: the list of products, or labels.
const ProductPages = onDemand(async () => (await import('./product-pages.tsx')).loadProductPages());
const ProductRecord = screen(
  'products',
  async () => (await import('#src/features/products/product-record-page.tsx')).ProductRecordPage,
);
const AllocateStudents = screen(
  'allocation',
  async () =>
    (await import('#src/features/allocation/students/allocate-students-page.tsx'))
      .AllocateStudentsPage,
);
const AllocateTeachers = screen(
  'allocation',
  async () =>
    (await import('#src/features/allocation/teachers/allocate-teachers-page.tsx'))
      .AllocateTeachersPage,
);
const Stock = screen(
  ['stock', 'products'],
  async () => (await import('#src/features/stock/stock-page.tsx')).StockPage,
);
const Desk = screen(
  ['desk', 'payment', 'allocation', 'people'],
  async () => (await import('#src/features/desk/desk-page.tsx')).DeskPage,
);
// One path, several pages: the list, one order, or a receipt that is checked.
const OrderPages = onDemand(async () => (await import('./order-pages.tsx')).loadOrderPages());
const Enrolment = screen(
  ['enrolment', 'class-page', 'allocation', 'leaving', 'orders', 'people'],
  async () => (await import('#src/features/enrolment/enrolment-page.tsx')).EnrolmentPage,
);
// One path, two pages: the requests, or one of them.
const TransferPages = onDemand(async () =>
  (await import('./transfer-pages.tsx')).loadTransferPages(),
);
const CreateTransfer = screen(
  ['transfers', 'allocation'],
  async () =>
    (await import('#src/features/transfers/ask/create-transfer-page.tsx')).CreateTransferPage,
);
const PaymentHistory = screen(
  ['payment-history', 'record', 'message'],
  async () =>
    (await import('#src/features/payment-history/payment-history-page.tsx')).PaymentHistoryPage,
);
// One path, two pages: the announcements, or one of them.
const AnnouncementPages = onDemand(async () =>
  (await import('./announcement-pages.tsx')).loadAnnouncementPages(),
);
const AnnouncementRecord = screen(
  'announcements',
  async () =>
    (await import('#src/features/announcements/announcement-record-page.tsx'))
      .AnnouncementRecordPage,
);
const EditStudents = screen(
  'allocation',
  async () => (await import('#src/features/allocation/roster/roster-page.tsx')).RosterPage,
);

const deskViews = { drawer: 'page.drawer' } as const;
const historyViews = {
  drawers: 'page.drawers',
  safe: 'page.safe',
  days: 'page.days',
  books: 'page.books',
  figures: 'page.figures',
  journal: 'page.journal',
} as const;
const stockViews = {
  movements: 'page.stockMovements',
  deliveries: 'page.deliveries',
  counts: 'page.stockCounts',
  transfers: 'page.stockTransfers',
} as const;

/** Every screen of the default layout, one entry per screen (docs/interface.md, "Screens"). */
export const screens: readonly Screen[] = [
  { path: paths.overview, title: 'nav.overview', roles: ['admin'], page: Overview },

  {
    path: paths.staff,
    title: 'nav.staff',
    roles: owner,
    views: { rights: 'page.rights' },
    page: StaffPages,
  },
  {
    path: paths.addStaff,
    title: 'page.addStaff',
    roles: ['admin'],
    under: paths.staff,
    page: StaffRecord,
  },
  {
    path: paths.editStaff,
    title: 'page.editStaff',
    roles: ['admin'],
    under: paths.staff,
    page: StaffRecord,
  },
  { path: paths.parents, title: 'nav.parents', roles: anybody, page: ParentPages },
  {
    path: paths.addParent,
    title: 'page.addParent',
    roles: ['admin'],
    under: paths.parents,
    page: ParentRecord,
  },
  {
    path: paths.editParent,
    title: 'page.editParent',
    roles: ['admin'],
    under: paths.parents,
    page: ParentRecord,
  },
  { path: paths.teachers, title: 'nav.teachers', roles: ['staff'], page: TeacherList },
  {
    path: paths.addTeacher,
    title: 'page.addTeacher',
    roles: ['staff'],
    under: paths.teachers,
    page: TeacherRecord,
  },
  {
    path: paths.editTeacher,
    title: 'page.editTeacher',
    roles: ['staff'],
    under: paths.teachers,
    page: TeacherRecord,
  },
  { path: paths.students, title: 'nav.students', roles: ['staff'], page: StudentList },
  {
    path: paths.addStudent,
    title: 'page.addStudent',
    roles: ['staff'],
    under: paths.students,
    page: StudentRecord,
  },
  {
    path: paths.editStudent,
    title: 'page.editStudent',
    roles: ['staff'],
    under: paths.students,
    page: StudentRecord,
  },

  {
    path: paths.academicReports,
    title: 'page.academicReports',
    roles: anybody,
    page: AcademicReport,
  },
  {
    path: paths.attendanceReports,
    title: 'page.attendanceReports',
    roles: anybody,
    page: AttendanceReport,
  },
  {
    path: paths.enrollmentReport,
    title: 'page.enrollmentReport',
    roles: anybody,
    page: EnrolmentReport,
  },
  {
    path: paths.financialReports,
    title: 'page.financialReports',
    roles: ['admin'],
    page: FinancialReports,
  },

  {
    path: paths.paymentHistory,
    title: 'nav.paymentHistory',
    roles: ['finance'],
    views: historyViews,
    page: PaymentHistory,
  },
  {
    path: paths.pendingPayment,
    title: 'nav.pendingPayment',
    roles: ['finance'],
    page: PendingPayment,
  },
  { path: paths.exchangeRate, title: 'nav.exchangeRate', roles: anybody, page: RateList },
  {
    path: paths.addRate,
    title: 'page.addRate',
    roles: anybody,
    under: paths.exchangeRate,
    page: RateRecord,
  },
  {
    path: paths.editRate,
    title: 'page.editRate',
    roles: anybody,
    under: paths.exchangeRate,
    page: RateRecord,
  },

  {
    path: paths.schoolInfo,
    title: 'nav.schoolInfo',
    roles: ['admin'],
    views: {
      audit: 'page.auditLog',
      'moving-in': 'page.movingIn',
      export: 'nav.schoolInfo',
      'personal-data': 'page.personalData',
    },
    page: SchoolInfo,
  },
  { path: paths.schoolBranch, title: 'nav.schoolBranch', roles: owner, page: BranchList },
  {
    path: paths.addBranch,
    title: 'page.addBranch',
    roles: owner,
    under: paths.schoolBranch,
    page: BranchRecord,
  },
  {
    path: paths.editBranch,
    title: 'page.editBranch',
    roles: owner,
    under: paths.schoolBranch,
    page: BranchRecord,
  },

  { path: paths.allocateClasses, title: 'nav.allocateClasses', roles: anybody, page: ClassList },
  {
    path: paths.addClass,
    title: 'page.addClass',
    roles: anybody,
    under: paths.allocateClasses,
    page: ClassRecord,
  },
  {
    path: paths.editClass,
    title: 'page.editClass',
    roles: anybody,
    under: paths.allocateClasses,
    page: ClassRecord,
  },
  {
    path: paths.allocateStudents,
    title: 'nav.allocateStudents',
    roles: anybody,
    page: AllocateStudents,
  },
  {
    path: paths.editStudentsToClass,
    title: 'page.editStudentsToClass',
    roles: anybody,
    under: paths.allocateStudents,
    page: EditStudents,
  },
  {
    path: paths.allocateTeachers,
    title: 'nav.allocateTeachers',
    roles: anybody,
    page: AllocateTeachers,
  },
  { path: paths.classOverview, title: 'nav.classOverview', roles: anybody, page: ClassPages },
  {
    path: paths.terms,
    title: 'nav.terms',
    roles: anybody,
    views: {
      copy: 'page.copyClasses',
      continuing: 'page.continuing',
      answers: 'page.continuingAnswers',
    },
    page: TermPages,
  },
  {
    path: paths.addTerm,
    title: 'page.addTerm',
    roles: anybody,
    under: paths.terms,
    page: TermRecord,
  },
  {
    path: paths.editTerm,
    title: 'page.editTerm',
    roles: anybody,
    under: paths.terms,
    page: TermRecord,
  },

  { path: paths.courses, title: 'nav.courses', roles: anybody, page: CourseList },
  {
    path: paths.addCourse,
    title: 'page.addCourse',
    roles: anybody,
    under: paths.courses,
    page: CourseRecord,
  },
  {
    path: paths.editCourse,
    title: 'page.editCourse',
    roles: anybody,
    under: paths.courses,
    page: CourseRecord,
  },
  {
    path: paths.courseFee,
    title: 'page.courseFee',
    roles: anybody,
    under: paths.courses,
    page: FeeList,
  },
  {
    path: paths.addFee,
    title: 'page.addFee',
    roles: anybody,
    under: paths.courses,
    page: FeeRecord,
  },
  {
    path: paths.editFee,
    title: 'page.editFee',
    roles: anybody,
    under: paths.courses,
    page: FeeRecord,
  },
  {
    path: paths.courseCategories,
    title: 'nav.courseCategories',
    roles: anybody,
    page: CategoryList,
  },
  {
    path: paths.addCourseCategory,
    title: 'page.addCourseCategory',
    roles: anybody,
    under: paths.courseCategories,
    page: CategoryRecord,
  },
  {
    path: paths.editCourseCategory,
    title: 'page.editCourseCategory',
    roles: anybody,
    under: paths.courseCategories,
    page: CategoryRecord,
  },

  { path: paths.orders, title: 'nav.orders', roles: anybody, page: OrderPages },
  {
    path: paths.addOrder,
    title: 'page.addOrder',
    roles: anybody,
    under: paths.orders,
    views: deskViews,
    hasOwnBar: true,
    page: Desk,
  },
  {
    path: paths.newEnrollment,
    title: 'nav.newEnrollment',
    roles: anybody,
    views: deskViews,
    hasOwnBar: true,
    page: Desk,
  },
  { path: paths.manageEnrollment, title: 'nav.manageEnrollment', roles: anybody, page: Pending },
  {
    path: paths.enrollmentDetail,
    title: 'page.enrollmentDetail',
    roles: anybody,
    under: paths.manageEnrollment,
    page: Enrolment,
  },
  { path: paths.transferClass, title: 'nav.transferClass', roles: anybody, page: TransferPages },
  {
    path: paths.createTransfer,
    title: 'page.createTransfer',
    roles: anybody,
    under: paths.transferClass,
    page: CreateTransfer,
  },

  { path: categories, title: 'nav.productCategories', roles: anybody, page: ProductCategoryList },
  {
    path: paths.addProductCategory,
    title: 'page.addProductCategory',
    roles: anybody,
    under: categories,
    page: ProductCategoryRecord,
  },
  {
    path: paths.editProductCategory,
    title: 'page.editProductCategory',
    roles: anybody,
    under: categories,
    page: ProductCategoryRecord,
  },
  { path: paths.productList, title: 'nav.productList', roles: anybody, page: ProductPages },
  {
    path: paths.addProduct,
    title: 'page.addProduct',
    roles: anybody,
    under: paths.productList,
    page: ProductRecord,
  },
  {
    path: paths.editProduct,
    title: 'page.editProduct',
    roles: anybody,
    under: paths.productList,
    page: ProductRecord,
  },
  {
    path: paths.stockTracking,
    title: 'nav.stockTracking',
    roles: anybody,
    views: stockViews,
    page: Stock,
  },

  {
    path: paths.announcements,
    title: 'nav.announcements',
    roles: anybody,
    page: AnnouncementPages,
  },
  {
    path: paths.addAnnouncement,
    title: 'page.addAnnouncement',
    roles: anybody,
    under: paths.announcements,
    page: AnnouncementRecord,
  },
  {
    path: paths.editAnnouncement,
    title: 'page.editAnnouncement',
    roles: anybody,
    under: paths.announcements,
    page: AnnouncementRecord,
  },
];

export const NotBuilt = onDemand(
  async () => (await import('#src/app/states/not-built-page.tsx')).NotBuiltPage,
);
