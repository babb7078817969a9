import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import {
  dataFolder,
  serviceFiles,
  settingsPath,
  type Service,
  type ServiceFile,
} from './service-files.ts';

const usage = `npm run install-service                     makes a service of systemd that starts with the machine
npm run install-service -- --print          only prints the files
npm run install-service -- --replace        also replaces a unit that was changed
npm run install-service -- --name=NAME      another name than branchdesk, for a second centre`;

/** Nothing is wrong with the program; the message says what to do first. */
class CannotInstall extends Error {}

const OPTIONS = {
  print: { type: 'boolean', default: false },
  replace: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
  name: { type: 'string', default: 'branchdesk' },
  // Writes below another folder than /, for an image of a machine; makes no account there.
  root: { type: 'string', default: '/' },
} as const;

const works = (program: string, ...options: string[]) =>
  spawnSync(program, options, { stdio: 'ignore' }).status === 0;

/** Settings belong to the person at the machine, so an existing file is never touched. */
function writeFile(
  { path: place, mode, text }: ServiceFile,
  root: string,
  mayReplace: boolean,
): void {
  const file = path.join(root, place);
  const before = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined;
  if (before === text) return console.log(`Up to date: ${file}`);
  if (before !== undefined && place.endsWith('.env'))
    return console.log(`Kept your settings: ${file}`);
  if (before !== undefined && !mayReplace)
    throw new CannotInstall(
      `${file} is there and says something else, so it was left alone. Look at the difference with --print, and write npm run install-service -- --replace.`,
    );
  fs.mkdirSync(path.dirname(file), { recursive: true });
  if (before !== undefined) {
    fs.writeFileSync(`${file}.old`, before, { mode });
    console.log(`Replaced, and the earlier one kept as ${file}.old: ${file}`);
  } else console.log(`Written: ${file}`);
  fs.writeFileSync(file, text);
  fs.chmodSync(file, mode);
}

function makeAccount(service: Service): void {
  const { name } = service;
  if (works('id', '-u', name)) return;
  const options = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin'];
  const all = [...options, '--home-dir', dataFolder(service), name];
  if (!works('useradd', ...all))
    throw new CannotInstall(`The account could not be made. Write: useradd ${all.join(' ')}`);
  console.log(`Made the account ${name}, which nobody can sign in to.`);
}

/** Fails with the command to type where the account of the service may not run the program. */
function requireAccess({ name, node, folder }: Service): void {
  const may = (...test: string[]) => works('runuser', '-u', name, '--', 'test', ...test);
  if (!may('-x', node))
    throw new CannotInstall(
      `The account ${name} may not run ${node}. Install Node for all accounts, such as in /usr/local.`,
    );
  if (!may('-r', path.join(folder, 'dist/server/main.js')))
    throw new CannotInstall(
      `The account ${name} may not read ${folder}. Move it, such as to /opt/branchdesk, or write: chmod -R go+rX '${folder}'`,
    );
}

function sayNext(service: Service): void {
  const { name } = service;
  console.log(`
Next:
  1. Look at the settings:      nano ${settingsPath(service)}
  2. Start it, now and always:  systemctl daemon-reload && systemctl enable --now ${name}
  3. Read the set-up code:      journalctl --unit=${name} --lines=20
  4. Open http://localhost:4173 (or your address) and type the code.`);
}

function main(args: string[]): void {
  const { values } = parseArgs({ args, options: OPTIONS });
  const { name, root } = values;
  if (values.help) return console.log(usage);
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(name))
    throw new CannotInstall(`${name} is no name: write small letters, digits and hyphens.`);
  const service: Service = { name, folder: process.cwd(), node: process.execPath };
  const files = serviceFiles(service);
  if (values.print) {
    for (const { path: place, text } of files) console.log(`# ${place}\n${text}`);
    return;
  }
  const isThisMachine = root === '/';
  if (process.platform !== 'linux')
    throw new CannotInstall('This machine has no systemd. See docs/operations.md, "Windows".');
  if (isThisMachine && process.getuid?.() !== 0)
    throw new CannotInstall('Only root may do this. Write: sudo npm run install-service');
  if (isThisMachine) {
    makeAccount(service);
    requireAccess(service);
  }
  for (const file of files) writeFile(file, root, values.replace);
  if (isThisMachine) works('chgrp', name, settingsPath(service));
  sayNext(service);
}

try {
  main(process.argv.slice(2));
} catch (error) {
  console.error(
    error instanceof CannotInstall ? error.message : `${(error as Error).message}\n\n${usage}`,
  );
  process.exitCode = 1;
}
