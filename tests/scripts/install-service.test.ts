import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serviceFiles } from '#server/commands/service-files.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'branchdesk-service-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const command = path.resolve('server/commands/install-service.ts');
const tsx = import.meta.resolve('tsx');
function install(...options: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', tsx, command, ...options],
    { encoding: 'utf8' },
  );
  return { status, said: stdout + stderr };
}
const unitFile = () => path.join(root, 'etc/systemd/system/branchdesk.service');
const settingsFile = () => path.join(root, 'etc/branchdesk.env');

it('only prints with --print', () => {
  const { status, said } = install('--print', `--root=${root}`);
  expect(status).toBe(0);
  expect(said).toContain('# /etc/systemd/system/branchdesk.service\n[Unit]');
  expect(said).toContain(`WorkingDirectory=${process.cwd()}`);
  expect(() => statSync(path.join(root, 'etc'))).toThrow('ENOENT');
});

it('writes the unit, the settings for the account alone, and the command', () => {
  const { status, said } = install(`--root=${root}`);
  expect([status, said.match(/Written: /g)?.length]).toEqual([0, 3]);
  expect(said).toContain('systemctl enable --now branchdesk');
  expect(statSync(settingsFile()).mode & 0o777).toBe(0o640);
  expect(statSync(path.join(root, 'usr/local/bin/branchdesk')).mode & 0o777).toBe(0o755);
  const unit = readFileSync(unitFile(), 'utf8');
  for (const line of ['UMask=0077', 'Restart=always', 'WatchdogSec=2min', 'User=branchdesk'])
    expect(unit).toContain(`\n${line}\n`);
});

it('never overwrites settings, and a changed unit only with --replace, which keeps the old one', () => {
  install(`--root=${root}`);
  writeFileSync(settingsFile(), 'PORT=80\n');
  expect(install(`--root=${root}`)).toMatchObject({
    status: 0,
    said: expect.stringMatching(/Up to date: .*\nKept your settings: /) as string,
  });
  writeFileSync(unitFile(), 'mine');
  const refused = install(`--root=${root}`);
  expect([refused.status, refused.said]).toEqual([1, expect.stringContaining('left alone')]);
  expect(readFileSync(unitFile(), 'utf8')).toBe('mine');
  expect(install(`--root=${root}`, '--replace').said).toContain('Replaced');
  expect(readFileSync(`${unitFile()}.old`, 'utf8')).toBe('mine');
  expect(readFileSync(settingsFile(), 'utf8')).toBe('PORT=80\n');
});

it('refuses a name that no account can have', () => {
  expect(install('--print', '--name=My School')).toMatchObject({ status: 1 });
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

describe.runIf(hasSystemd)('systemd', () => {
  it('takes the unit, also of a folder with blanks and marks', () => {
    const folder = path.join(root, 'my school 100% $HOME');
    mkdirSync(path.join(folder, 'bin'), { recursive: true });
    const node = path.join(folder, 'bin/node');
    symlinkSync(process.execPath, node);
    // The account of a test machine, so that the unit names one that is there.
    const [unit] = serviceFiles({ name: 'daemon', folder, node });
    const file = path.join(root, 'daemon.service');
    writeFileSync(file, unit?.text.replace(/^Group=.*\n/m, '') ?? '');
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], {
      encoding: 'utf8',
    });
    expect(stderr.split('\n').filter((line) => line.includes('daemon.service'))).toEqual([]);
    expect(status).toBe(0);
  });
});

it('gives a command that is a correct script', () => {
  const [, , script] = serviceFiles({
    name: 'branchdesk',
    folder: "/opt/it's",
    node: '/usr/bin/node',
  });
  const { status } = spawnSync('sh', ['-n'], { input: script?.text ?? '' });
  expect(status).toBe(0);
  expect(script?.text).toContain(`'/opt/it'\\''s/scripts/built.mjs'`);
});
