import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startBuiltServer, type BuiltServer } from '#scripts/built-server.ts';
import { account, connect } from '#tests/helpers/server-process.ts';

// It installs packages and starts whole servers.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/** What docs/operations.md, "Production packages", copies to the machine that runs. */
const COPIED = ['dist', 'scripts/built.mjs', 'package.json', 'package-lock.json', '.npmrc'];
const folder = mkdtempSync(path.join(os.tmpdir(), 'branchdesk-production-'));
const dataDir = path.join(folder, 'data');
const backup = path.join(folder, 'backup.zip');
let server: BuiltServer | undefined;

function npm(options: string[], variables: Record<string, string> = {}) {
  const { PATH, HOME } = process.env;
  const { status, stdout, stderr } = spawnSync('npm', options, {
    cwd: folder,
    env: { PATH, HOME, ...variables },
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}
const run = (script: string, args: string[] = [], data = dataDir) =>
  npm(['run', '--silent', script, '--', ...args], { DATA_DIR: data });

/** The scripts of package.json that run a program of the build. */
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
};
const programs = Object.keys(scripts).filter((name) => scripts[name]?.includes('built.mjs'));

const serve = async (variables: Record<string, string>) => {
  const program = [path.join(folder, 'scripts/built.mjs'), 'main'];
  server = await startBuiltServer({ folder, program, variables });
  return server;
};

beforeAll(() => {
  for (const name of COPIED) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    cpSync(name, path.join(folder, name), { recursive: true });
  }
  const installed = npm(['ci', '--omit=dev', '--prefer-offline']);
  expect(installed).toMatchObject({ status: 0 });
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true });
});

it('has no development packages', () => {
  const names = ['vite', 'tsx', 'vitest', '@playwright/test'];
  const present = names.filter((name) => existsSync(path.join(folder, 'node_modules', name)));
  expect(present).toEqual([]);
});

it.each(programs.filter((name) => name !== 'serve'))('loads npm run %s', (name) => {
  const { said } = run(name, ['--help'], path.join(folder, 'elsewhere'));
  expect(said).not.toMatch(/ERR_|Cannot find|\n\s+at /);
});

it('serves, backs up, lets somebody back in, checks the books and restores', async () => {
  const { origin, said } = await serve({
    DATA_DIR: dataDir,
    BOOTSTRAP_EMAIL: account.email,
    BOOTSTRAP_PASSWORD: account.password,
  });
  expect((await fetch(origin)).headers.get('content-type')).toContain('text/html');
  expect(await (await fetch(`${origin}/api/ready`)).json()).toMatchObject({ status: 'ready' });
  expect(run('backup', [backup])).toMatchObject({
    status: 0,
    said: expect.stringContaining('Good backup') as string,
  });
  expect(run('recover', [account.email])).toMatchObject({ status: 0 });
  // What the server printed meanwhile is read afterwards, because commands run synchronously here.
  await vi.waitFor(() => expect(said()).toContain('Rescue code'));
  await server?.stop();

  expect(run('books:check')).toMatchObject({
    status: 0,
    said: expect.stringContaining('no differences') as string,
  });
  const other = path.join(folder, 'restored');
  expect(run('restore', [backup, '--highest=none'], other)).toMatchObject({ status: 0 });
  const restored = await serve({ DATA_DIR: other });
  const client = await connect(restored.origin);
  expect(await client.get('/auth/me')).toMatchObject({ role: 'superadmin' });
});
