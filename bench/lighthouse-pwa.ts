import lighthouse from 'lighthouse-pwa';
import type { Role } from '#contract/roles.ts';
import { startDemoServer } from '#scripts/built-server.ts';
import { paths } from '#src/lib/paths.ts';
import { withBrowser } from './signed-in-browser.ts';

// Runs the PWA audits of Lighthouse 11.7.1, the last version with that category; its score must be
// perfect. The audits say nothing about the worker, which the browser tests cover.
const pages: { path: string; role?: Role }[] = [
  { path: paths.signIn },
  { path: paths.exchangeRate, role: 'staff' },
];

/** The audits that keep the page at `url` from a perfect score. */
async function faults(url: string, port: number): Promise<string[]> {
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: ['pwa'],
  });
  const report = result?.lhr;
  if (report === undefined || report.runtimeError) {
    throw new Error(`Lighthouse failed: ${report?.runtimeError?.message}`);
  }
  if (report.finalDisplayedUrl !== url)
    throw new Error(`${url} led to ${report.finalDisplayedUrl}`);
  const { score, auditRefs } = report.categories['pwa'] ?? { score: null, auditRefs: [] };
  const missed = auditRefs
    .map(({ id }) => report.audits[id])
    .filter((audit) => audit?.scoreDisplayMode === 'binary' && audit.score !== 1)
    .map((audit) => `${audit?.title}: ${audit?.explanation ?? ''}`);
  return score === 1 ? [] : [`score ${score}`, ...missed];
}

const server = await startDemoServer();
for (const { path, role } of pages) {
  const found = await withBrowser(server.origin, role, (port) =>
    faults(server.origin + path, port),
  );
  console.log(
    `${path}${role ? ` as ${role}` : ''}: ${found.length === 0 ? 'perfect' : found.join('\n  ')}`,
  );
  if (found.length > 0) process.exitCode = 1;
}
await server.stop();
