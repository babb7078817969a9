/** The parts of the overview, each an answer of its own under GET `/overview/…`. */
export const overviewParts = {
  queue: '/overview/queue',
  money: '/overview/money',
  receivables: '/overview/receivables',
  seats: '/overview/seats',
  enrolments: '/overview/enrolments',
  steps: '/overview/steps',
} as const;
export type OverviewPart = keyof typeof overviewParts;

/**
 * What a centre needs before its first student can sit in a class, in the order in which one thing
 * asks for the other.
 */
export const firstSteps = [
  'centre',
  'term',
  'rooms',
  'course',
  'fee',
  'teacher',
  'class',
  'rates',
] as const;
export type FirstStep = (typeof firstSteps)[number];

/** What may wait for somebody; what has no hour today stands in this order. */
export const queueKinds = [
  'hold',
  'seat',
  'attendance',
  'shift',
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

/** Kinds that have an hour: it is when a hold or a request ends, or a session was over. */
export const timedKinds: readonly QueueKind[] = ['hold', 'seat', 'attendance', 'transfer'];

/** So many rows of a kind are listed; the others are counted. */
export const MOST_OF_KIND = 5;
/** Holds that end in so many hours wait for somebody. */
export const HOLDS_END_WITHIN_HOURS = 24;
/** A transfer of stock is late after so many days. */
export const STOCK_LATE_DAYS = 7;
/** How many weeks of new places are shown. */
export const OVERVIEW_WEEKS = 12;
