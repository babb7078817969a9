/** Lists whose words are in a locale file shared with others. */
const SHARED: Record<string, string> = {
  'academic-terms': 'terms',
  'announcements-mine': 'announcements',
  'branch-names': 'branches',
  'class-sessions': 'class-page',
  'course-categories': 'courses',
  'course-fees': 'courses',
  'desk-classes': 'desk',
  'desk-lookup': 'desk',
  'desk-rules': 'desk',
  'discount-rules': 'courses',
  'overview-backup': 'overview',
  'overview-disk': 'overview',
  'overview-enrolments': 'overview',
  'overview-money': 'overview',
  'overview-queue': 'queue',
  'overview-receivables': 'overview',
  'overview-seats': 'overview',
  'overview-steps': 'overview',
  'pending-holds': 'pending',
  'pending-lapsed': 'pending',
  'pending-renew': 'pending',
  'pending-unpaid': 'pending',
  'pending-waiting': 'pending',
  'product-categories': 'products',
  'orders-lookup': 'orders',
  enrolments: 'enrolment',
  rooms: 'classes',
  'stock-counts': 'stock',
  'stock-levels': 'stock',
  'stock-transfers': 'stock',
  'student-places': 'enrolment',
  'students-lookup': 'people',
  timetable: 'class-overview',
};

/**
 * The locale file that names the list under `onDevice`: the one with the list's name, unless it
 * shares one.
 */
export function wordsFileOf(list: string): string {
  return SHARED[list] ?? list;
}
