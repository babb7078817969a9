/** After this time without a request of a person the server locks a session by itself. */
export const LOCK_MINUTES = 15;

/**
 * The header of a request that the page makes while nobody is at work. Such a request is no act of
 * a person, so it keeps no session open.
 */
export const BACKGROUND_HEADER = 'x-background';
