import { describe, expect, it } from 'vitest';
import { roles, type Role } from '#contract/roles.ts';
import { admits, landingPath, screenAt } from '#src/app/routing/access.ts';
import { screens } from '#src/app/routing/routes.tsx';
import { homePath } from '#src/lib/paths.ts';

/** Screens that a later version brings. This number only ever falls. */
const NOT_BUILT_YET = 0;

// The route table of docs/interface.md, "Screens", in its own words. A dash is "no role" or "not
// stated".
const specified = `
/ | admin
/user-management/admin-staff-profiles | superadmin
/user-management/add-admin-staff-profile | admin
/user-management/edit-admin-staff-profile | admin
/user-management/parent-profiles | -
/user-management/add-parent-profile | admin
/user-management/edit-parent-profile | admin
/user-management/teacher-profiles | staff
/user-management/add-teacher-profile | staff
/user-management/edit-teacher-profile | staff
/user-management/student-profiles | staff
/user-management/add-student-profile | staff
/user-management/edit-student-profile | staff
/Reprot/AcademicReports | -
/Reprot/AttendanceReprots | -
/Reprot/EnrollmentReport | -
/Reprot/FinancialReports | admin
/billing-finance/payment-history | finance
/billing-finance/pending-payment | finance
/billing-finance/exchange-rates | -
/billing-finance/add-exchange-rate | -
/billing-finance/edit-exchange-rate | -
/setting/school-info | admin
/setting/school-branch | superadmin
/setting/add-school-branch | superadmin
/setting/edit-school-branch | superadmin
/class-allocation-management/allocate-classes | -
/class-allocation-management/allocate-classes/add-class | -
/class-allocation-management/allocate-classes/edit-class | -
/class-allocation-management/allocate-students | -
/class-allocation-management/allocate-students/EditStudentsToCalss | -
/class-allocation-management/allocate-teachers | -
/class-allocation-management/class-overview | -
/class-allocation-management/academic-terms | -
/class-allocation-management/academic-terms/add-academic-term | -
/class-allocation-management/academic-terms/edit-academic-term | -
/course-fee-managerment/courses | -
/course-fee-managerment/courses/add-all-courses | -
/course-fee-managerment/courses/edit-all-courses | -
/course-fee-managerment/course-fee | -
/course-fee-managerment/course-fee/add-course-fee | -
/course-fee-managerment/course-fee/edit-course-fee | -
/course-fee-managerment/course-categories/add-course-categories | -
/course-fee-managerment/course-categories/edit-course-categories | -
/coursefree-managerment/course-categories | -
/register-enrollment/orders | -
/register-enrollment/orders/add-order | -
/register-enrollment/new-enrollment | -
/register-enrollment/manage-enrollment | -
/register-enrollment/enrollment-detail | -
/register-enrollment/transfer-class | -
/register-enrollment/create-transfer-request | -
/inventory-managerment/product-categories | -
/inventory-managerment/product-categories/add-product-category | -
/inventory-managerment/product-categories/edit-product-category | -
/inventory-managerment/product-list | -
/inventory-managerment/product-list/add-product-list | -
/inventory-managerment/product-list/edit-product-list | -
/inventory-managerment/stock-tracking | -
/internal-communication/announcements | -
/internal-communication/add-announcement | -
/internal-communication/edit-announcement | -`
  .trim()
  .split('\n')
  .map((line) => line.split(' | ') as [path: string, role: string]);

/**
 * A superadmin passes every guard; a required role admits only that role: docs/roles.md, "The route
 * guard".
 */
const mayOpen = (role: string, required: string) =>
  role === 'superadmin' || required === '-' || required === role;

describe('route table', () => {
  it('has exactly the routes of the documented screens', () => {
    expect(screens.map(({ path }) => path).sort()).toEqual(specified.map(([path]) => path).sort());
  });

  it.each(specified)('%s is for %s', (path, required) => {
    const screen = screenAt(path);
    if (!screen) throw new Error('no such screen');
    for (const role of roles) expect(admits(screen, role), role).toBe(mayOpen(role, required));
    expect(admits(screen, 'gardener'), 'unknown role').toBe(required === '-');
  });

  it('has as many unfinished screens as we know of', () => {
    expect(screens.filter(({ page }) => !page)).toHaveLength(NOT_BUILT_YET);
  });
});

describe('home pages', () => {
  const homes: [string, string][] = [
    ['admin', '/'],
    ['superadmin', '/'],
    ['finance', '/billing-finance/pending-payment'],
    ['staff', '/register-enrollment/new-enrollment'],
    ['gardener', '/'],
  ];
  it.each(homes)('%s starts at %s', (role, home) => {
    expect(homePath(role)).toBe(home);
    expect(landingPath(role, undefined)).toBe(home);
  });

  it.each(roles)('the home of %s takes them', (role: Role) => {
    const screen = screenAt(homePath(role));
    expect(screen && admits(screen, role)).toBe(true);
  });
});

describe('after signing in', () => {
  it('goes on to the page that was asked for, with its query', () => {
    expect(landingPath('admin', '/setting/school-info?x=1')).toBe('/setting/school-info?x=1');
  });

  it('goes home when that page refuses the role, or does not exist', () => {
    expect(landingPath('staff', '/setting/school-info')).toBe(
      '/register-enrollment/new-enrollment',
    );
    expect(landingPath('staff', '/nowhere')).toBe('/register-enrollment/new-enrollment');
  });
});
