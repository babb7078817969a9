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

// Measures a week of 500 classes in a browser at a quarter of the speed. No frame may take over 50
// ms from the press until the week is drawn and its copy is on the device, nor while it is
// scrolled, slowly by a wheel and fast by a swipe. `bench/boot.ts` measures the start of the page.
// Prints beside it the longest frame of an idle page, which is the share of the machine, and the
// server's time for that answer and for one row by its key. Runs on the embedded engine, or on
// PostgreSQL at TEST_DATABASE_URL or DATABASE_URL.
const SLOWDOWN = 4;
const FRAME_GOAL_MS = 50;
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
      document.querySelector('[data-column] a') &&
      !document.querySelector('[data-column]')?.closest('[aria-busy=true]');
    for (let calm = 0; calm < calmMs; await pause(100)) calm = isDrawn() ? calm + 100 : 0;
  }, KEPT_AFTER_MS);
  return longestGap(page);
}

/**
 * Scrolls sideways through the days, down and up, and back: in steps as with a mouse wheel, and
 * fast as with a finger on a trackpad.
 */
async function scroll(page: Page): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  await page.mouse.move(700, 500);
  await noteFrames(page);
  for (let turn = 0; turn < WHEEL_TURNS; turn += 1) {
    await page.mouse.wheel(WHEEL_STEP, 0);
    await page.waitForTimeout(WHEEL_EVERY_MS);
  }
  for (const move of [
    { xDistance: -3000 },
    { yDistance: -600 },
    { yDistance: 600 },
    { xDistance: 3000 },
    { xDistance: -6000, speed: FLING_SPEED },
    { xDistance: 6000, speed: FLING_SPEED },
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
const week = mondayOf(dayInLaos());
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
  took.answer.push((await timed(`/timetable?from=${week}`)).ms);
  took.missing.push((await timed('/class-overview/missing')).ms);
  for (let at = 0; at < 4; at += 1) took.bare.push((await timed(`/bench/students/${known}`)).ms);
}
const meetingsOf = (body: string) =>
  (JSON.parse(body) as { days: { meetings: unknown[] }[] }).days.reduce(
    (sum, day) => sum + day.meetings.length,
    0,
  );
const thisWeek = meetingsOf((await timed(`/timetable?from=${week}`)).body);
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
    const [resting, drawn, scrolled]: [number[], number[], number[]] = [[], [], []];
    for (let run = 0; run <= RUNS; run += 1) {
      // Only weeks that were not fetched yet, because a week from the device or the cache is drawn
      // in another way.
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      const before = new Date(Date.parse(week) - 7 * 24 * 3600_000 * (run + 1))
        .toISOString()
        .slice(0, 10);
      await page.goto(`${server.origin}${paths.classOverview}?branch=all&week=${before}`);
      await page.locator('a[data-start]').first().waitFor();
      await rest(page, cdp, isQuiet);
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
      const still = await idle(page);
      const draw = await drawWeek(page);
      const move = await scroll(page);
      // The first run only warms up.
      if (run > 0) {
        resting.push(still);
        drawn.push(draw);
        scrolled.push(move);
      }
    }
    const tell = (what: string, gaps: number[]) => {
      console.log(
        `longest frame while the week is ${what}, ${SLOWDOWN}x CPU: median ${middle(gaps)} ms, most ${most(gaps)} ms of ${RUNS} (goal ${FRAME_GOAL_MS}); ${gaps.join(', ')}`,
      );
      if (middle(gaps) > FRAME_GOAL_MS)
        failures.push(`a frame of ${middle(gaps)} ms while the week is ${what}`);
    };
    console.log(
      `longest frame while nothing happens: median ${middle(resting)} ms, most ${most(resting)} ms`,
    );
    tell('drawn', drawn);
    tell('scrolled', scrolled);
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
