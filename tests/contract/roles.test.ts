import { expect, test } from 'vitest';
import { can, managedRoles, roles, seesAllBranches, type Action, type Role } from '#contract/roles.ts';

// "Who may do what", copied from the decisions: staff, finance, admin, superadmin.
const decided: Record<Action, readonly Role[]> = {
  'branches:read': ['staff', 'finance', 'admin', 'superadmin'],
  'branches:write': ['superadmin'],
  'branch-names:read': ['staff', 'finance', 'admin', 'superadmin'],
  'branch-names:write': ['superadmin'],
  'exchange-rates:read': ['staff', 'finance', 'admin', 'superadmin'],
  'exchange-rates:write': ['finance', 'admin', 'superadmin'],
  'school-info:read': ['staff', 'finance', 'admin', 'superadmin'],
  'school-info:write': ['admin', 'superadmin'],
  'files:read': ['staff', 'finance', 'admin', 'superadmin'],
  'files:write': ['staff', 'finance', 'admin', 'superadmin'],
  'files:write-pictures': ['staff', 'admin', 'superadmin'],
  'slips:read': ['staff', 'finance', 'superadmin'],
  'students:read': ['staff', 'finance', 'admin', 'superadmin'],
  'students:write': ['staff', 'admin', 'superadmin'],
  'students:merge': ['admin', 'superadmin'],
  'parents:read': ['staff', 'finance', 'admin', 'superadmin'],
  'parents:write': ['admin', 'superadmin'],
  'parents:merge': ['admin', 'superadmin'],
  'teachers:read': ['staff', 'finance', 'admin', 'superadmin'],
  'teachers:write': ['staff', 'admin', 'superadmin'],
  'staff-accounts:read': ['superadmin'],
  'staff-accounts:write': ['admin', 'superadmin'],
  'academic-terms:read': ['staff', 'finance', 'admin', 'superadmin'],
  'academic-terms:write': ['staff', 'admin', 'superadmin'],
  'academic-terms:point': ['admin', 'superadmin'],
  'course-categories:read': ['staff', 'finance', 'admin', 'superadmin'],
  'course-categories:write': ['admin', 'superadmin'],
  'courses:read': ['staff', 'finance', 'admin', 'superadmin'],
  'courses:write': ['admin', 'superadmin'],
  'course-fees:read': ['staff', 'finance', 'admin', 'superadmin'],
  'course-fees:write': ['admin', 'superadmin'],
  'discount-rules:read': ['staff', 'finance', 'admin', 'superadmin'],
  'discount-rules:write': ['admin', 'superadmin'],
  'product-categories:read': ['staff', 'finance', 'admin', 'superadmin'],
  'product-categories:write': ['admin', 'superadmin'],
  'products:read': ['staff', 'finance', 'admin', 'superadmin'],
  'products:write': ['admin', 'superadmin'],
  'products:cost': ['finance', 'admin', 'superadmin'],
  'stock-levels:read': ['staff', 'finance', 'admin', 'superadmin'],
  'stock-levels:write': ['superadmin'],
  'stock-movements:read': ['finance', 'admin', 'superadmin'],
  'stock-movements:write': ['finance', 'admin', 'superadmin'],
  'deliveries:read': ['finance', 'admin', 'superadmin'],
  'deliveries:write': ['finance', 'admin', 'superadmin'],
  'stock-counts:read': ['finance', 'admin', 'superadmin'],
  'stock-counts:write': ['finance', 'admin', 'superadmin'],
  'stock-transfers:read': ['finance', 'admin', 'superadmin'],
  'stock-transfers:write': ['finance', 'admin', 'superadmin'],
  'rooms:read': ['staff', 'finance', 'admin', 'superadmin'],
  'rooms:write': ['staff', 'admin', 'superadmin'],
  'classes:read': ['staff', 'finance', 'admin', 'superadmin'],
  'classes:write': ['staff', 'admin', 'superadmin'],
  'classes:override': ['admin', 'superadmin'],
  'enrolments:read': ['staff', 'finance', 'admin', 'superadmin'],
  'enrolments:write': ['staff', 'finance', 'admin', 'superadmin'],
  'enrolments:activate-unpaid': ['admin', 'superadmin'],
  'enrolments:leave': ['staff', 'admin', 'superadmin'],
  'transfers:read': ['staff', 'finance', 'admin', 'superadmin'],
  'transfers:write': ['staff', 'admin', 'superadmin'],
  'transfers:decide': ['admin', 'superadmin'],
  'transfers:waive': ['admin', 'superadmin'],
  'attendance:read': ['staff', 'finance', 'admin', 'superadmin'],
  'attendance:write': ['staff', 'admin', 'superadmin'],
  'attendance:reopen': ['admin', 'superadmin'],
  'assessments:read': ['staff', 'finance', 'admin', 'superadmin'],
  'assessments:write': ['staff', 'admin', 'superadmin'],
  'assessments:unlock': ['superadmin', 'admin'],
  'verification:read': ['finance', 'superadmin'],
  'verification:write': ['finance', 'superadmin'],
  'drawers:read': ['staff', 'finance', 'admin', 'superadmin'],
  'drawers:write': ['staff', 'finance', 'admin', 'superadmin'],
  'drawers:accept': ['finance', 'admin', 'superadmin'],
  'drawers:reopen': ['finance', 'superadmin'],
  'days:read': ['finance', 'superadmin'],
  'days:close': ['finance', 'superadmin'],
  'days:reopen': ['superadmin'],
  'safe:read': ['finance', 'superadmin'],
  'safe:write': ['finance', 'superadmin'],
  'orders:read': ['staff', 'finance', 'admin', 'superadmin'],
  'orders:write': ['staff', 'finance', 'admin', 'superadmin'],
  'orders:void': ['staff', 'admin', 'superadmin'],
  'payments:void': ['finance', 'superadmin'],
  'payments:read': ['superadmin', 'finance'],
  'payments:write': ['superadmin'],
  'payments:refund': ['finance', 'superadmin'],
  'balances:read': ['finance', 'superadmin'],
  'balances:write': ['finance', 'superadmin'],
  'family-accounts:read': ['admin', 'finance', 'staff', 'superadmin'],
  'orders:adjust': ['admin', 'superadmin'],
  'orders:confirm-unpaid': ['admin', 'superadmin'],
  'own-account:read': ['staff', 'finance', 'admin', 'superadmin'],
  'own-account:write': ['staff', 'finance', 'admin', 'superadmin'],
};

test.each(Object.entries(decided))('%s is for exactly the roles decided', (action, allowed) => {
  expect(roles.filter((role) => can(role, action as Action)).sort()).toEqual([...allowed].sort());
});

test('an unknown role may do nothing', () => {
  for (const action of Object.keys(decided)) expect(can('janitor', action as Action)).toBe(false);
});

test('an admin looks after accounts of staff and admins, a superadmin after all', () => {
  expect(roles.map(managedRoles)).toEqual([[...roles], ['admin', 'staff'], [], []]);
});

test('only a superadmin sees every branch', () => {
  expect(roles.filter(seesAllBranches)).toEqual(['superadmin']);
});
