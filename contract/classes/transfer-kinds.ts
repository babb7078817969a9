// The enums of transfers without zod, for screens that check no typed values.

/** `expired` by the clock, written or not. `done` is undone only by another transfer. */
export const classTransferStatuses = ['open', 'done', 'refused', 'cancelled', 'expired'] as const;
export type ClassTransferStatus = (typeof classTransferStatuses)[number];
export const transferReasons = [
  'schedule',
  'level',
  'teacher',
  'branch',
  'price',
  'other',
] as const;
export type TransferReason = (typeof transferReasons)[number];
/**
 * Requests that wait for the user's branch, that wait for another branch, that were carried out,
 * and that were refused or ended.
 */
export const transferTabs = ['mine', 'otherBranch', 'done', 'refused', 'all'] as const;
export type TransferTab = (typeof transferTabs)[number];
/** A transfer may begin at most this many days ago. */
export const MAX_DAYS_BACK = 7;
