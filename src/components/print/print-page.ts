/** The longest wait for the sheets; the page is printed as it is then. */
const LONGEST_MS = 5000;
const STEP_MS = 50;

const EXPECTED = '[data-print-frame][data-builds]:not([data-ready])';

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Prints the shown page, once the code that builds its sheets of paper is there: it follows the
 * first screen, and somebody may be faster.
 */
export async function printPage(): Promise<void> {
  const latest = Date.now() + LONGEST_MS;
  while (document.querySelector(EXPECTED) && Date.now() < latest) await wait(STEP_MS);
  window.print();
}
