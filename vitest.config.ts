import { defineConfig } from 'vitest/config';
import { installedPostgres } from '#tests/helpers/postgres-server.ts';

// Generous, because a busy machine must not turn a good change red; nothing is measured here.
const patience = { testTimeout: 60_000, hookTimeout: 60_000 };
// As for the browser's tests: in CI a second try tells a held-up machine from a fault, and the
// report says `retry x1`.
const secondTry = { retry: process.env['CI'] === undefined ? 0 : 1 };
const inServer = (...names: string[]) => names.map((name) => `tests/server/${name}.test.ts`);
const everything = inServer('*');

/** They open the embedded engine, or a data folder, themselves. */
const bringTheirOwn = inServer('data-folder', 'embedded-engine', 'server-process');
/** What the two engines, or one connection instead of ten, could do differently. */
const engineSensitive = inServer(
  'below-minimum',
  'busy-database',
  'class-events',
  'expire-holds',
  'hostile-marks',
  'hostile-requests',
  'imports*',
  'migrations',
  'pending',
  'order-payments',
  'report-slices',
  'seat-events',
  'seats-concurrency',
  'settled-writes',
  'stock-*',
  'student-list',
  'student-pages',
  'student-search',
  'write-once',
);

/** Where `scripts/run-sections.ts` wants the counts of a section. */
const report = process.env['TEST_REPORT'];
const hasPostgres = Boolean(process.env['TEST_DATABASE_URL'] ?? installedPostgres());
const wantsBoth = process.env['TEST_ENGINES'] === 'both';

const server = {
  environment: 'node',
  globalSetup: ['tests/helpers/database-template.ts'],
  ...patience,
  ...secondTry,
};

export default defineConfig({
  test: {
    // Half of a server test's time is spent in the database.
    maxWorkers: '100%',
    ...(report === undefined
      ? {}
      : { reporters: ['default', 'json'], outputFile: { json: report } }),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/{contract,repository,scripts,src,sw}/**/*.test.{ts,tsx}'],
          environment: 'node',
          ...patience,
        },
      },
      ...(hasPostgres
        ? [{ test: { name: 'server', include: everything, exclude: bringTheirOwn, ...server } }]
        : []),
      {
        test: {
          name: 'embedded',
          include: wantsBoth || !hasPostgres ? everything : [...bringTheirOwn, ...engineSensitive],
          ...server,
        },
      },
    ],
  },
});
