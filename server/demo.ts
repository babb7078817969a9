import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Config } from '#server/lib/config.ts';

/**
 * Settings of a throw-away centre: its data lives in a new temporary folder, which is removed when
 * the process ends. The real database and the real first account are left alone, whatever the
 * environment says.
 */
export function demoConfig(config: Config): Config {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'branchdesk-demo-'));
  process.once('exit', () => fs.rmSync(dataDir, { recursive: true, force: true }));
  return {
    ...config,
    dataDir,
    databaseUrl: undefined,
    databaseDirectUrl: undefined,
    bootstrap: undefined,
    backupDir: undefined,
    backupSecondDir: undefined,
    backupPassphrase: undefined,
    demo: true,
  };
}
