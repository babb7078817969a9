import { defineConfig } from 'vitest/config';
import { installedPostgres } from '#scripts/installed-postgres.ts';

// Generous, because a busy machine must not turn a good change red; nothing is measured here.
const patience = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 10_000 } },
};
const inServer = (...names: string[]) => names.map((name) => `tests/server/${name}.test.ts`);
const everything = inServer('*');

/**
 * Files that replace a module with `vi.mock`. A module is replaced only where nothing has loaded it
 * yet, so each of them runs in a process of its own; all other files share one process per core,
 * which loads the code once instead of once per file.
 */
const replaceModules = [
  'tests/src/kept-verifier.test.ts',
  'tests/src/seat-rows.test.ts',
  ...inServer('password'),
];

/** They open the embedded engine, or a data folder, themselves. */
const bringTheirOwn = inServer(
  'backups-embedded',
  'data-folder',
  'embedded-engine',
  'erased-restore',
  'server-process',
);
/** They need several connections, which the embedded engine does not have. */
const needPostgres = inServer(
  'backups-postgres',
  'busy-database',
  'lock-order',
  'move-to-postgres',
  'pooler',
  'replica',
  'two-processes',
);
/**
 * They install the packages of a production machine and need a build, so only `npm run test:all`
 * runs them.
 */
const onlyForRelease = inServer('production-install');
/**
 * The files that also run on the embedded engine where a PostgreSQL is installed. They show that it
 * opens every older database, answers one import and one report, and keeps each promise that money
 * and seats depend on.
 */
const askedOfEmbedded = inServer(
  'migrations',
  // No seat is sold twice.
  'seats-concurrency',
  // No write is lost or made twice, and no payment is taken twice.
  'write-once',
  'double-payments',
  // No undo leaves the money elsewhere.
  'undo-money',
  // No money is given back that was never paid, and no preview is refused while nothing changed.
  'leaving-never',
  // Rows that only grow do not change.
  'append-only',
  // No file is read by people who may not, and each goes only where it was meant for.
  'payment-slips',
  // No erased name is found again.
  'erased-traces',
  // No file is lost while its store is away.
  'file-store',
  // No posting is before the newest one, and no signature is used for another sum.
  'posting-clock',
  // Numbers have no gaps.
  'numbering',
  // No cash leaves a drawer that never held it, and none is missed by a count.
  'cash-in-drawers',
  // No row of a bank is lost, doubled or recorded twice.
  'bank-statements',
  // No update changes the tables before there is a backup.
  'update-backups',
  // No answer is lost by a kill, a full disk or a cut connection.
  'torture',
  // No figure of a kept day differs from its rows.
  'kept-days',
  'imports-undo',
  // No student comes in twice, no row vanishes uncounted, and no undo takes what is used.
  'moving-in',
  // A centre that leaves takes everything with it, and may come in again.
  'centre-exports-round-trip',
  'report-slices',
  // A debt is the same in every list, and a search by name looks at the same people.
  'owed-first',
  'name-search',
);

/** `scripts/run-sections.ts` reads the counts of a section from this file. */
const report = process.env['TEST_REPORT'];
const hasPostgres = Boolean(process.env['TEST_DATABASE_URL'] ?? installedPostgres());
const wantsBoth = process.env['TEST_ENGINES'] === 'both';
const isRelease = process.env['TEST_RELEASE'] !== undefined;
const asksEverything = wantsBoth || !hasPostgres;

const server = {
  environment: 'node',
  isolate: false,
  globalSetup: ['tests/helpers/database-template.ts'],
  setupFiles: ['tests/helpers/undo-after-file.ts'],
  ...patience,
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
          exclude: replaceModules,
          environment: 'node',
          isolate: false,
          setupFiles: [
            'tests/helpers/device-database.ts',
            'tests/helpers/undo-after-file.ts',
            'tests/helpers/forget-after-file.ts',
          ],
          ...patience,
        },
      },
      { test: { name: 'unit-alone', include: replaceModules, environment: 'node', ...patience } },
      ...(hasPostgres
        ? [
            {
              test: {
                name: 'server',
                include: everything,
                exclude: [...bringTheirOwn, ...onlyForRelease, ...replaceModules],
                ...server,
              },
            },
          ]
        : []),
      {
        test: {
          name: 'embedded',
          include: asksEverything
            ? everything
            : [...bringTheirOwn, ...askedOfEmbedded, ...(isRelease ? onlyForRelease : [])],
          exclude: [...needPostgres, ...replaceModules, ...(isRelease ? [] : onlyForRelease)],
          ...server,
        },
      },
    ],
  },
});
