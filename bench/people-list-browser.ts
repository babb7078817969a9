import type { BrowserContext, Page } from '@playwright/test';
import { signInToDemo } from '#scripts/demo-accounts.ts';
import { withOwnProfile } from '#scripts/own-profile.ts';
import { quietNetwork } from '#scripts/quiet-network.ts';
import { paths } from '#src/lib/paths.ts';
import { openBareSearch } from './bare-search.ts';
import { longestGap, middle, most, noteFrames } from './frames.ts';
import { rest } from './rested-page.ts';

const SLOWDOWN = 4;
const PAINT_GOAL_MS = 60;
const FRAME_GOAL_MS = 50;
const RUNS = 9;
/** Longer than any work that a search starts on a slow processor. */
const REST_MS = 1500;
const SCROLLS = 5;
const ROW = 'main tbody tr';
/**
 * One letter for each run, because answers are cached. Each letter excludes some of the first rows,
 * so that other rows are painted. S, t and digits are left out: every code has an s and a t, and
 * most phones have every digit.
 */
const LETTERS = 'kbpvmlcdxh';

type Typed = { keyAt: number; askedAt: number; answeredAt: number; paintedAt: number };
type Marks = { typedKey?: Partial<Typed>; isPainted?: Promise<void> };

/** Records when the next key is pressed and when its rows are painted. */
function watchTyping(): void {
  const marks: Marks = window as Marks;
  const typed: Partial<Typed> = {};
  marks.typedKey = typed;
  window.addEventListener('keydown', ({ timeStamp }) => (typed.keyAt = timeStamp), {
    once: true,
    capture: true,
  });
  performance.clearResourceTimings();
  let paintedNow: () => void;
  marks.isPainted = new Promise((resolve) => {
    paintedNow = resolve;
  });
  const table = document.querySelector('main tbody')?.closest('table')?.parentElement;
  // A task of the highest priority that is posted within a frame runs as soon as that frame is
  // painted.
  const observer = new MutationObserver(() =>
    requestAnimationFrame(() => void scheduler.postTask(note, { priority: 'user-blocking' })),
  );
  const note = () => {
    const paintedAt = performance.now();
    const [answer] = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/api/students?') && name.includes('count=false'));
    if (!(answer instanceof PerformanceResourceTiming) || typed.paintedAt !== undefined) return;
    observer.disconnect();
    Object.assign(typed, { askedAt: answer.startTime, answeredAt: answer.responseEnd, paintedAt });
    paintedNow();
  };
  // Watches only the link of a row: recording every word would cost the page as much as changing
  // it.
  if (table) observer.observe(table, { subtree: true, childList: true, attributeFilter: ['href'] });
}

async function typeInto(page: Page, key: string): Promise<Typed> {
  await page.evaluate(watchTyping);
  await page.keyboard.press(key);
  // Waits for a promise instead of polling, because polling the page in every frame would be
  // measured too.
  return page.evaluate(async () => {
    await (window as Marks).isPainted;
    return (window as Marks).typedKey as Typed;
  });
}

/** The longest gap between two frames while the list is scrolled down and up again. */
async function scroll(page: Page): Promise<number> {
  await noteFrames(page);
  const cdp = await page.context().newCDPSession(page);
  for (const yDistance of [-1500, 1500]) {
    await cdp.send('Input.synthesizeScrollGesture', { x: 700, y: 500, yDistance, speed: 1500 });
  }
  return longestGap(page);
}

/** The time from an answer to its painted rows, and the time from a key to its request. */
async function measureTyping(page: Page): Promise<{ beyond: number[]; waits: number[] }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.getByRole('searchbox').focus();
  const keys = Array.from({ length: RUNS + 1 }, (_, at) => LETTERS[at % LETTERS.length] ?? 'k');
  const typed: Typed[] = [];
  for (const key of keys) {
    typed.push(await typeInto(page, key));
    // Waits for the work that follows the rows (the count, the next page, the first page again
    // after Escape), so that it does not disturb the next measurement.
    await page.waitForTimeout(REST_MS);
    await page.keyboard.press('Escape');
    await page.waitForTimeout(REST_MS);
  }
  return {
    beyond: typed.slice(1).map(({ answeredAt, paintedAt }) => paintedAt - answeredAt),
    waits: typed.slice(1).map(({ keyAt, askedAt }) => askedAt - keyAt),
  };
}

async function measureScrolling(page: Page): Promise<number[]> {
  const gaps: number[] = [];
  for (let run = 0; run < SCROLLS; run += 1) gaps.push(await scroll(page));
  return gaps;
}

const inWhole = (values: number[]) => values.map((ms) => ms.toFixed(0)).join(', ');

/**
 * Measures the same on a page without anything else, which shows the share of the machine. Returns
 * the milliseconds until the rows are painted.
 */
async function measureBareSearch(
  context: BrowserContext,
  origin: string,
  token: string,
): Promise<number> {
  const page = await openBareSearch(context, origin, token);
  await page.locator(ROW).nth(49).waitFor();
  await page.waitForTimeout(REST_MS);
  const { beyond } = await measureTyping(page);
  await page.locator('h1').click();
  const gaps = await measureScrolling(page);
  const rowsMs = middle(beyond);
  console.log(
    `on a bare page: rows median ${rowsMs.toFixed(0)} ms (${inWhole(beyond)}); scrolling ${gaps.join(', ')} ms`,
  );
  await page.close();
  return rowsMs;
}

/**
 * Types into the search of the list and scrolls it, in a browser at a quarter of the speed; returns
 * the goals that were missed.
 */
export async function measureListInBrowser(origin: string, token: string): Promise<string[]> {
  return withOwnProfile(
    async (context) => {
      const page = await context.newPage();
      const isQuiet = quietNetwork(page);
      // The runner wraps named functions in a helper of this name, also in code that is sent to the
      // page.
      await page.addInitScript('globalThis.__name = (value) => value');
      await signInToDemo(page, origin, 'superadmin');
      await page.goto(origin + paths.students);
      await page.locator(ROW).nth(49).waitFor();
      const cdp = await context.newCDPSession(page);
      await rest(page, cdp, isQuiet);
      const { beyond, waits } = await measureTyping(page);
      await page.locator('h1').click();
      await rest(page, cdp, isQuiet);
      const gaps = await measureScrolling(page);
      console.log(
        `rows painted after their answer, ${SLOWDOWN}x CPU: median ${middle(beyond).toFixed(0)} ms, most ${most(beyond).toFixed(0)} ms of ${RUNS} (goal ${PAINT_GOAL_MS}); ${inWhole(beyond)}`,
      );
      console.log(
        `key to request, with the pause for further keys: median ${middle(waits).toFixed(0)} ms`,
      );
      console.log(
        `longest frame while scrolling, ${SLOWDOWN}x CPU: ${gaps.join(', ')} ms (goal ${FRAME_GOAL_MS})`,
      );
      await page.close();
      const bareMs = await measureBareSearch(context, origin, token);
      console.log(`rows of the list: ${(middle(beyond) / bareMs).toFixed(2)} times the bare page`);
      return [
        ...(middle(beyond) > PAINT_GOAL_MS
          ? [`rows are painted ${middle(beyond).toFixed(0)} ms after their answer`]
          : []),
        ...(middle(gaps) > FRAME_GOAL_MS ? [`a frame of ${middle(gaps)} ms while scrolling`] : []),
      ];
    },
    { viewport: { width: 1280, height: 800 } },
  );
}
