/**
 * A page that is not shown is never painted, and some browsers paint late: so long is waited at
 * most.
 */
const AT_MOST_MS = 100;

/**
 * Calls `next` when the frame in index.html has been painted: the app's own evaluation does not
 * hold it up.
 */
export function afterFirstPaint(next: () => void): void {
  let isCalled = false;
  const once = () => {
    if (!isCalled) next();
    isCalled = true;
  };
  // A task that is posted within the frame runs when the frame is on its way to the screen.
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, AT_MOST_MS);
}
