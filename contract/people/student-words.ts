// The constants of students for lists; separate from the checks, which lists do not need.

/**
 * `prospect` until the first enrolment, `active` while in class, `inactive` between terms; the last
 * two are ends.
 */
export const studentStatuses = ['prospect', 'active', 'inactive', 'graduated', 'left'] as const;
export type StudentStatus = (typeof studentStatuses)[number];

/** How the family heard of the centre. */
export const sources = [
  'walkIn',
  'friend',
  'facebook',
  'school',
  'sign',
  'event',
  'other',
] as const;

/** Less attendance than this is too little: docs/figures.md, figure 23. */
export const LOW_ATTENDANCE_PERCENT = 70;
/** Of fewer sessions there is no share: docs/figures.md, "Rules for every figure". */
export const SHARE_FROM_SESSIONS = 10;

/** The most students that are changed or printed at once. */
export const MAX_AT_ONCE = 200;

/** GET `/students/lookup`: the newest students of the own branch, archived ones left out. */
export const studentLookup = {
  name: 'students-lookup',
  path: '/students/lookup',
  cache: 'all',
} as const;
