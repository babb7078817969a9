import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const SYSTEM_BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Rights and drivers that a browser in a container does not have. */
export const browserFlags = ['--no-sandbox', '--disable-gpu'];

/** The same engine without a browser's own windows, which cost a test a quarter of its time. */
const SYSTEM_SHELL = '/usr/bin/chromium-headless-shell';

const found = (...paths: (string | undefined)[]) => paths.find((path) => path !== undefined && existsSync(path));

/** The Chromium that measurements run in, and tests of a whole browser (installing): `CHROMIUM_PATH`, else Playwright's own, else the system's. */
export function browserPath(): string {
  const path = found(process.env['CHROMIUM_PATH'], chromium.executablePath(), ...SYSTEM_BROWSERS);
  if (path === undefined) throw new Error('No Chromium found. Install one, or name it in CHROMIUM_PATH.');
  return path;
}

/** The Chromium that pages are tested in: of the system's browsers the bare engine first. */
export const pageBrowserPath = (): string => found(process.env['CHROMIUM_PATH'], chromium.executablePath(), SYSTEM_SHELL) ?? browserPath();
