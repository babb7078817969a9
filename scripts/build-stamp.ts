import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** One of the two builds: its command, its folder, and everything that its result depends on. */
export type Build = {
  name: string;
  command: string[];
  outDir: string;
  sources: string[];
  variables: string[];
};

export const builds: Build[] = [
  {
    name: 'client',
    command: ['vite', 'build'],
    outDir: 'dist/client',
    sources: [
      'index.html',
      'contract',
      'public',
      'scripts',
      'src',
      'sw',
      'package-lock.json',
      'package.json',
      'tsconfig.json',
      'vite.config.ts',
    ],
    variables: ['API_ORIGIN'],
  },
  {
    name: 'server',
    command: ['vite', 'build', '--config', 'vite.server.config.ts'],
    outDir: 'dist/server',
    sources: [
      'contract',
      'server',
      'package-lock.json',
      'package.json',
      'tsconfig.json',
      'vite.server.config.ts',
    ],
    variables: [],
  },
];

function filesUnder(source: string): string[] {
  if (!existsSync(source)) return [];
  if (!statSync(source).isDirectory()) return [source];
  return readdirSync(source)
    .sort()
    .flatMap((entry) => filesUnder(path.join(source, entry)));
}

/**
 * The stamp changes with the content of any source. Dates would not do, because a checkout gives
 * all files new ones.
 */
export function stampOf({ sources, variables }: Build): string {
  const hash = createHash('sha256');
  for (const name of variables) hash.update(`${name}=${process.env[name] ?? ''}\n`);
  for (const file of sources.flatMap(filesUnder))
    hash.update(`${file}\n`).update(readFileSync(file));
  return hash.digest('hex');
}

const stampFile = ({ outDir }: Build) => path.join(outDir, '.stamp');

export function isFresh(build: Build): boolean {
  return existsSync(stampFile(build)) && readFileSync(stampFile(build), 'utf8') === stampOf(build);
}

/** Saves the stamp of the sources; `stamp` was taken before the build ran. */
export function writeStamp(build: Build, stamp: string): void {
  writeFileSync(stampFile(build), stamp);
}
