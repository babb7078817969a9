import { parseArgs } from 'node:util';
import lighthouse from 'lighthouse';
import type { Role } from '#contract/roles.ts';
import { startDemoServer } from '#scripts/built-server.ts';
import { paths } from '#src/lib/paths.ts';
import { withBrowser } from './signed-in-browser.ts';

// Lighthouse for phones on the built app, by 11.7.1, the last version with the audits of
// installable apps. `--runs=n` takes the median of n runs a page (5 unless told). Accessibility,
// best practices and the app must be perfect and SEO good. `--gate` is what CI does: one run, and
// no score for speed, which says more about the machine than about the change.
const { values: args } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, gate: { type: 'boolean', default: false } },
});
const PERFECT = 100;
const SEO = 90;

const pages: { path: string; role?: Role; performance: number }[] = [
  { path: paths.signIn, performance: 97 },
  { path: paths.overview, role: 'admin', performance: 90 },
  { path: paths.schoolBranch, role: 'superadmin', performance: 90 },
];

const qualities = ['accessibility', 'best-practices', 'seo', 'pwa'] as const;
const categories = args.gate ? [...qualities] : ['performance', ...qualities];
type Scores = Record<'performance' | (typeof qualities)[number], number>;

/** One run: the scores from 0 to 100, and the audits that failed. */
async function run(url: string, port: number): Promise<{ scores: Scores; faults: string[] }> {
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: categories,
  });
  const report = result?.lhr;
  if (report === undefined || report.runtimeError)
    throw new Error(`Lighthouse failed: ${report?.runtimeError?.message}`);
  if (report.finalDisplayedUrl !== url)
    throw new Error(`${url} led to ${report.finalDisplayedUrl}`);
  const score = (category: string) => Math.round((report.categories[category]?.score ?? 0) * 100);
  const faults = qualities.flatMap((category) =>
    (report.categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${category}: ${report.audits[id]?.title ?? id}`),
  );
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
      pwa: score('pwa'),
    },
    faults,
  };
}

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Prints the scores of a page and returns whether they are good enough. */
async function measure(
  { path, role, performance }: (typeof pages)[number],
  origin: string,
): Promise<boolean> {
  return withBrowser(origin, role, async (port) => {
    const runs: Awaited<ReturnType<typeof run>>[] = [];
    const each = (category: keyof Scores) => runs.map(({ scores }) => scores[category]);
    while (runs.length < (args.gate ? 1 : Number(args.runs)))
      runs.push(await run(origin + path, port));

    // Scores that noise cannot lower must be perfect in every run, because some faults show only
    // while a cache is empty.
    const worst = (category: keyof Scores) => Math.min(...each(category));
    console.log(`${path}${role ? ` as ${role}` : ''}`);
    const speed = median(each('performance'));
    if (!args.gate)
      console.log(
        `  performance ${speed} (${each('performance').join(' · ')}), at least ${performance}`,
      );
    console.log(
      `  accessibility ${worst('accessibility')}, best practices ${worst('best-practices')}, app ${worst('pwa')}, each ${PERFECT}`,
    );
    console.log(`  SEO ${worst('seo')}, at least ${SEO}`);
    for (const fault of new Set(runs.flatMap(({ faults }) => faults))) console.log(`  ${fault}`);
    const perfect =
      Math.min(worst('accessibility'), worst('best-practices'), worst('pwa')) >= PERFECT;
    return (args.gate || speed >= performance) && perfect && worst('seo') >= SEO;
  });
}

const server = await startDemoServer();
let good = true;
for (const page of pages) good = (await measure(page, server.origin)) && good;
await server.stop();
process.exitCode = good ? 0 : 1;
