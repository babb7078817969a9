import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './built-server.ts';

/** PostgreSQL refuses to run as root; there it runs as the account that Debian made for it. */
export function postgresAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = ['-u', '-g'].map((which) =>
    Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' })),
  );
  return { uid: uid as number, gid: gid as number };
}

/** A new folder that the account of PostgreSQL owns. */
export function postgresFolder(): string {
  const account = postgresAccount();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'branchdesk-postgres-'));
  chmodSync(folder, 0o755);
  if (account) chownSync(folder, account.uid, account.gid);
  return folder;
}

const asPostgres = (folder: string) => ({
  ...postgresAccount(),
  cwd: folder,
  env: { ...process.env, LC_ALL: 'C' },
});

export type Cluster = {
  port: number;
  /** The address of the database `postgres`. */
  url: string;
  folder: string;
  /** Makes a standby the primary. */
  promote: () => Promise<void>;
  /** Ends all its processes at once, as a power cut would. */
  kill: () => Promise<void>;
  /** Ends it and removes its data. */
  stop: () => Promise<void>;
};

type Creation = {
  /** The folder of PostgreSQL's programs. */
  programs: string;
  /** Settings such as `fsync=off`. */
  settings?: readonly string[];
};

/** The processes that this one has started. */
function childrenOf(pid: number): number[] {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return listed
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (parent === pid && child !== undefined ? [child] : []));
}

/** Nothing of the server may run on: a backend outlives its postmaster until it waits. */
function killAll(server: ChildProcess): void {
  if (server.pid === undefined || server.exitCode !== null) return;
  server.kill('SIGSTOP');
  for (const pid of childrenOf(server.pid)) process.kill(pid, 'SIGKILL');
  server.kill('SIGKILL');
}

async function startCluster(
  folder: string,
  { programs, settings = [] }: Creation,
): Promise<Cluster> {
  const data = path.join(folder, 'data');
  const port = await freePort();
  const all = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, ...settings];
  const options = ['-D', data, '-p', String(port), ...all.flatMap((setting) => ['-c', setting])];
  const server = spawn(path.join(programs, 'postgres'), options, {
    ...asPostgres(folder),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(server, 'exit');
  const endWithUs = () => server.kill('SIGQUIT');
  process.once('exit', endWithUs);
  await new Promise<void>((resolve, reject) => {
    let said = '';
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (/ready to accept (read-only )?connections/.test(said)) resolve();
    });
    void ended.then(() => reject(new Error(`PostgreSQL did not start:\n${said}`)));
  });
  server.stderr.removeAllListeners('data').resume();
  const promotion = ['-D', data, '-w', '-t', '60', 'promote'];
  return {
    port,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    folder,
    promote: async () => {
      await promisify(execFile)(path.join(programs, 'pg_ctl'), promotion, asPostgres(folder));
    },
    kill: async () => {
      killAll(server);
      await ended;
    },
    stop: async () => {
      process.off('exit', endWithUs);
      // An immediate end: nothing of it is needed again.
      server.kill('SIGQUIT');
      if (server.exitCode === null && server.signalCode === null) await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a new PostgreSQL on this machine. */
export async function startPrimary(creation: Creation): Promise<Cluster> {
  const folder = postgresFolder();
  const data = path.join(folder, 'data');
  const encoding = ['-E', 'UTF8', '--locale=C.UTF-8'];
  execFileSync(
    path.join(creation.programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', ...encoding, '--no-sync'],
    { ...asPostgres(folder), stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return startCluster(folder, creation);
}

/** Starts a copy that follows the primary, under a name for `synchronous_standby_names`. */
export async function startStandby(
  primary: Cluster,
  name: string,
  creation: Creation,
): Promise<Cluster> {
  const folder = postgresFolder();
  const data = path.join(folder, 'data');
  const from = `host=127.0.0.1 port=${primary.port} user=postgres application_name=${name}`;
  await promisify(execFile)(
    path.join(creation.programs, 'pg_basebackup'),
    ['-D', data, '-d', from, '--write-recovery-conf', '--checkpoint=fast', '--no-sync'],
    asPostgres(folder),
  );
  return startCluster(folder, creation);
}
