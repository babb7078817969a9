import path from 'node:path';
import { readConfig, type Config } from '#server/lib/config.ts';
import type { Manifest } from '#server/safekeeping/backups/manifest.ts';
import { readNumber } from '#server/safekeeping/restores/highest-numbers.ts';
import { restoreBackup } from '#server/safekeeping/restores/restore.service.ts';
import { ask, askSecret, commandFailure, isAsked } from './ask.ts';

const usage = `npm run restore FILE                                  asks for the numbers that were printed since
npm run restore FILE -- --highest=VTE-R26-000123,…    names them; --highest=none if there are none

The data folder (DATA_DIR) or the database (DATABASE_URL) must be empty.`;

const split = (text: string) => text.split(/[\s,;]+/).filter((one) => one !== '');

function sayLast({ series, takenAt }: Manifest): void {
  const mark: Record<string, string> = { receipt: 'R', order: '' };
  const printed = series.filter(({ kind }) => kind in mark);
  const has = printed.length === 0 ? 'It has no receipts and no invoices.' : 'Its last numbers:';
  console.log(`\nThe books of this backup end at ${takenAt}. ${has}`);
  for (const { kind, branch, year, last } of printed)
    console.log(
      `  ${branch}-${mark[kind]}${String(year).slice(2)}-${String(last).padStart(6, '0')}`,
    );
}

/** The highest numbers that were printed after the backup. */
async function askHighest(manifest: Manifest, given: string | undefined): Promise<string[]> {
  if (given !== undefined) {
    const numbers = given === 'none' ? [] : split(given);
    for (const number of numbers) readNumber(number);
    return numbers;
  }
  sayLast(manifest);
  if (!isAsked())
    throw new Error('Add --highest=… with the highest numbers found on paper, or --highest=none.');
  for (;;) {
    const text = await ask(
      'The highest number of a receipt and of an invoice that you find on paper, of each branch\n(separated by blanks; nothing if none is higher): ',
    );
    try {
      const numbers = split(text);
      for (const number of numbers) readNumber(number);
      return numbers;
    } catch (error) {
      console.error((error as Error).message);
    }
  }
}

async function main(args: string[], config: Config): Promise<boolean> {
  const file = args.find((one) => !one.startsWith('-'));
  const given = args.find((one) => one.startsWith('--highest='))?.slice('--highest='.length);
  if (file === undefined || args.length > (given === undefined ? 1 : 2))
    return (console.error(usage), false);
  const { manifest, gaps, erased, differences, missing } = await restoreBackup(
    {
      file: path.resolve(file),
      passphrase: async () =>
        config.backupPassphrase ?? (isAsked() ? askSecret('Passphrase: ') : undefined),
      highest: (of) => askHighest(of, given),
      say: (line) => console.log(line),
    },
    config,
  );
  for (const gap of gaps) console.log(`Left out, because they are on paper: ${gap}`);
  if (erased > 0)
    console.log(`Erased again, because they were erased after this backup: ${erased} people.`);
  if (differences > 0)
    console.log(`Its books have ${differences} differences: npm run books:check names them.`);
  if (missing !== '') {
    const place = manifest.fileStore === null ? '' : `They lay in ${manifest.fileStore}. `;
    console.error(`${missing} ${place}The books are whole without them.`);
  }
  console.log(
    `Restored: the books are those of ${manifest.takenAt}. Everybody is signed out, and each device will show what it kept. Start the server.`,
  );
  return true;
}

process.umask(0o077);
let config: Config | undefined;
try {
  config = readConfig(process.env);
  process.exitCode = (await main(process.argv.slice(2), config)) ? 0 : 1;
} catch (error) {
  const sentence = commandFailure(error, config);
  console.error(`Nothing was restored. ${sentence}`);
  process.exitCode = 1;
}
