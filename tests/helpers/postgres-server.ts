import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '#scripts/built-server.ts';

/** PostgreSQL refuses to run as root; there it runs as the account that Debian made for it. */
function serverAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = ['-u', '-g'].map((which) =>
    Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' })),
  );
  return { uid: uid as number, gid: gid as number };
}

/** Starts a PostgreSQL that lasts as long as this run; gives its address and what ends it. */
export async function startPostgres(
  programs: string,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const account = serverAccount();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'branchdesk-postgres-'));
  const data = path.join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  chmodSync(folder, 0o755);
  if (account) for (const place of [folder, data]) chownSync(place, account.uid, account.gid);
  const run = { ...account, cwd: folder, env: { ...process.env, LC_ALL: 'C' } };
  const creation = [
    '-D',
    data,
    '-U',
    'postgres',
    '--auth=trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ];
  execFileSync(path.join(programs, 'initdb'), creation, {
    ...run,
    stdio: ['ignore', 'ignore', 'inherit'],
  });

  const port = await freePort();
  // Its data lives as long as this run: nothing is gained by waiting for the disk.
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=300',
    'fsync=off',
  ];
  const options = [
    '-D',
    data,
    '-p',
    String(port),
    ...settings.flatMap((setting) => ['-c', setting]),
  ];
  const server = spawn(path.join(programs, 'postgres'), options, {
    ...run,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(server, 'exit');
  const endWithUs = () => server.kill('SIGQUIT');
  process.once('exit', endWithUs);
  await new Promise<void>((resolve, reject) => {
    let said = '';
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('ready to accept connections')) resolve();
    });
    void ended.then(() => reject(new Error(`PostgreSQL did not start:\n${said}`)));
  });
  server.stderr.removeAllListeners('data').resume();
  const stop = async () => {
    process.off('exit', endWithUs);
    // An immediate end: nothing of it is needed again.
    server.kill('SIGQUIT');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop };
}
