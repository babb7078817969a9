import fs from 'node:fs';
import path from 'node:path';
import { readConfig, type Config } from '#server/lib/config.ts';
import { checkFile } from '#server/safekeeping/restores/check-file.ts';
import { backUpHere, type Made } from '#server/safekeeping/backups/command-backup.ts';
import { askSecret, commandFailure, isAsked } from './ask.ts';

const usage = `npm run backup                  a backup into BACKUP_DIR, as every night
npm run backup FILE.zip         a backup into FILE.zip
npm run backup FILE.zip.age     the same, sealed with BACKUP_PASSPHRASE or a passphrase you type
npm run backup -- --check FILE  opens a backup and compares it with its manifest; changes nothing`;

const print = (line: string) => console.log(line);

async function passphraseFor(file: string, config: Config): Promise<string | undefined> {
  if (!file.endsWith('.age')) return undefined;
  if (config.backupPassphrase !== undefined) return config.backupPassphrase;
  if (!isAsked()) throw new Error('Write the passphrase into BACKUP_PASSPHRASE.');
  const passphrase = await askSecret('Passphrase (at least 12 characters): ');
  if (passphrase.length < 12) throw new Error('The passphrase needs at least 12 characters.');
  if ((await askSecret('Once more: ')) !== passphrase)
    throw new Error('The two passphrases are not the same.');
  return passphrase;
}

function say({ file, state, reason, detail, second }: Made): void {
  if (state === 'failed') console.error(`There is no backup (${reason}). ${detail}`);
  else if (state === 'good') console.log(`Good backup, opened and compared: ${file}`);
  else if (reason === 'notProved')
    console.log(
      `Written, and not proved: ${file}. Nobody could open it here: give the account CREATEDB, or set BACKUP_CHECK_URL.`,
    );
  else
    console.log(
      `Written, and not called good: ${file}. It opens, but its books have differences: npm run books:check names them.`,
    );
  if (detail !== '' && state !== 'failed') console.error(detail);
  if (second === 'missing') console.log('The second folder (BACKUP_SECOND_DIR) is not there.');
  if (second === 'failed')
    console.log('The second folder (BACKUP_SECOND_DIR) could not be filled.');
}

async function check(file: string, config: Config): Promise<boolean> {
  const secret = async () =>
    config.backupPassphrase ?? (isAsked() ? askSecret('Passphrase: ') : undefined);
  const { isProved, differences, manifest, missing } = await checkFile(
    path.resolve(file),
    secret,
    config,
  );
  console.log(
    `${isProved ? 'It opens, and it is' : 'It is'} what was copied at ${manifest.takenAt} by version ${manifest.version}.`,
  );
  if (!isProved) console.log('Nobody could open it here: see BACKUP_CHECK_URL.');
  if (missing !== '') console.error(missing);
  if (differences > 0) console.log(`Its books have ${differences} differences.`);
  return isProved && differences === 0;
}

async function main(args: string[], config: Config): Promise<boolean> {
  const [first, second] = args;
  if (first === '--help') return (console.log(usage), true);
  if (first === '--check' && second !== undefined) return check(second, config);
  if (first?.startsWith('-') || args.length > 1) return (console.error(usage), false);
  if (first === undefined) {
    const made = await backUpHere(config, undefined, print);
    say(made);
    return made.state === 'good';
  }
  const file = path.resolve(first);
  if (!/\.zip(\.age)?$/.test(file))
    throw new Error('The name of a backup ends with .zip or .zip.age.');
  if (fs.existsSync(file)) throw new Error(`${file} exists already. Choose another name.`);
  const made = await backUpHere(
    config,
    { file, passphrase: await passphraseFor(file, config) },
    print,
  );
  say(made);
  return made.state === 'good';
}

process.umask(0o077);
let config: Config | undefined;
try {
  config = readConfig(process.env);
  process.exitCode = (await main(process.argv.slice(2), config)) ? 0 : 1;
} catch (error) {
  console.error(commandFailure(error, config));
  process.exitCode = 1;
}
