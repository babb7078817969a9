/** Between two looks at the page. What is drawn before one is on the screen by the next. */
const LOOK_MS = 50;

const wait = () => new Promise<void>((resolve) => setTimeout(resolve, LOOK_MS));

/**
 * To be awaited before a part is fetched that the first view of a page does not need, so that it
 * does not compete with it. The page's heading is what the first view is waited for by, however
 * slow the device is.
 */
export async function afterPaint(): Promise<void> {
  do await wait();
  while (document.querySelector('main h1') === null);
}
