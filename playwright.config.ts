import { defineConfig } from '@playwright/test';
import { browserFlags, pageBrowserPath } from '#scripts/browser-path.ts';

export default defineConfig({
  testDir: 'e2e/specs',
  globalSetup: './e2e/demo-centre.ts',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  // Each worker runs its own server besides its browser.
  workers: 2,
  // A shared machine sometimes holds a browser up; another try tells that from a fault, and the
  // closing line of CI counts the tests that needed one.
  retries: process.env['CI'] === undefined ? 0 : 2,
  // Rare paths are tested before a release, by `npm run test:all`.
  grepInvert: process.env['TEST_RELEASE'] === undefined ? /@release/ : [],
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
        // Every screen must show the time of Vientiane, so the device is set to a zone far away.
        timezoneId: 'Pacific/Auckland',
        screenshot: 'only-on-failure',
        // Recording costs more than a third of all time, so only the second try is recorded.
        trace: 'on-first-retry',
        // The worker of a new browser profile would fetch the whole app in every test. A file that
        // needs the worker says `test.use({ serviceWorkers: 'allow' })`, a single test has the tag
        // `@worker`.
        serviceWorkers: 'block',
        launchOptions: { executablePath: pageBrowserPath(), args: browserFlags },
      },
    },
  ],
});
