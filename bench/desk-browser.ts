import type { BrowserContext, Locator, Page } from '@playwright/test';
import { inArray } from 'drizzle-orm';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { signInToDemo } from '#scripts/demo-accounts.ts';
import { withOwnProfile } from '#scripts/own-profile.ts';
import { quietNetwork } from '#scripts/quiet-network.ts';
import { paths } from '#src/lib/paths.ts';
import type { BenchServer } from './bench-server.ts';
import type { DeskWorld } from './desk-visits.ts';
import { middle } from './frames.ts';

const SLOWDOWN = 4;
const RUNS = 9;
const GOAL_TIMES = 1.5;
/** Longer than any work that a key or a tap starts on a slow processor. */
const REST_MS = 1500;
/**
 * Families for the browser: one is only looked up, the others are for visits that are confirmed.
 */
export const FAMILIES = 4;
const LETTERS = 'kbpvmlcdxh';

/**
 * The change to wait for: more elements of this kind than before, or another text in the first of
 * them.
 */
type Sight = { of: string; moreThan?: number; otherThan?: string };
type Marks = { seen?: Promise<number> };

/**
 * Runs in the page: measures the milliseconds from the next event to the frame that shows its
 * result.
 */
function watch({ event, sight }: { event: 'keydown' | 'click'; sight: Sight }): void {
  const isThere = () => {
    const found = document.querySelectorAll(sight.of);
    return sight.moreThan === undefined
      ? (found[0]?.textContent ?? sight.otherThan) !== sight.otherThan
      : found.length > sight.moreThan;
  };
  (window as Marks).seen = new Promise((resolve) => {
    let begunAt: number | undefined;
    window.addEventListener(event, ({ timeStamp }) => (begunAt = timeStamp), {
      once: true,
      capture: true,
    });
    // A task of the highest priority that is posted within a frame runs as soon as that frame is
    // painted.
    const painted = () =>
      scheduler.postTask(() => resolve(performance.now() - (begunAt ?? Number.NaN)), {
        priority: 'user-blocking',
      });
    const observer = new MutationObserver(() => {
      if (begunAt === undefined || !isThere()) return;
      observer.disconnect();
      requestAnimationFrame(() => void painted());
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

async function timed(
  page: Page,
  event: 'keydown' | 'click',
  sight: Sight,
  act: () => Promise<unknown>,
): Promise<number> {
  await page.evaluate(watch, { event, sight });
  await act();
  return page.evaluate(() => (window as Marks).seen as Promise<number>);
}

async function slowed(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}

/** Measures from a key in the box to the people that it finds. The first run only warms up. */
async function measureKeys(page: Page, box: Locator, sight: Sight): Promise<number> {
  const took: number[] = [];
  for (let at = 0; at <= RUNS; at += 1) {
    await box.focus();
    took.push(
      await timed(page, 'keydown', sight, () =>
        page.keyboard.press(LETTERS[at % LETTERS.length] ?? 'k'),
      ),
    );
    await page.waitForTimeout(REST_MS);
    await page.keyboard.press('Escape');
    await page.waitForTimeout(REST_MS);
  }
  return middle(took.slice(1));
}

/**
 * Measures from a tap on a class to the new total, adding and removing the class in turn. The first
 * two taps only warm up.
 */
async function measureTaps(page: Page, card: Locator, total: string): Promise<number> {
  const took: number[] = [];
  for (let at = 0; at < RUNS + 2; at += 1) {
    const otherThan = (await page.locator(total).first().textContent()) ?? '';
    took.push(await timed(page, 'click', { of: total, otherThan }, () => card.click()));
    await page.waitForTimeout(REST_MS);
  }
  return middle(took.slice(2));
}

const markup = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A bare desk</title>
<main><input type="search"><ul></ul><button>BENCH-0</button><output>0</output></main></html>`;

/**
 * Runs in the page: adds a box that finds people after the desk's pause, and a button that changes
 * a total.
 */
function bareDesk({
  token,
  branchId,
  pauseMs,
}: {
  token: string;
  branchId: string;
  pauseMs: number;
}): void {
  const [box, list, button, total] = [
    document.querySelector('input'),
    document.querySelector('ul'),
    document.querySelector('button'),
    document.querySelector('output'),
  ];
  if (!box || !list || !button || !total) return;
  let pause: ReturnType<typeof setTimeout> | undefined;
  const find = async () => {
    const query = new URLSearchParams({ search: box.value, branchId });
    const answer = await fetch(`/api/desk/people?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const people = (await answer.json()) as Record<string, unknown>[];
    list.innerHTML = people
      .map(
        (one) =>
          `<li><b>${String(one['firstName'])} ${String(one['lastName'])}</b> ${String(one['studentCode'])} ${String(one['phone'])} ${String(one['owedLAK'])}</li>`,
      )
      .join('');
  };
  box.addEventListener('input', () => {
    clearTimeout(pause);
    list.innerHTML = '';
    if (box.value !== '') pause = setTimeout(() => void find(), pauseMs);
  });
  button.addEventListener('click', () => {
    total.textContent = total.textContent === '0' ? '1,250,000' : '0';
  });
}

async function openBareDesk(
  context: BrowserContext,
  { origin, token }: BenchServer,
  branchId: string,
): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript('globalThis.__name = (value) => value');
  await page.route(
    `${origin}/bare-desk.html`,
    (route) => route.fulfill({ contentType: 'text/html', body: markup }),
    { times: 1 },
  );
  await page.goto(`${origin}/bare-desk.html`);
  await page.evaluate(bareDesk, { token, branchId, pauseMs: 150 });
  return page;
}

const box = (page: Page) => page.getByRole('combobox', { name: 'Find a student or guardian' });
const card = (page: Page) => page.getByRole('button', { name: / BENCH-0\b/ });

async function take(page: Page, studentCode: string): Promise<void> {
  await box(page).fill(studentCode);
  await page
    .getByRole('option', { name: new RegExp(studentCode) })
    .first()
    .click();
  await page.getByRole('searchbox', { name: 'Class, book or barcode' }).fill('BENCH-0');
  await card(page).waitFor();
}

/** Measures from Confirm to the sheet with the receipt, at full speed. */
async function measureConfirms(page: Page, codes: readonly string[]): Promise<number> {
  const took: number[] = [];
  for (const code of codes) {
    await take(page, code);
    if ((await card(page).getAttribute('aria-pressed')) === 'false') await card(page).click();
    await page.getByRole('button', { name: 'Cash', exact: true }).click();
    await page.waitForTimeout(REST_MS);
    took.push(
      await timed(page, 'click', { of: '[data-part="title"]', moreThan: 0 }, () =>
        page.getByRole('button', { name: 'Confirm', exact: true }).click(),
      ),
    );
    await page.getByRole('button', { name: 'New visit' }).first().click();
  }
  return middle(took.slice(1));
}

/** A bare transaction with as many one-row inserts as a visit writes, without any other load. */
async function bareAlone({ send }: BenchServer, rows: number): Promise<number> {
  const took: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const begin = performance.now();
    await send('/bench/insert-rows', { rows }, 'staff');
    took.push(performance.now() - begin);
  }
  return middle(took);
}

/**
 * Measures the desk in a browser at a quarter of the speed, beside a bare page that does the same.
 * The figures are information only; no goal depends on them.
 */
export async function measureDeskInBrowser(
  server: BenchServer,
  { branchId, families }: DeskWorld,
  rows: number,
): Promise<void> {
  const bareMs = await bareAlone(server, rows);
  const ids = families.slice(-FAMILIES - 1, -1).map(({ studentId }) => studentId);
  const codes = (
    await server.database.db
      .select({ code: studentTable.studentCode })
      .from(studentTable)
      .where(inArray(studentTable._id, ids))
  ).map(({ code }) => code);
  await withOwnProfile(
    async (context) => {
      const page = await context.newPage();
      const isQuiet = quietNetwork(page);
      await page.addInitScript('globalThis.__name = (value) => value');
      await signInToDemo(page, server.origin, 'staff');
      await page.goto(server.origin + paths.newEnrollment);
      await box(page).waitFor();
      await isQuiet();
      const confirmMs = await measureConfirms(page, codes.slice(1));
      await slowed(page);
      const keyMs = await measureKeys(page, box(page), { of: '[role=option]', moreThan: 2 });
      await take(page, codes[0] ?? '');
      await isQuiet();
      const tapMs = await measureTaps(page, card(page), '[data-save-bar] output');
      await page.close();
      const bare = await openBareDesk(context, server, branchId);
      await slowed(bare);
      const bareKeyMs = await measureKeys(bare, bare.getByRole('searchbox'), {
        of: 'li',
        moreThan: 0,
      });
      const bareTapMs = await measureTaps(bare, bare.getByRole('button'), 'output');
      const beside = (ms: number, bareOfIt: number) =>
        `${ms.toFixed(0)} ms, ${(ms / bareOfIt).toFixed(2)} times the bare page's ${bareOfIt.toFixed(0)} (goal ${GOAL_TIMES})`;
      console.log(
        `key to people found, with the pause of 150 ms for further keys, ${SLOWDOWN}x CPU: ${beside(keyMs, bareKeyMs)}`,
      );
      console.log(`tap on a class to the new total, ${SLOWDOWN}x CPU: ${beside(tapMs, bareTapMs)}`);
      console.log(
        `Confirm to the sheet with the receipt: ${confirmMs.toFixed(0)} ms, ${(confirmMs / bareMs).toFixed(1)} times a bare transaction of ${rows} inserts alone (${bareMs.toFixed(0)} ms)`,
      );
    },
    { viewport: { width: 1024, height: 768 } },
  );
}
