// The only place that spells routes. "Reprot", "Reprots", "managerment", "coursefree" and "Calss"
// are part of the route contract and stay as they are; so do the different spellings of the list of
// course categories and its forms.
const allocation = '/class-allocation-management';
const courseFee = '/course-fee-managerment';
const inventory = '/inventory-managerment';

/**
 * Every route of the app, by the name that its page title and menu item have in the locale files.
 */
export const paths = {
  signIn: '/auth/signin',
  overview: '/',

  students: '/user-management/student-profiles',
  addStudent: '/user-management/add-student-profile',
  editStudent: '/user-management/edit-student-profile',
  parents: '/user-management/parent-profiles',
  addParent: '/user-management/add-parent-profile',
  editParent: '/user-management/edit-parent-profile',
  teachers: '/user-management/teacher-profiles',
  addTeacher: '/user-management/add-teacher-profile',
  editTeacher: '/user-management/edit-teacher-profile',
  staff: '/user-management/admin-staff-profiles',
  addStaff: '/user-management/add-admin-staff-profile',
  editStaff: '/user-management/edit-admin-staff-profile',

  academicReports: '/Reprot/AcademicReports',
  attendanceReports: '/Reprot/AttendanceReprots',
  enrollmentReport: '/Reprot/EnrollmentReport',
  financialReports: '/Reprot/FinancialReports',

  paymentHistory: '/billing-finance/payment-history',
  pendingPayment: '/billing-finance/pending-payment',
  exchangeRate: '/billing-finance/exchange-rates',
  addRate: '/billing-finance/add-exchange-rate',
  editRate: '/billing-finance/edit-exchange-rate',

  schoolInfo: '/setting/school-info',
  schoolBranch: '/setting/school-branch',
  addBranch: '/setting/add-school-branch',
  editBranch: '/setting/edit-school-branch',

  allocateClasses: `${allocation}/allocate-classes`,
  addClass: `${allocation}/allocate-classes/add-class`,
  editClass: `${allocation}/allocate-classes/edit-class`,
  allocateStudents: `${allocation}/allocate-students`,
  editStudentsToClass: `${allocation}/allocate-students/EditStudentsToCalss`,
  allocateTeachers: `${allocation}/allocate-teachers`,
  classOverview: `${allocation}/class-overview`,
  terms: `${allocation}/academic-terms`,
  addTerm: `${allocation}/academic-terms/add-academic-term`,
  editTerm: `${allocation}/academic-terms/edit-academic-term`,

  courses: `${courseFee}/courses`,
  addCourse: `${courseFee}/courses/add-all-courses`,
  editCourse: `${courseFee}/courses/edit-all-courses`,
  courseFee: `${courseFee}/course-fee`,
  addFee: `${courseFee}/course-fee/add-course-fee`,
  editFee: `${courseFee}/course-fee/edit-course-fee`,
  courseCategories: '/coursefree-managerment/course-categories',
  addCourseCategory: `${courseFee}/course-categories/add-course-categories`,
  editCourseCategory: `${courseFee}/course-categories/edit-course-categories`,

  orders: '/register-enrollment/orders',
  addOrder: '/register-enrollment/orders/add-order',
  newEnrollment: '/register-enrollment/new-enrollment',
  manageEnrollment: '/register-enrollment/manage-enrollment',
  enrollmentDetail: '/register-enrollment/enrollment-detail',
  transferClass: '/register-enrollment/transfer-class',
  createTransfer: '/register-enrollment/create-transfer-request',

  productCategories: `${inventory}/product-categories`,
  addProductCategory: `${inventory}/product-categories/add-product-category`,
  editProductCategory: `${inventory}/product-categories/edit-product-category`,
  productList: `${inventory}/product-list`,
  addProduct: `${inventory}/product-list/add-product-list`,
  editProduct: `${inventory}/product-list/edit-product-list`,
  stockTracking: `${inventory}/stock-tracking`,

  announcements: '/internal-communication/announcements',
  addAnnouncement: '/internal-communication/add-announcement',
  editAnnouncement: '/internal-communication/edit-announcement',
} as const;

export type PathName = keyof typeof paths;
export type Path = (typeof paths)[PathName];

/**
 * The edit page of one record. Its id is in the query string, so a reload or a bookmark keeps it.
 */
export function editPath(path: Path, id: string): string {
  return `${path}?id=${encodeURIComponent(id)}`;
}

/**
 * The page where a person of `role` starts, and lands after a refusal (docs/roles.md, "The route
 * guard").
 */
export function homePath(role: string): string {
  if (role === 'finance') return paths.pendingPayment;
  if (role === 'staff') return paths.newEnrollment;
  return paths.overview;
}
