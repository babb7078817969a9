/**
 * The layers of the server between `lib` and what serves it, from the ground up. A module sees `db`, `lib`, every layer
 * above its line here, and the modules before it in its line.
 */
export const serverLayers: Record<string, string[]> = {
  centre: [
    'files',
    'users',
    'branches',
    'school-info',
    'auth',
    'staff-accounts',
    'approvals',
    'announcements',
    'saved-views',
    'settled-writes',
    'health',
  ],
  people: ['teachers', 'parents', 'students'],
  catalogue: ['rooms', 'exchange-rates', 'product-categories', 'products', 'course-categories', 'courses', 'course-fees'],
  academic: ['classes', 'academic-terms', 'enrolments', 'attendance', 'assessments', 'certificates'],
  ledger: ['books', 'drawers', 'safe', 'days', 'stock', 'orders', 'payments', 'verification', 'figures', 'settlements'],
  desk: ['visits', 'enrolment-changes', 'class-changes', 'transfers', 'merges', 'imports'],
  reading: [
    'class-overview',
    'balances',
    'family-account',
    'student-page',
    'pending',
    'papers',
    'journal',
    'reports',
    'academic-report',
    'overview',
    'find',
    'exports',
    'audit-log',
    'books-check',
  ],
};
