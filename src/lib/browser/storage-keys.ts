// Names of what this app keeps in local storage. The first three are part of the specification; the
// inline boot script reads them before anything else is loaded, so they stand in a file without
// imports.

/** The whole client state, except what is loading. */
export const STATE_KEY = 'root';
/** The session token. */
export const TOKEN_KEY = 'token';
/** The chosen interface language. */
export const LANGUAGE_KEY = 'i18nextLng';
/** The names of the centre, so that a reload shows the right title at once. */
export const CENTRE_KEY = 'centre';
/** When the server was last asked for a newer version of the app. */
export const UPDATE_CHECK_KEY = 'update-check';
/** In session storage: when this tab last reloaded itself for a newer version. */
export const UPDATE_RELOAD_KEY = 'update-reload';
/**
 * In session storage: the build for which a missing part of the app was already looked for by a
 * reload.
 */
export const PART_RELOAD_KEY = 'part-reload';
/** There while the screens of this device are locked. */
export const LOCK_KEY = 'locked';
/** When somebody last pressed, typed or scrolled in any tab; milliseconds since 1970. */
export const LAST_INPUT_KEY = 'last-input';
/**
 * After how many minutes without input the screens lock; a choice of the device's, not of a
 * person's.
 */
export const LOCK_AFTER_KEY = 'lock-after';
/** Whether this device was told how to install the app. */
export const INSTALL_TOLD_KEY = 'install-told';
/** The columns that people do not want to see, by person and list. */
export const HIDDEN_COLUMNS_KEY = 'hidden-columns';
/** The small lists that are there for the first paint; they go when the session ends. */
export const SMALL_QUERIES_KEY = 'queries';
/** The drawer that this device takes cash into. */
export const DRAWER_KEY = 'drawer';
/** The paper that this device prints receipts on, where its branch has more than one. */
export const PAPER_KEY = 'paper';
