// The words of a change of class, for screens that check no typed values.

/** `expired` by the clock, written or not. `done` is undone only by another transfer. */
export const transferStatuses = ['open', 'done', 'refused', 'cancelled', 'expired'] as const;
export type TransferStatus = (typeof transferStatuses)[number];
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
 * What waits for the branch of the asker, what waits for another, what was carried out, and what
 * came to nothing.
 */
export const transferTabs = ['mine', 'otherBranch', 'done', 'refused', 'all'] as const;
export type TransferTab = (typeof transferTabs)[number];
/** A transfer may begin so many days ago at most. */
export const MAX_DAYS_BACK = 7;
