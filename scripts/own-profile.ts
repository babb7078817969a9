import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from '@playwright/test';
import { browserFlags, browserPath } from './browser-path.ts';
import { removeProfile } from './remove-profile.ts';

/**
 * Runs `work` in a browser with a profile, as people have at home: apps can be installed in it, but
 * not in Playwright's own contexts, which are incognito.
 */
export async function withOwnProfile<Result>(
  work: (context: BrowserContext) => Promise<Result>,
  { args = [], ...options }: Parameters<typeof chromium.launchPersistentContext>[1] = {},
): Promise<Result> {
  const profile = mkdtempSync(join(tmpdir(), 'branchdesk-profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browserPath(),
    args: [...browserFlags, ...args],
    // This setting allows workers even where the tests' own contexts block them.
    serviceWorkers: 'allow',
    ...options,
  });
  try {
    return await work(context);
  } finally {
    await context.close();
    await removeProfile(profile);
  }
}
