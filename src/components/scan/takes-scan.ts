/** Give this to a text box that a scanner may type into; every other box keeps scanned text. */
export const takesScan = { 'data-scan': true } as const;

/**
 * The same for boxes in which people type names, perhaps as fast as a scanner: only codes that a
 * reader waits for are taken out of the box.
 */
export const takesCards = { 'data-scan': 'cards' } as const;
