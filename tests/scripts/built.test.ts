import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(path.join(os.tmpdir(), 'branchdesk-built-'));
mkdirSync(path.join(folder, 'scripts'));
copyFileSync('scripts/built.mjs', path.join(folder, 'scripts/built.mjs'));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...options: string[]) => {
  const file = path.join(folder, 'scripts/built.mjs');
  // From any folder: the programs lie beside the script.
  const { status, stderr } = spawnSync(process.execPath, [file, ...options], {
    cwd: os.tmpdir(),
    encoding: 'utf8',
  });
  return [status, stderr.trim()];
};

it('says in a sentence that there is no build', () => {
  const sentence = 'There is no build in dist/. Type: npm ci && npm run build';
  expect(run('main')).toEqual([1, sentence]);
});

it('says in a sentence that there is no program of that name', () => {
  mkdirSync(path.join(folder, 'dist/server'), { recursive: true });
  writeFileSync(path.join(folder, 'dist/server/main.js'), '');
  expect(run('bakcup')).toEqual([1, 'There is no program "bakcup".']);
  expect(run('main')).toEqual([0, '']);
});
