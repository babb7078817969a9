import { defineConfig } from '@playwright/test';
import { browserFlags, pageBrowserPath } from '#scripts/browser-path.ts';

export default defineConfig({
  testDir: 'e2e/specs',
  globalSetup: './e2e/demo-centre.ts',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  // Each worker runs a whole server besides its browser.
  workers: 2,
  // A machine that is not ours alone now and then holds a browser up; a second try tells that from
  // a fault, and the closing line of CI names how many needed one.
  retries: process.env['CI'] === undefined ? 0 : 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['TEST_REPORT'] ?? 'test-results/reports/test-e2e.json' }],
  ],
  projects: [
    {
      name: 'chromium',
      use: {
        browserName: 'chromium',
        viewport: { width: 1280, height: 800 },
        locale: 'en-GB',
        // Far from Vientiane, whose time every screen must show whatever the device says.
        timezoneId: 'Pacific/Auckland',
        screenshot: 'only-on-failure',
        // Recording costs more than a third of all time, so only the second try of a test does.
        trace: 'on-first-retry',
        // Each test has a new browser profile, which would fetch the whole app for its worker.
        // Whoever needs the worker asks for it: a file with `test.use({ serviceWorkers: 'allow'
        // })`, a single test with the tag `@worker`.
        serviceWorkers: 'block',
        launchOptions: { executablePath: pageBrowserPath(), args: browserFlags },
      },
    },
  ],
});
