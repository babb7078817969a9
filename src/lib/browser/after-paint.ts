/** By then what was drawn before is on the screen. */
const PAINT_MS = 50;

/** To be awaited before a part is fetched that the first view of a page does not need, so that it does not compete with it. */
export const afterPaint = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAINT_MS));
