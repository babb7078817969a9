import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '#scripts/built-server.ts';
import { postgresAccount, postgresFolder, type Cluster } from '#scripts/postgres-cluster.ts';
import { answerRole, isPrimary } from './role-answers.ts';

/** The programs that can stand before PostgreSQL, in the order in which one is chosen. */
const poolers = ['haproxy', 'pgbouncer'] as const;
export type PoolerName = (typeof poolers)[number];

const TRY_EVERY_MS = 100;
const START_LIMIT_MS = 20_000;

/** Debian keeps both in `/usr/sbin`, which is not in the path of every account. */
const PATH = `${process.env['PATH']}:/usr/sbin`;

const isInstalled = (name: PoolerName): boolean =>
  spawnSync(name, ['-v'], { stdio: 'ignore', env: { ...process.env, PATH } }).error === undefined;

/** The wanted pooler, or else the first, if it is installed. */
export const chosenPooler = (wanted?: string): PoolerName | undefined =>
  poolers.filter((name) => wanted === undefined || name === wanted).find(isInstalled);

export const POOLERS_MISSING =
  'No failover is rehearsed, because PostgreSQL or its pooler is missing: sudo apt-get install postgresql haproxy pgbouncer.';

export type Pooler = {
  name: PoolerName;
  /** The address of a database behind it. */
  address: (database: string) => string;
  /** Leads all clients to this PostgreSQL from now on. */
  leadTo: (cluster: Cluster) => void;
  stop: () => Promise<void>;
};

/** Writes the file for the account under which the pooler runs. */
function writeOwned(file: string, lines: string[]): void {
  writeFileSync(file, `${lines.join('\n')}\n`);
  const account = postgresAccount();
  if (account) chownSync(file, account.uid, account.gid);
}

/** docs/high-availability.md, "HAProxy", has the same settings. */
const haproxyLines = (port: number, servers: { port: number; check: number }[]) => [
  'global',
  '  maxconn 500',
  'defaults',
  '  mode tcp',
  '  timeout connect 2s',
  '  timeout check 2s',
  '  timeout client 30m',
  '  timeout server 30m',
  'listen branchdesk',
  `  bind 127.0.0.1:${port}`,
  '  option httpchk GET /primary',
  '  http-check expect status 200',
  '  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
  ...servers.map(
    (server, at) => `  server pg${at + 1} 127.0.0.1:${server.port} check port ${server.check}`,
  ),
];

/** docs/high-availability.md, "PgBouncer", has the same settings. */
const pgbouncerLines = (port: number, folder: string, to: number) => [
  '[databases]',
  `* = host=127.0.0.1 port=${to}`,
  '[pgbouncer]',
  'listen_addr = 127.0.0.1',
  `listen_port = ${port}`,
  'unix_socket_dir =',
  'auth_type = trust',
  `auth_file = ${folder}/users.txt`,
  'pool_mode = session',
  'max_client_conn = 500',
  'default_pool_size = 100',
  'server_connect_timeout = 2',
  'server_login_retry = 1',
  'server_lifetime = 86400',
];

/**
 * Waits until the pooler leads to the primary alone. HAProxy takes every server for good until its
 * first check, and leads its clients to one after the other: a standby that is still in the round
 * is met within as many connections as there are clusters.
 */
async function leadsToPrimary(url: string, clusters: number, said: () => string): Promise<void> {
  const until = Date.now() + START_LIMIT_MS;
  let inRow = 0;
  while (inRow <= clusters) {
    inRow = (await isPrimary(url)) ? inRow + 1 : 0;
    if (inRow > 0) continue;
    if (Date.now() > until) throw new Error(`The pooler did not start:\n${said()}`);
    await wait(TRY_EVERY_MS);
  }
}

/** Starts a pooler that leads to the first of these clusters, and waits until it does. */
export async function startPooler(name: PoolerName, clusters: Cluster[]): Promise<Pooler> {
  const folder = postgresFolder();
  const port = await freePort();
  const config = path.join(folder, `${name}.conf`);
  const roles =
    name === 'haproxy' ? await Promise.all(clusters.map(({ url }) => answerRole(url))) : [];
  if (name === 'haproxy') {
    const servers = clusters.map((cluster, at) => ({
      port: cluster.port,
      check: roles[at]?.port ?? 0,
    }));
    writeOwned(config, haproxyLines(port, servers));
  } else {
    writeOwned(path.join(folder, 'users.txt'), ['"postgres" ""']);
    writeOwned(config, pgbouncerLines(port, folder, clusters[0]?.port ?? 0));
  }
  const options = name === 'haproxy' ? ['-db', '-f', config] : [config];
  const child = spawn(name, options, {
    ...postgresAccount(),
    cwd: folder,
    env: { ...process.env, PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(child, 'exit');
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  const address = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  await leadsToPrimary(address('postgres'), clusters.length, () => said);
  return {
    name,
    address,
    leadTo: (cluster) => {
      // HAProxy finds the primary by itself.
      if (name === 'haproxy') return;
      writeOwned(config, pgbouncerLines(port, folder, cluster.port));
      child.kill('SIGHUP');
    },
    stop: async () => {
      process.off('exit', endWithUs);
      for (const role of roles) role.stop();
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
