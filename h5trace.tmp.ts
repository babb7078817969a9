import { seedScaleClasses } from '#server/db/seed/scale-classes.ts';
import { signInToDemo } from '#scripts/demo-accounts.ts';
import { withOwnProfile } from '#scripts/own-profile.ts';
import { paths } from '#src/lib/paths.ts';
import { mondayOf } from '#contract/timetable.ts';
import { dayInLaos } from '#contract/people.ts';
import { startPeopleServer } from './bench/people-server.ts';
const server = await startPeopleServer(12000);
await seedScaleClasses(server.database.db, { classes: 500, enrolments: 10000, marks: 2000 });
const week = mondayOf(dayInLaos());
const before = new Date(Date.parse(week) - 7 * 24 * 3600_000 * 2).toISOString().slice(0, 10);
await withOwnProfile(async (context) => {
  const page = await context.newPage();
  await page.addInitScript('globalThis.__name = (value) => value');
  await signInToDemo(page, server.origin, 'superadmin');
  await page.goto(`${server.origin}${paths.classOverview}?branch=all&week=${before}`);
  await page.locator('a[data-start]').first().waitFor();
  await page.waitForTimeout(2500);
  const cdp = await context.newCDPSession(page);
  const trace = async (what: string, work: () => Promise<void>) => {
    const events: any[] = [];
    const on = ({ value }: any) => events.push(...value);
    cdp.on('Tracing.dataCollected', on);
    await cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel', 'blink', 'cc', 'v8', 'loading'] } } as any);
    await work();
    const done = new Promise((r) => cdp.once('Tracing.tracingComplete', r));
    await cdp.send('Tracing.end');
    await done; cdp.off('Tracing.dataCollected', on);
    const mains = events.filter((e) => e.name === 'thread_name' && e.args.name === 'CrRendererMain');
    for (const m of mains) {
      const own = events.filter((e) => e.pid === m.pid && e.tid === m.tid && e.ph === 'X');
      const tasks = own.filter((e) => /RunTask/.test(e.name) && (e.tdur ?? 0) > 5000).sort((a, b) => b.tdur - a.tdur).slice(0, 6);
      if (!tasks.length) continue;
      console.log('==', what, m.pid, 'tasks over 5ms', own.filter((e) => /RunTask/.test(e.name) && (e.tdur ?? 0) > 5000).length);
      for (const t of tasks) {
        const inside = own.filter((e) => e !== t && e.ts >= t.ts && e.ts + (e.dur ?? 0) <= t.ts + t.dur && (e.tdur ?? 0) > 800 && !/RunTask|ThreadController/.test(e.name));
        const sum = new Map<string, number>();
        for (const e of inside) sum.set(e.name, (sum.get(e.name) ?? 0) + e.tdur);
        console.log((t.tdur / 1000).toFixed(1), 'ms cpu', (t.dur / 1000).toFixed(0), 'wall', [...sum].sort((a, b) => b[1] - a[1]).slice(0, 9).map(([n, d]) => `${n} ${(d / 1000).toFixed(1)}`).join(', '));
      }
    }
  };
  await trace('draw', async () => {
    await page.evaluate(() => (document.querySelector('[aria-label="Next week"]') as HTMLElement).click());
    await page.waitForTimeout(2500);
    await page.waitForTimeout(2500);
  });
  await trace('scroll x', async () => { await cdp.send('Input.synthesizeScrollGesture', { x: 700, y: 500, speed: 2000, xDistance: -4000 }); await page.waitForTimeout(300); });
  await trace('scroll y', async () => { await cdp.send('Input.synthesizeScrollGesture', { x: 700, y: 500, speed: 2000, yDistance: -600 }); await page.waitForTimeout(300); });
  console.log(await page.evaluate(() => document.querySelectorAll('*').length));
}, { viewport: { width: 1280, height: 800 } });
await server.stop();
