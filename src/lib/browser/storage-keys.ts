// The names of the entries in local storage. The first three are fixed (docs/interface.md, "What
// the browser keeps"). The inline boot script reads them before anything else is loaded, so this
// file has no imports.

/** The whole client state, except what is loading. */
export const STATE_KEY = 'root';
/** The session token. */
export const TOKEN_KEY = 'token';
/** Another text in it means that the session went to another branch. */
export const BRANCH_CHANGE_KEY = 'branch-change';
/** The chosen interface language. */
export const LANGUAGE_KEY = 'i18nextLng';
/** The names of the centre, so that a reload shows the right title at once. */
export const CENTRE_KEY = 'centre';
/** When the server was last asked for a newer version of the app. */
export const UPDATE_CHECK_KEY = 'update-check';
/** In session storage: when this tab last reloaded itself for a newer version. */
export const UPDATE_RELOAD_KEY = 'update-reload';
/**
 * In session storage: the build for which this tab has already reloaded to find a missing part of
 * the app.
 */
export const PART_RELOAD_KEY = 'part-reload';
/** Set while the screens of this device are locked. */
export const LOCK_KEY = 'locked';
/** The moment of the last press, key or scroll in any tab, in milliseconds since 1970. */
export const LAST_INPUT_KEY = 'last-input';
/** The minutes without input until the screens lock; a setting of the device, not of a person. */
export const LOCK_AFTER_KEY = 'lock-after';
/** Set once this device was told how to install the app. */
export const INSTALL_TOLD_KEY = 'install-told';
/** The columns that people have hidden, by person and list. */
export const HIDDEN_COLUMNS_KEY = 'hidden-columns';
/** The people who want compact rows in lists. */
export const COMPACT_ROWS_KEY = 'compact-rows';
/** The small lists for the first paint; removed at the end of the session. */
export const SMALL_QUERIES_KEY = 'queries';
/** The random id of this device; it stays through sign-outs. */
export const DEVICE_KEY = 'device';
/** By this key the last person's sign-in on this device needs no code; it stays at sign-out. */
export const REMEMBERED_KEY = 'remembered-device';
/** The sign-ins on new devices of which their person said here that they were theirs. */
export const KNOWN_SIGN_INS_KEY = 'known-sign-ins';
/** The history of the books that this device knows; it changes when they go back to a backup. */
export const BOOKS_HISTORY_KEY = 'books-history';
/** Why the device deleted its copies, until somebody has read it. */
export const LISTS_ENDED_KEY = 'lists-ended';
/** Numbers and sums of the last receipts of this device. */
export const LAST_RECEIPTS_KEY = 'last-receipts';
/** The id of the drawer that this device takes cash into. */
export const DRAWER_KEY = 'drawer';
/** The paper size that this device prints receipts on, if its branch has more than one. */
export const PAPER_KEY = 'paper';
