/** Give this to a text box that a scanner may type into; other boxes keep what is typed. */
export const takesScan = { 'data-scan': true } as const;
