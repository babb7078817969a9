import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { builds, isFresh, stampOf, writeStamp } from './build-stamp.ts';

/** Builds client and server; with `staleOnly` it skips a build whose sources have not changed. */
export function buildAll({ staleOnly }: { staleOnly: boolean }): void {
  for (const build of builds) {
    if (staleOnly && isFresh(build)) continue;
    console.log(`Building the ${build.name}…`);
    const stamp = stampOf(build);
    rmSync(build.outDir, { recursive: true, force: true });
    const [program = '', ...options] = build.command;
    const file = path.join('node_modules', program, 'bin', `${program}.js`);
    const { status } = spawnSync(process.execPath, [file, ...options, '--logLevel', 'warn'], {
      stdio: 'inherit',
    });
    if (status !== 0) {
      console.error(`The ${build.name} could not be built; the reason stands above.`);
      process.exit(1);
    }
    writeStamp(build, stamp);
  }
}
