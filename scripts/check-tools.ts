import { spawnSync } from 'node:child_process';
import { installedPostgres } from './installed-postgres.ts';
import { browserPath } from './browser-path.ts';

// Says before the tests begin which programs they miss, one sentence each, instead of failing in
// the middle. Without PostgreSQL they run all the same.
const DEBIAN = 'sudo apt-get install';

const answers = (program: string, ...options: string[]) =>
  spawnSync(program, options, { stdio: 'ignore' }).error === undefined;

function hasBrowser(): boolean {
  try {
    browserPath();
    return true;
  } catch {
    return false;
  }
}

const missing = [
  !hasBrowser() &&
    `Chromium is missing, in which the pages are tested: ${DEBIAN} chromium, or npx playwright install chromium, or name one in CHROMIUM_PATH.`,
  !answers('openssl', 'version') &&
    `openssl is missing, which makes the certificates of the HTTPS tests: ${DEBIAN} openssl.`,
  !answers('pdftotext', '-v') &&
    `pdftotext is missing, which reads printed pages: ${DEBIAN} poppler-utils.`,
].filter((sentence) => sentence !== false);

if (process.env['TEST_DATABASE_URL'] === undefined && installedPostgres() === undefined)
  console.log(
    `PostgreSQL is missing, so the server tests run on the embedded engine, which takes longer: ${DEBIAN} postgresql.`,
  );
for (const sentence of missing) console.error(sentence);
process.exitCode = missing.length === 0 ? 0 : 1;
