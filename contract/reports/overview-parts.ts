/** The parts of the overview, each with its own answer at GET `/overview/…`. */
export const overviewParts = {
  queue: '/overview/queue',
  money: '/overview/money',
  receivables: '/overview/receivables',
  seats: '/overview/seats',
  enrolments: '/overview/enrolments',
  steps: '/overview/steps',
  disk: '/overview/disk',
  backup: '/overview/backup',
} as const;
export type OverviewPart = keyof typeof overviewParts;

/**
 * The steps before the first student of a centre can sit in a class, in the order in which they
 * depend on each other.
 */
export const firstSteps = [
  'centre',
  'branches',
  'bankAccount',
  'term',
  'rooms',
  'course',
  'fee',
  'teacher',
  'class',
  'rates',
  'movingIn',
  'staff',
  'superadmin',
  'secondFactor',
  'backup',
] as const;
export type FirstStep = (typeof firstSteps)[number];

/** The kinds of tasks in the queue; those without a time today are in this order. */
export const queueKinds = [
  'alert',
  'backup',
  'comparison',
  'erasure',
  'hold',
  'seat',
  'attendance',
  'shift',
  'shortDrawer',
  'day',
  'slips',
  'transfer',
  'overdue',
  'underMinimum',
  'noTeacher',
  'noRoom',
  'lowStock',
  'stockTransfer',
  'rates',
] as const;
export type QueueKind = (typeof queueKinds)[number];

/** Kinds with a time: the end of a hold, a request or a session. */
export const timedKinds: readonly QueueKind[] = ['hold', 'seat', 'attendance', 'transfer'];

/** The answer lists this many rows of a kind and counts the others. */
export const MOST_OF_KIND = 5;
/** Holds that end within this many hours are listed. */
export const HOLDS_END_WITHIN_HOURS = 24;
/** A stock transfer is late after this many days. */
export const STOCK_LATE_DAYS = 7;
/** The disk is called nearly full below this. The desk is refused when nothing is left. */
export const DISK_LOW_BYTES = 1024 * 1024 * 1024;
/** The number of weeks in the chart of new enrolments. */
export const OVERVIEW_WEEKS = 12;
