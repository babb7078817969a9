/** The longest wait: a hidden page is never painted, and some browsers paint late. */
const AT_MOST_MS = 100;

/**
 * Calls `next` once the frame in index.html is painted, so that evaluating the app does not delay
 * it.
 */
export function afterFirstPaint(next: () => void): void {
  let isCalled = false;
  const once = () => {
    if (!isCalled) next();
    isCalled = true;
  };
  // A task posted within the frame runs when the frame is on its way to the screen.
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, AT_MOST_MS);
}
