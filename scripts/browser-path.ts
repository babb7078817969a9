import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** A browser in a container has neither the rights for a sandbox nor a graphics driver. */
export const browserFlags = ['--no-sandbox', '--disable-gpu'];

/** The same engine without browser windows, which would make a test a quarter slower. */
const SYSTEM_SHELL = '/usr/bin/chromium-headless-shell';

const found = (...paths: (string | undefined)[]) =>
  paths.find((path) => path !== undefined && existsSync(path));

/**
 * The Chromium for measurements and for tests that need a whole browser, such as installing:
 * `CHROMIUM_PATH`, else Playwright's own, else the system's.
 */
export function browserPath(): string {
  const path = found(process.env['CHROMIUM_PATH'], chromium.executablePath(), ...SYSTEM_BROWSERS);
  if (path === undefined)
    throw new Error('No Chromium found. Install one, or name it in CHROMIUM_PATH.');
  return path;
}

/**
 * The Chromium for all other browser tests; among the system's browsers the headless engine comes
 * first.
 */
export const pageBrowserPath = (): string =>
  found(process.env['CHROMIUM_PATH'], chromium.executablePath(), SYSTEM_SHELL) ?? browserPath();
