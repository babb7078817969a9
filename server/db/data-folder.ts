import fs from 'node:fs';
import path from 'node:path';

/** The entries that the server itself puts into the data folder; it leaves others alone. */
const OWN_ENTRIES = ['pg', 'server.lock', 'secrets.key'];
const FOR_OTHERS = 0o077;
const STICKY = 0o1000;
const octal = (mode: number) => (mode & 0o7777).toString(8);
const quoted = (name: string) => `'${name.replaceAll("'", String.raw`'\''`)}'`;

/** Others may read or write the data folder, and the server may not or should not change that. */
export class DataFolderOpen extends Error {}

type Account = { uid: number; gid: number };

/** The account of this process; none on Windows, which has no modes. */
function ownAccount(): Account | undefined {
  const [uid, gid] = [process.getuid?.(), process.getgid?.()];
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

/** True if the file system of `folder` keeps owner and mode of a file. Shares often do not. */
function keepsModes(folder: string, { uid }: Account): boolean {
  const probe = path.join(folder, `.modes-${process.pid}`);
  try {
    fs.closeSync(fs.openSync(probe, 'wx', 0o600));
    fs.chmodSync(probe, 0o600);
    const stat = fs.statSync(probe);
    return (stat.mode & 0o777) === 0o600 && stat.uid === uid;
  } catch (error) {
    // A folder in which nothing can be made is refused by its owner below, or by the engine.
    return (error as NodeJS.ErrnoException).code !== 'EPERM';
  } finally {
    fs.rmSync(probe, { force: true });
  }
}

function refuseOthers(name: string, stat: fs.Stats, { uid, gid }: Account): void {
  if (stat.uid === uid) return;
  throw new DataFolderOpen(
    `${name} belongs to another account (${stat.uid}) and its mode ${octal(stat.mode)} lets others in. Type: sudo chown -R ${uid}:${gid} ${quoted(name)} && sudo chmod -R go-rwx ${quoted(name)} — or choose another DATA_DIR.`,
  );
}

/**
 * Refuses a folder for everybody's files, or one that is full of other things, as the data folder:
 * it would be closed to everybody else.
 */
function refuseShared(folder: string, { mode }: fs.Stats): void {
  const entries = fs.readdirSync(folder);
  const isOurs = entries.length === 0 || entries.some((name) => OWN_ENTRIES.includes(name));
  if (isOurs && (mode & STICKY) === 0) return;
  throw new DataFolderOpen(
    `The data folder ${folder} has mode ${octal(mode)} and holds things of others: choose a DATA_DIR of its own. If it is meant for BranchDesk alone, type: chmod 700 ${quoted(folder)}`,
  );
}

/** Tightens a file or a folder with everything in it; returns the number of changed ones. */
function tightenTree(name: string, account: Account): number {
  const stat = fs.lstatSync(name, { throwIfNoEntry: false });
  if (!stat || stat.isSymbolicLink()) return 0;
  let changed = 0;
  if ((stat.mode & FOR_OTHERS) !== 0) {
    refuseOthers(name, stat, account);
    fs.chmodSync(name, stat.mode & 0o7777 & ~FOR_OTHERS);
    changed += 1;
  }
  if (stat.isDirectory())
    for (const entry of fs.readdirSync(name))
      changed += tightenTree(path.join(name, entry), account);
  return changed;
}

/**
 * Makes the data folder if there is none, and keeps it from everybody but the account of this
 * server (docs/operations.md, "Data folder"). Throws `DataFolderOpen` if it belongs to somebody
 * else.
 */
export function secureDataFolder(folder: string, say: (line: string) => void): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const account = ownAccount();
  const stat = fs.statSync(folder);
  if (!account || !keepsModes(folder, account)) {
    say(
      `The file system of ${folder} keeps no modes: make sure by its own means that only the account of this server can open it.`,
    );
    return;
  }
  if ((stat.mode & FOR_OTHERS) !== 0) {
    refuseOthers(folder, stat, account);
    refuseShared(folder, stat);
    fs.chmodSync(folder, 0o700);
    say(`Others could open the data folder ${folder} (mode ${octal(stat.mode)}): it is 700 now.`);
  }
  const changed = OWN_ENTRIES.reduce(
    (sum, name) => sum + tightenTree(path.join(folder, name), account),
    0,
  );
  if (changed > 0)
    say(
      `Others could open ${changed} files in ${folder}: only the account of this server can now.`,
    );
}
