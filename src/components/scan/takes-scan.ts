/** Give this to a text box that a scanner may type into; other boxes keep what is typed. */
export const takesScan = { 'data-scan': true } as const;

/**
 * The same for a box in which people type names, which may be as fast: it gives up nothing but
 * codes that somebody waits for.
 */
export const takesCards = { 'data-scan': 'cards' } as const;
