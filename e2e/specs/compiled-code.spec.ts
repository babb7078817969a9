import { expect, test } from '#e2e/fixtures.ts';
import { workerReady } from '#e2e/worker.ts';
import { paths } from '#src/lib/paths.ts';

test.use({ serviceWorkers: 'allow' });

/** The browser first notes a script, then keeps its compiled code, then uses it. */
const VISITS = 4;

type Compiled = { name: string; args: { data?: { url?: string; consumedCacheSize?: number } } };

test(
  'a repeat visit reuses the compiled code that the browser has kept',
  { tag: ['@worker', '@release'] },
  async ({ page, context, browser, signInAs }) => {
    await signInAs('superadmin');
    await workerReady(page);
    const visit = async () => {
      const tab = await context.newPage();
      await tab.goto(paths.schoolBranch);
      await tab.locator('main tbody td a').first().waitFor();
      await tab.waitForLoadState('networkidle');
      await tab.close();
    };
    for (let earlier = 0; earlier < VISITS; earlier += 1) await visit();

    await browser.startTracing(page, { categories: ['v8', 'devtools.timeline'] });
    await visit();
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
      traceEvents: Compiled[];
    };
    const kept = traceEvents
      .filter(
        ({ name, args }) => name === 'v8.compileModule' && (args.data?.consumedCacheSize ?? 0) > 0,
      )
      .map(({ args }) => /assets\/(.*)-.{8}\.js$/.exec(args.data?.url ?? '')?.[1]);
    expect(kept).toEqual(expect.arrayContaining(['start', 'page', 'branch-list-page']));
  },
);
