import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import type { Role } from '#contract/roles.ts';
import { loadWords } from '#src/lib/i18n.ts';
import { paths, type Path } from '#src/lib/paths.ts';
import { onDemand } from './on-demand.tsx';

export type Screen = {
  path: Path;
  title: ParseKeys<'shell'>;
  /** Who may open it, apart from a superadmin; none means anybody who is signed in. */
  roles: readonly Role[];
  /** The menu item it belongs to, where it has none of its own. */
  under?: Path;
  /** The page; without one the screen is not built yet. */
  page?: ComponentType & { load: () => Promise<ComponentType> };
};

const anybody: readonly Role[] = [];
const owner: readonly Role[] = ['superadmin'];

const { productCategories: categories } = paths;

type FetchPage = () => Promise<ComponentType>;

/** A page of plain elements, a list above all, that is fetched together with its words. */
const plain = (words: string, fetchPage: FetchPage) => onDemand(async () => (await Promise.all([fetchPage(), loadWords(words)]))[0]);

/** A page that uses Chakra, which comes with it. */
const page = (words: string, fetchPage: FetchPage) =>
  onDemand(async () => {
    const [Page, { withChakra }] = await Promise.all([fetchPage(), import('#src/theme/chakra.tsx'), loadWords(words)]);
    return withChakra(Page);
  });

const BranchList = plain('branches', async () => (await import('#src/features/branches/branch-list-page.tsx')).BranchListPage);
const BranchRecord = page('branches', async () => (await import('#src/features/branches/branch-record-page.tsx')).BranchRecordPage);
const ParentList = plain('people', async () => (await import('#src/features/parents/parent-list-page.tsx')).ParentListPage);
const StudentList = plain('people', async () => (await import('#src/features/students/student-list-page.tsx')).StudentListPage);
const ParentRecord = page('people', async () => (await import('#src/features/parents/parent-record-page.tsx')).ParentRecordPage);
const StudentRecord = page('people', async () => (await import('#src/features/students/student-record-page.tsx')).StudentRecordPage);
const RateList = plain('exchange-rates', async () => (await import('#src/features/exchange-rates/rate-list-page.tsx')).RateListPage);
const RateRecord = page('exchange-rates', async () => (await import('#src/features/exchange-rates/rate-record-page.tsx')).RateRecordPage);
const StaffList = plain('staff-accounts', async () => (await import('#src/features/staff-accounts/staff-list-page.tsx')).StaffListPage);
const StaffRecord = page('staff-accounts', async () => (await import('#src/features/staff-accounts/staff-record-page.tsx')).StaffRecordPage);
const TeacherList = plain('teachers', async () => (await import('#src/features/teachers/teacher-list-page.tsx')).TeacherListPage);
const TeacherRecord = page('teachers', async () => (await import('#src/features/teachers/teacher-record-page.tsx')).TeacherRecordPage);
const ClassList = plain('classes', async () => (await import('#src/features/classes/class-list-page.tsx')).ClassListPage);
const ClassRecord = page('classes', async () => (await import('#src/features/classes/class-record-page.tsx')).ClassRecordPage);
const SchoolInfo = page('school-info', async () => (await import('#src/features/school-info/school-info-page.tsx')).SchoolInfoPage);
// Not imported here: what it needs of the router must not come to the sign-in page with this table.
const ClassPages = onDemand(async () => (await import('./class-pages.tsx')).loadClassPages());
const TermList = plain('terms', async () => (await import('#src/features/terms/term-list-page.tsx')).TermListPage);
const TermRecord = page('terms', async () => (await import('#src/features/terms/term-record-page.tsx')).TermRecordPage);
const CategoryList = plain('courses', async () => (await import('#src/features/course-categories/category-list-page.tsx')).CategoryListPage);
const CategoryRecord = page('courses', async () => (await import('#src/features/course-categories/category-record-page.tsx')).CategoryRecordPage);
const CourseList = plain('courses', async () => (await import('#src/features/courses/course-list-page.tsx')).CourseListPage);
const CourseRecord = page('courses', async () => (await import('#src/features/courses/course-record-page.tsx')).CourseRecordPage);
const FeeList = plain('courses', async () => (await import('#src/features/course-fees/fee-list-page.tsx')).FeeListPage);
const FeeRecord = page('courses', async () => (await import('#src/features/course-fees/fee-record-page.tsx')).FeeRecordPage);
const AllocateStudents = page('allocation', async () => (await import('#src/features/allocation/allocate-students-page.tsx')).AllocateStudentsPage);
const AllocateTeachers = page('allocation', async () => (await import('#src/features/allocation/allocate-teachers-page.tsx')).AllocateTeachersPage);
const EditStudents = page('allocation', async () => (await import('#src/features/allocation/roster-page.tsx')).RosterPage);

/** Every screen of the default layout: the route table of the specification, section 2, one line a screen. */
export const screens: readonly Screen[] = [
  { path: paths.overview, title: 'nav.overview', roles: ['admin'] },

  { path: paths.staff, title: 'nav.staff', roles: owner, page: StaffList },
  { path: paths.addStaff, title: 'page.addStaff', roles: ['admin'], under: paths.staff, page: StaffRecord },
  { path: paths.editStaff, title: 'page.editStaff', roles: ['admin'], under: paths.staff, page: StaffRecord },
  { path: paths.parents, title: 'nav.parents', roles: anybody, page: ParentList },
  { path: paths.addParent, title: 'page.addParent', roles: ['admin'], under: paths.parents, page: ParentRecord },
  { path: paths.editParent, title: 'page.editParent', roles: ['admin'], under: paths.parents, page: ParentRecord },
  { path: paths.teachers, title: 'nav.teachers', roles: ['staff'], page: TeacherList },
  { path: paths.addTeacher, title: 'page.addTeacher', roles: ['staff'], under: paths.teachers, page: TeacherRecord },
  { path: paths.editTeacher, title: 'page.editTeacher', roles: ['staff'], under: paths.teachers, page: TeacherRecord },
  { path: paths.students, title: 'nav.students', roles: ['staff'], page: StudentList },
  { path: paths.addStudent, title: 'page.addStudent', roles: ['staff'], under: paths.students, page: StudentRecord },
  { path: paths.editStudent, title: 'page.editStudent', roles: ['staff'], under: paths.students, page: StudentRecord },

  { path: paths.academicReports, title: 'page.academicReports', roles: anybody },
  { path: paths.attendanceReports, title: 'page.attendanceReports', roles: anybody },
  { path: paths.enrollmentReport, title: 'page.enrollmentReport', roles: anybody },
  { path: paths.financialReports, title: 'page.financialReports', roles: ['admin'] },

  { path: paths.paymentHistory, title: 'nav.paymentHistory', roles: ['finance'] },
  { path: paths.pendingPayment, title: 'nav.pendingPayment', roles: ['finance'] },
  { path: paths.exchangeRate, title: 'nav.exchangeRate', roles: anybody, page: RateList },
  { path: paths.addRate, title: 'page.addRate', roles: anybody, under: paths.exchangeRate, page: RateRecord },
  { path: paths.editRate, title: 'page.editRate', roles: anybody, under: paths.exchangeRate, page: RateRecord },

  { path: paths.schoolInfo, title: 'nav.schoolInfo', roles: ['admin'], page: SchoolInfo },
  { path: paths.schoolBranch, title: 'nav.schoolBranch', roles: owner, page: BranchList },
  { path: paths.addBranch, title: 'page.addBranch', roles: owner, under: paths.schoolBranch, page: BranchRecord },
  { path: paths.editBranch, title: 'page.editBranch', roles: owner, under: paths.schoolBranch, page: BranchRecord },

  { path: paths.allocateClasses, title: 'nav.allocateClasses', roles: anybody, page: ClassList },
  { path: paths.addClass, title: 'page.addClass', roles: anybody, under: paths.allocateClasses, page: ClassRecord },
  { path: paths.editClass, title: 'page.editClass', roles: anybody, under: paths.allocateClasses, page: ClassRecord },
  { path: paths.allocateStudents, title: 'nav.allocateStudents', roles: anybody, page: AllocateStudents },
  { path: paths.editStudentsToClass, title: 'page.editStudentsToClass', roles: anybody, under: paths.allocateStudents, page: EditStudents },
  { path: paths.allocateTeachers, title: 'nav.allocateTeachers', roles: anybody, page: AllocateTeachers },
  { path: paths.classOverview, title: 'nav.classOverview', roles: anybody, page: ClassPages },
  { path: paths.terms, title: 'nav.terms', roles: anybody, page: TermList },
  { path: paths.addTerm, title: 'page.addTerm', roles: anybody, under: paths.terms, page: TermRecord },
  { path: paths.editTerm, title: 'page.editTerm', roles: anybody, under: paths.terms, page: TermRecord },

  { path: paths.courses, title: 'nav.courses', roles: anybody, page: CourseList },
  { path: paths.addCourse, title: 'page.addCourse', roles: anybody, under: paths.courses, page: CourseRecord },
  { path: paths.editCourse, title: 'page.editCourse', roles: anybody, under: paths.courses, page: CourseRecord },
  { path: paths.courseFee, title: 'page.courseFee', roles: anybody, under: paths.courses, page: FeeList },
  { path: paths.addFee, title: 'page.addFee', roles: anybody, under: paths.courses, page: FeeRecord },
  { path: paths.editFee, title: 'page.editFee', roles: anybody, under: paths.courses, page: FeeRecord },
  { path: paths.courseCategories, title: 'nav.courseCategories', roles: anybody, page: CategoryList },
  { path: paths.addCourseCategory, title: 'page.addCourseCategory', roles: anybody, under: paths.courseCategories, page: CategoryRecord },
  { path: paths.editCourseCategory, title: 'page.editCourseCategory', roles: anybody, under: paths.courseCategories, page: CategoryRecord },

  { path: paths.orders, title: 'nav.orders', roles: anybody },
  { path: paths.addOrder, title: 'page.addOrder', roles: anybody, under: paths.orders },
  { path: paths.newEnrollment, title: 'nav.newEnrollment', roles: anybody },
  { path: paths.manageEnrollment, title: 'nav.manageEnrollment', roles: anybody },
  { path: paths.enrollmentDetail, title: 'page.enrollmentDetail', roles: anybody, under: paths.manageEnrollment },
  { path: paths.transferClass, title: 'nav.transferClass', roles: anybody },
  { path: paths.createTransfer, title: 'page.createTransfer', roles: anybody, under: paths.transferClass },

  { path: categories, title: 'nav.productCategories', roles: anybody },
  { path: paths.addProductCategory, title: 'page.addProductCategory', roles: anybody, under: categories },
  { path: paths.editProductCategory, title: 'page.editProductCategory', roles: anybody, under: categories },
  { path: paths.productList, title: 'nav.productList', roles: anybody },
  { path: paths.addProduct, title: 'page.addProduct', roles: anybody, under: paths.productList },
  { path: paths.editProduct, title: 'page.editProduct', roles: anybody, under: paths.productList },
  { path: paths.stockTracking, title: 'nav.stockTracking', roles: anybody },

  { path: paths.announcements, title: 'nav.announcements', roles: anybody },
  { path: paths.addAnnouncement, title: 'page.addAnnouncement', roles: anybody, under: paths.announcements },
  { path: paths.editAnnouncement, title: 'page.editAnnouncement', roles: anybody, under: paths.announcements },
];
