/**
 * The reasons for an undo at the desk, as they are stored on its rows; screens have words for them.
 * The last one says nothing more.
 */
export const undoReasons = ['undoneAmount', 'undonePerson', 'undoneClass', 'undone'] as const;
export type UndoReason = (typeof undoReasons)[number];

/** True if a stored reason is that of an undo. */
export const isUndoReason = (reason: string | null): reason is UndoReason =>
  undoReasons.some((one) => one === reason);
