import { parseArgs } from 'node:util';
import type { BrowserContext, Page } from '@playwright/test';
import { startDemoServer } from '#scripts/built-server.ts';
import { signInToDemo } from '#scripts/demo-accounts.ts';
import { withOwnProfile } from '#scripts/own-profile.ts';
import { paths } from '#src/lib/paths.ts';
import { serveBarePages } from './bare-pages.ts';

// Measures the time of a repeat visit until the first row of a list can be used, served by the
// worker and the copy on the device, online and offline, on a processor four times as slow. A bare
// static page and a bare Chakra list take turns with it. `--runs=n` changes the nine runs. `--gate`
// fails only on a result that noise cannot explain.
const { values: args } = parseArgs({
  options: { runs: { type: 'string', default: '9' }, gate: { type: 'boolean', default: false } },
});
const SLOWDOWN = 4;
const GOAL_TIMES = 1.3;
const GOAL_CPU_MS = 350;
const REFUSED_TIMES = 8;
const REFUSED_CPU_MS = 1500;

type Visit = { what: string; url: string; row: string; offline?: boolean };
type Figures = { firstRowMs: number[]; cpuMs: number[] };
type Marked = { firstRowAt?: number };

/**
 * Records when the browser has painted the first `row`: at the start of the frame after the one
 * that showed it.
 */
function markFirstRow(row: string): void {
  new MutationObserver((_changes, observer) => {
    if (document.querySelector(row)?.checkVisibility() !== true) return;
    observer.disconnect();
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        (window as Marked).firstRowAt = performance.now();
      }),
    );
  }).observe(document, { subtree: true, childList: true, attributes: true });
}

/** Reads the working time of a page's main thread, which leaves out waiting on a busy machine. */
async function cpuSeconds(page: Page): Promise<() => Promise<number>> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  return async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'ThreadTime')?.value ?? 0;
  };
}

/**
 * One visit in a new tab: the time until the first row, and the work of the main thread until then.
 */
async function visit(
  context: BrowserContext,
  { url, row, offline = false }: Visit,
  slowdown: number,
) {
  const page = await context.newPage();
  await page.addInitScript(markFirstRow, row);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await context.setOffline(offline);
  const worked = await cpuSeconds(page);
  const before = await worked();
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => (window as Marked).firstRowAt !== undefined);
  const cpuMs = ((await worked()) - before) * 1000;
  const firstRowMs = await page.evaluate(() => (window as Marked).firstRowAt ?? 0);
  await context.setOffline(false);
  await page.close();
  return { firstRowMs, cpuMs };
}

async function measure(
  context: BrowserContext,
  visits: readonly Visit[],
): Promise<Map<Visit, Figures>> {
  const figures = new Map(visits.map((each) => [each, { firstRowMs: [], cpuMs: [] } as Figures]));
  // The pages take turns, so that other load on the machine affects all of them alike.
  for (let run = 0; run <= Number(args.runs); run += 1) {
    for (const [each, { firstRowMs, cpuMs }] of figures) {
      const slow = await visit(context, each, SLOWDOWN);
      const fast = await visit(context, each, 1);
      // The first round only warms up.
      if (run > 0) {
        firstRowMs.push(slow.firstRowMs);
        cpuMs.push(fast.cpuMs);
      }
    }
  }
  return figures;
}

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const app = await startDemoServer();
const bare = await serveBarePages();
const list = { url: app.origin + paths.schoolBranch, row: 'main tbody td a' };
const visits: Visit[] = [
  { what: 'bare static page', url: `${bare.origin}/static.html`, row: 'tbody td' },
  { what: 'bare Chakra list', url: `${bare.origin}/bare-list.html`, row: 'tbody td' },
  { what: 'branch list, online', ...list },
  { what: 'branch list, offline', ...list, offline: true },
];

const figures = await withOwnProfile(
  async (context) => {
    const page = await context.newPage();
    await signInToDemo(page, app.origin, 'superadmin');
    await page.goto(list.url);
    await page.locator(list.row).first().waitFor();
    await page.evaluate(async () => navigator.serviceWorker.ready);
    // The second load comes through the worker, which then stores a copy of the list on the device.
    await page.reload();
    await page.locator(list.row).first().waitFor();
    await page.waitForLoadState('networkidle');
    return measure(context, visits);
  },
  { viewport: { width: 1280, height: 800 } },
);
bare.stop();
await app.stop();

const [, chakra] = [...figures.values()].map(({ firstRowMs }) => median(firstRowMs));
for (const [{ what }, { firstRowMs, cpuMs }] of figures) {
  const [row, cpu] = [median(firstRowMs), median(cpuMs)];
  const times = (row / (chakra ?? row)).toFixed(2);
  console.log(
    `${what.padEnd(22)} first row ${row.toFixed(0).padStart(5)} ms at ${SLOWDOWN}x CPU (${times} of Chakra), main thread ${cpu.toFixed(0)} ms at 1x`,
  );
  if (args.gate && (row > REFUSED_TIMES * (chakra ?? 0) || cpu > REFUSED_CPU_MS))
    process.exitCode = 1;
}
console.log(`Goals: ${GOAL_TIMES} of the bare Chakra list, ${GOAL_CPU_MS} ms on the main thread.`);
