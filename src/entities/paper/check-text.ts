/** The check code in two halves, as people read it aloud. */
export const checkText = (check: string) => `${check.slice(0, 4)} ${check.slice(4)}`;
