/** Give this to a text box that keeps a scanned code as its text, such as a reference. */
export const keepsScan = { 'data-scan': 'text' } as const;

/** The same for search boxes: only codes that a reader waits for are taken out of the box. */
export const takesCards = { 'data-scan': 'cards' } as const;
