/** The time between two checks. Content drawn before one check is on the screen by the next. */
const LOOK_MS = 50;

const wait = () => new Promise<void>((resolve) => setTimeout(resolve, LOOK_MS));

/**
 * Resolves after the first view of a page is painted; await it before fetching a part that the view
 * does not need. It waits for the page's heading, however slow the device is.
 */
export async function afterPaint(): Promise<void> {
  do await wait();
  while (document.querySelector('main h1') === null);
}
