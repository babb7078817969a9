import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const SYSTEM_BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Rights and drivers that a browser in a container does not have. */
export const browserFlags = ['--no-sandbox', '--disable-gpu'];

/** The Chromium that tests and measurements run in: `CHROMIUM_PATH`, else Playwright's own, else the system's. */
export function browserPath(): string {
  const found = [process.env['CHROMIUM_PATH'], chromium.executablePath(), ...SYSTEM_BROWSERS].find(
    (path) => path !== undefined && existsSync(path),
  );
  if (found === undefined) throw new Error('No Chromium found. Install one, or name it in CHROMIUM_PATH.');
  return found;
}
