/** The four roles of a BranchDesk account; an account has exactly one. */
export const roles = ['superadmin', 'admin', 'staff', 'finance'] as const;
export type Role = (typeof roles)[number];

/** Who may do what, on top of the route guard. A superadmin may do everything, so no row names one. */
const rules = {
  'branches:read': ['admin', 'staff', 'finance'],
  'branches:write': [],
  'exchange-rates:read': ['admin', 'staff', 'finance'],
  'exchange-rates:write': ['admin', 'finance'],
  'school-info:read': ['admin', 'staff', 'finance'],
  'school-info:write': ['admin'],
  'students:read': ['admin', 'staff', 'finance'],
  'students:write': ['admin', 'staff'],
  'students:merge': ['admin'],
  'parents:read': ['admin', 'staff', 'finance'],
  'parents:write': ['admin'],
  'parents:merge': ['admin'],
  'teachers:read': ['admin', 'staff', 'finance'],
  'teachers:write': ['admin', 'staff'],
  'staff-accounts:read': [],
  'staff-accounts:write': ['admin'],
  'academic-terms:read': ['admin', 'staff', 'finance'],
  'academic-terms:write': ['admin', 'staff'],
  /** Which term is taught now, and for which one people enrol: one of each for the whole centre. */
  'academic-terms:point': ['admin'],
  'course-categories:read': ['admin', 'staff', 'finance'],
  'course-categories:write': ['admin'],
  'courses:read': ['admin', 'staff', 'finance'],
  'courses:write': ['admin'],
  'course-fees:read': ['admin', 'staff', 'finance'],
  'course-fees:write': ['admin'],
  'rooms:read': ['admin', 'staff', 'finance'],
  'rooms:write': ['admin', 'staff'],
  'classes:read': ['admin', 'staff', 'finance'],
  'classes:write': ['admin', 'staff'],
  /** Past a full class, or a time at which somebody or a room is taken; always with a reason. */
  'classes:override': ['admin'],
  'enrolments:read': ['admin', 'staff', 'finance'],
  'enrolments:write': ['admin', 'staff', 'finance'],
  'attendance:read': ['admin', 'staff', 'finance'],
  'attendance:write': ['admin', 'staff'],
  /** After the days within which attendance is changed freely; always with a reason. */
  'attendance:reopen': ['admin'],
  'assessments:read': ['admin', 'staff', 'finance'],
  'assessments:write': ['admin', 'staff'],
  /** Of a locked one; always with a reason. */
  'assessments:unlock': ['admin'],
  'files:read': ['admin', 'staff', 'finance'],
  'files:write': ['admin', 'staff'],
  'own-account:read': ['admin', 'staff', 'finance'],
  'own-account:write': ['admin', 'staff', 'finance'],
} as const satisfies Record<string, readonly Role[]>;

export type Action = keyof typeof rules;

/** Whether `role` may do `action`; the server enforces it, the screens only mirror it. */
export function can(role: string, action: Action): boolean {
  return role === 'superadmin' || (rules[action] as readonly string[]).includes(role);
}

/** Whether `role` works in every branch; all others see and change only rows of their own. */
export function seesAllBranches(role: string): boolean {
  return role === 'superadmin';
}
