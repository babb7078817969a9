import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import type { Role } from '#contract/roles.ts';
import { browserFlags, browserPath } from '#scripts/browser-path.ts';
import { signInToDemo } from '#scripts/demo-accounts.ts';
import { removeProfile } from '#scripts/remove-profile.ts';

const START_LIMIT_MS = 30_000;
const POLL_MS = 50;

async function debuggingPort(profile: string): Promise<number> {
  const file = join(profile, 'DevToolsActivePort');
  for (const giveUpAt = Date.now() + START_LIMIT_MS; Date.now() < giveUpAt; await pause(POLL_MS)) {
    const port = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
    if (port > 0) return port;
  }
  throw new Error('The browser opened no debugging port');
}

/**
 * Runs `work` with the debugging port of a browser of its own, signed in as `role` if one is given.
 * An earlier browser with the same profile signs in, so that the scripts and caches of the sign-in
 * do not stay in memory.
 */
export async function withBrowser<Result>(
  origin: string,
  role: Role | undefined,
  work: (port: number) => Promise<Result>,
): Promise<Result> {
  const profile = mkdtempSync(join(tmpdir(), 'branchdesk-bench-'));
  if (role !== undefined) {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: browserPath(),
      args: browserFlags,
    });
    await signInToDemo(await context.newPage(), origin, role);
    await context.close();
    rmSync(join(profile, 'DevToolsActivePort'), { force: true });
  }
  const flags = [
    ...browserFlags,
    '--headless=new',
    '--no-first-run',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
  ];
  const browser = spawn(browserPath(), [...flags, 'about:blank'], { stdio: 'ignore' });
  const ended = once(browser, 'exit');
  try {
    return await work(await debuggingPort(profile));
  } finally {
    browser.kill();
    await ended;
    await removeProfile(profile);
  }
}
