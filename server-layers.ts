/**
 * The server from the ground up, as `docs/architecture.md`, "Layers of the server", describes it. A
 * module stands in `server/<layer>/<module>/` and sees `db`, `lib`, every layer above its own row
 * here and the modules before it in its row. The lint holds this (`eslint.config.ts`).
 */
export const serverLayers: Record<string, string[]> = {
  centre: [
    'files',
    'users',
    'branches',
    'alerts',
    'school-info',
    'auth',
    'staff-accounts',
    'approvals',
    'announcements',
    'saved-views',
    'whats-new',
    'settled-writes',
    'health',
  ],
  people: ['teachers', 'parents', 'students'],
  catalogue: [
    'rooms',
    'exchange-rates',
    'product-categories',
    'products',
    'course-categories',
    'courses',
    'course-fees',
  ],
  academic: [
    'classes',
    'academic-terms',
    'enrolments',
    'attendance',
    'assessments',
    'certificates',
  ],
  ledger: [
    'books',
    'drawers',
    'safe',
    'stock',
    'orders',
    'payments',
    'verification',
    'figures',
    'days',
    'settlements',
  ],
  desk: [
    'visits',
    'desk-lookups',
    'enrolment-changes',
    'class-changes',
    'class-transfers',
    'merges',
    'imports',
    'moving-in',
  ],
  reading: [
    'class-overview',
    'balances',
    'move-comparison',
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
  safekeeping: ['backups', 'restores', 'moves', 'centre-exports'],
};

/** Folders of `server/` that serve and start everything, and so see all of it. */
export const topFolders = ['commands', 'http', 'jobs', 'seed', 'setup'];
