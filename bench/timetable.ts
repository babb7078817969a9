import type { Page } from '@playwright/test';
import { seedScaleClasses } from '#server/seed/scale-classes.ts';
import { signInToDemo } from '#scripts/demo-accounts.ts';
import { withOwnProfile } from '#scripts/own-profile.ts';
import { quietNetwork } from '#scripts/quiet-network.ts';
import { paths } from '#src/lib/paths.ts';
import { mondayOf, dayInLaos } from '#contract/dates.ts';
import { loadavg } from 'node:os';
import { longestGap, middle, most, noteFrames } from './frames.ts';
import { startPeopleServer } from './people-server.ts';
import { rest } from './rested-page.ts';

// Measures a week of 500 classes in a browser at a quarter of the speed, beside a bare table of as
// many cards that is put into the same page as HTML. The longest frame, from the press until the
// week is drawn and its copy is on the device, may take at most twice as long as that of the bare
// table, and the same holds while both are scrolled by a wheel and by a swipe. `bench/boot.ts`
// measures the start of the page. Prints beside it the longest frame of an idle page, which is the
// share of the machine, and the server's time for that answer and for one row by its key. Runs on
// the embedded engine, or on PostgreSQL at TEST_DATABASE_URL or DATABASE_URL.
const SLOWDOWN = 4;
const MOST_TIMES_BARE = 2;
/** Below this both are quick, and their ratio is chance. */
const QUICK_MS = 50;
const RUNS = 5;
/**
 * The app saves the copy of a week this long after drawing it, in the background; that must cause
 * no long frame either.
 */
const KEPT_AFTER_MS = 1500;
const IDLE_MS = 1500;
const CLASSES = 500;
const STUDENTS = 12_000;
const [WHEEL_TURNS, WHEEL_STEP, WHEEL_EVERY_MS] = [20, 120, 60];
const FLING_SPEED = 8000;

/**
 * Goes to the next week with the arrow of the page, and waits until everything on and near the
 * screen is drawn. It all runs in the page, because calls from the runner would disturb the
 * measurement.
 */
async function drawWeek(page: Page): Promise<number> {
  await noteFrames(page);
  await page.evaluate(async (calmMs) => {
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    const range = document.querySelector('main h1 + span')?.textContent;
    document.querySelector<HTMLElement>('[aria-label="Next week"]')?.click();
    const isDrawn = () =>
      document.querySelector('main h1 + span')?.textContent !== range &&
      document.querySelector('[data-meeting]');
    for (let calm = 0; calm < calmMs; await pause(100)) calm = isDrawn() ? calm + 100 : 0;
  }, KEPT_AFTER_MS);
  return longestGap(page);
}

/**
 * Puts a bare table of as many cards in the place of the week: the least that such a page costs.
 */
async function drawBare(page: Page): Promise<number> {
  await noteFrames(page);
  await page.evaluate(async (calmMs) => {
    const table = document.querySelector('main table');
    const card = '<button><b>English A1</b><span>17:00–18:30</span><span>201 · Noy</span></button>';
    const rows = [...document.querySelectorAll('main tbody tr')].map((row) => {
      const cells = [...row.children].map(
        ({ children }) =>
          `<td>${card.repeat(children[0]?.querySelectorAll('[data-meeting]').length ?? 0)}</td>`,
      );
      return `<tr>${cells.join('')}</tr>`;
    });
    const bare = document.createElement('table');
    bare.style.cssText = 'table-layout: fixed; width: 100%';
    bare.innerHTML = `<style>table[data-bare] :is(button, b, span) { display: block }</style>${rows.join('')}`;
    bare.dataset['bare'] = '';
    table?.replaceWith(bare);
    await new Promise((resolve) => setTimeout(resolve, calmMs));
  }, KEPT_AFTER_MS);
  return longestGap(page);
}

/** Scrolls down and up: in steps as with a mouse wheel, and fast as with a finger on a trackpad. */
async function scroll(page: Page): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  await page.mouse.move(700, 500);
  await noteFrames(page);
  for (let turn = 0; turn < WHEEL_TURNS; turn += 1) {
    await page.mouse.wheel(0, WHEEL_STEP);
    await page.waitForTimeout(WHEEL_EVERY_MS);
  }
  for (const move of [
    { yDistance: -3000 },
    { yDistance: 3000 },
    { yDistance: -6000, speed: FLING_SPEED },
    { yDistance: 6000, speed: FLING_SPEED },
  ]) {
    await cdp.send('Input.synthesizeScrollGesture', { x: 700, y: 500, speed: 1500, ...move });
  }
  return longestGap(page);
}

/** The longest frame of an idle page. */
async function idle(page: Page): Promise<number> {
  await noteFrames(page);
  await page.waitForTimeout(IDLE_MS);
  return longestGap(page);
}

const server = await startPeopleServer(STUDENTS);
const { db } = server.database;
const added = await seedScaleClasses(db, { classes: CLASSES, enrolments: 10_000, marks: 20_000 });
const monday = mondayOf(dayInLaos());
console.log(
  `${added.classes} classes and ${added.enrolments} enrolments are there after ${(performance.now() / 1000).toFixed(0)} s`,
);

async function timed(path: string): Promise<{ ms: number; body: string }> {
  const begin = performance.now();
  const body = await (await server.ask(path)).text();
  return { ms: performance.now() - begin, body };
}
const [known] = (JSON.parse((await timed('/students?pageSize=1')).body) as { _id: string }[]).map(
  ({ _id }) => _id,
);
const took = { answer: [] as number[], missing: [] as number[], bare: [] as number[] };
for (let round = 0; round < 25; round += 1) {
  took.answer.push((await timed(`/timetable?from=${monday}`)).ms);
  took.missing.push((await timed('/class-overview/missing')).ms);
  for (let at = 0; at < 4; at += 1) took.bare.push((await timed(`/bench/students/${known}`)).ms);
}
const meetingsOf = (body: string) =>
  (JSON.parse(body) as { days: { meetings: unknown[] }[] }).days.reduce(
    (sum, day) => sum + day.meetings.length,
    0,
  );
const thisWeek = meetingsOf((await timed(`/timetable?from=${monday}`)).body);
console.log(
  `${server.database.engine}: a week of ${thisWeek} meetings median ${middle(took.answer).toFixed(0)} ms, what is missing ${middle(took.missing).toFixed(0)} ms, one row by its key ${middle(took.bare).toFixed(1)} ms`,
);

const failures: string[] = [];
await withOwnProfile(
  async (context) => {
    const page = await context.newPage();
    const isQuiet = quietNetwork(page);
    // The runner wraps named functions in a helper of this name, also in code that is sent to the
    // page.
    await page.addInitScript('globalThis.__name = (value) => value');
    await signInToDemo(page, server.origin, 'superadmin');
    const cdp = await context.newCDPSession(page);
    const resting: number[] = [];
    const week: Record<'drawn' | 'scrolled', number[]> = { drawn: [], scrolled: [] };
    const bare: Record<'drawn' | 'scrolled', number[]> = { drawn: [], scrolled: [] };
    for (let run = 0; run <= RUNS; run += 1) {
      // Only weeks that were not fetched yet, because a week from the device or the cache is drawn
      // in another way.
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      const before = new Date(Date.parse(monday) - 7 * 24 * 3600_000 * (run + 1))
        .toISOString()
        .slice(0, 10);
      await page.goto(`${server.origin}${paths.classOverview}?branch=all&week=${before}`);
      await page.locator('[data-meeting]').first().waitFor();
      await rest(page, cdp, isQuiet);
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
      const still = await idle(page);
      const draw = await drawWeek(page);
      const move = await scroll(page);
      const bareDraw = await drawBare(page);
      const bareMove = await scroll(page);
      // The first run only warms up.
      if (run > 0) {
        resting.push(still);
        week.drawn.push(draw);
        week.scrolled.push(move);
        bare.drawn.push(bareDraw);
        bare.scrolled.push(bareMove);
      }
    }
    const tell = (what: 'drawn' | 'scrolled') => {
      const [own, least] = [middle(week[what]), middle(bare[what])];
      console.log(
        `longest frame while the week is ${what}, ${SLOWDOWN}x CPU: median ${own} ms, most ${most(week[what])} ms of ${RUNS}; a bare table ${least} ms (goal ${MOST_TIMES_BARE} times that); ${week[what].join(', ')} against ${bare[what].join(', ')}`,
      );
      if (own > Math.max(QUICK_MS, MOST_TIMES_BARE * least))
        failures.push(
          `a frame of ${own} ms while the week is ${what}, ${least} ms of a bare table`,
        );
    };
    console.log(
      `longest frame while nothing happens: median ${middle(resting)} ms, most ${most(resting)} ms`,
    );
    tell('drawn');
    tell('scrolled');
  },
  { viewport: { width: 1280, height: 800 } },
);
console.log(
  `load of the machine: ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`,
);
await server.stop();
if (failures.length > 0) throw new Error(failures.join('; '));
