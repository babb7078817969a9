import { paths, type Path, type PathName } from '#src/lib/paths.ts';

/** The help of each screen, by its name in `docs/manual/LANGUAGE/help/`. */
const ofScreen: Record<PathName, string> = {
  signIn: 'sign-in',
  overview: 'overview',
  students: 'students',
  addStudent: 'students',
  editStudent: 'students',
  parents: 'parents',
  addParent: 'parents',
  editParent: 'parents',
  teachers: 'teachers',
  addTeacher: 'teachers',
  editTeacher: 'teachers',
  staff: 'staff-accounts',
  addStaff: 'staff-accounts',
  editStaff: 'staff-accounts',
  academicReports: 'academic-reports',
  attendanceReports: 'attendance-reports',
  enrollmentReport: 'enrollment-report',
  financialReports: 'financial-reports',
  paymentHistory: 'payment-history',
  pendingPayment: 'pending-payment',
  exchangeRate: 'exchange-rates',
  addRate: 'exchange-rates',
  editRate: 'exchange-rates',
  schoolInfo: 'school-info',
  schoolBranch: 'branches',
  addBranch: 'branches',
  editBranch: 'branches',
  allocateClasses: 'classes',
  addClass: 'classes',
  editClass: 'classes',
  allocateStudents: 'allocate-students',
  editStudentsToClass: 'allocate-students',
  allocateTeachers: 'allocate-teachers',
  classOverview: 'class-overview',
  terms: 'terms',
  addTerm: 'terms',
  editTerm: 'terms',
  courses: 'courses',
  addCourse: 'courses',
  editCourse: 'courses',
  courseFee: 'course-fees',
  addFee: 'course-fees',
  editFee: 'course-fees',
  courseCategories: 'course-categories',
  addCourseCategory: 'course-categories',
  editCourseCategory: 'course-categories',
  orders: 'orders',
  addOrder: 'desk',
  newEnrollment: 'desk',
  manageEnrollment: 'pending-enrolment',
  enrollmentDetail: 'enrolment',
  transferClass: 'transfers',
  createTransfer: 'transfers',
  productCategories: 'product-categories',
  addProductCategory: 'product-categories',
  editProductCategory: 'product-categories',
  productList: 'products',
  addProduct: 'products',
  editProduct: 'products',
  stockTracking: 'stock',
  announcements: 'announcements',
  addAnnouncement: 'announcements',
  editAnnouncement: 'announcements',
};

/** The views of a screen whose help is another one than that of the screen, by `?view=`. */
const ofView: Partial<Record<PathName, Readonly<Record<string, string>>>> = {
  newEnrollment: { drawer: 'drawer' },
  addOrder: { drawer: 'drawer' },
  paymentHistory: { days: 'days', drawers: 'days', safe: 'safe', journal: 'journal' },
  financialReports: { journal: 'journal' },
  schoolInfo: { 'moving-in': 'moving-in' },
  terms: { continuing: 'continuing', answers: 'answers' },
};

const nameOf = new Map<string, PathName>(
  Object.entries(paths).map(([name, path]: [string, Path]) => [path, name as PathName]),
);

/** The help of the screen, or of the view of it, at an address. */
export function helpFor({ pathname, search }: { pathname: string; search: string }): string {
  const name = nameOf.get(pathname) ?? 'overview';
  const view = new URLSearchParams(search).get('view') ?? '';
  return `help/${ofView[name]?.[view] ?? ofScreen[name]}`;
}

/** Every help that a screen or a view leads to. */
export const helpPages: ReadonlySet<string> = new Set(
  [ofScreen, ...Object.values(ofView)].flatMap((pages) =>
    Object.values(pages).map((page) => `help/${page}`),
  ),
);
