import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from '@playwright/test';
import { browserFlags, browserPath } from './browser-path.ts';

/** A browser as a person has it at home: with a profile, so that apps can be installed; Playwright's own are incognito. */
export async function withOwnProfile<Result>(
  work: (context: BrowserContext) => Promise<Result>,
  { args = [], ...options }: Parameters<typeof chromium.launchPersistentContext>[1] = {},
): Promise<Result> {
  const profile = mkdtempSync(join(tmpdir(), 'branchdesk-profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browserPath(),
    args: [...browserFlags, ...args],
    // Also where the tests' own contexts do without a worker.
    serviceWorkers: 'allow',
    ...options,
  });
  try {
    return await work(context);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
