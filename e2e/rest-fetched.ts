import { readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';

/** The parts of the app that are fetched last, see `src/app/start/after-first-screen.ts`. */
const LAST_PARTS = ['pages-ahead', 'chakra'];
const QUIET_MS = 700;

/** The script of a part, whose name ends with a hash of its content. */
function scriptOf(part: string): string {
  const file = readdirSync('dist/client/assets').find((name) =>
    new RegExp(`^${part}-.{8}\\.js$`).test(name),
  );
  if (file === undefined) throw new Error(`The build has no script for ${part}`);
  return file;
}

/**
 * Waits until the app has fetched everything that follows its first screen. Journeys that take the
 * network away or end the session would otherwise race with these requests.
 */
export async function restFetched(page: Page): Promise<void> {
  await page.waitForFunction(
    ({ scripts, quietMs }) => {
      const fetched = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      return (
        scripts.every((script) => fetched.some(({ name }) => name.endsWith(script))) &&
        fetched.every(({ responseEnd }) => performance.now() - responseEnd > quietMs)
      );
    },
    { scripts: LAST_PARTS.map(scriptOf), quietMs: QUIET_MS },
  );
}
