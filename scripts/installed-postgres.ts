import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Debian keeps each version of PostgreSQL in a folder of this one. */
const VERSIONS = '/usr/lib/postgresql';

/** The programs of the newest PostgreSQL that is installed here. */
export function installedPostgres(): string | undefined {
  const versions = existsSync(VERSIONS)
    ? readdirSync(VERSIONS).map(Number).filter(Number.isInteger)
    : [];
  const programs = path.join(VERSIONS, String(Math.max(...versions)), 'bin');
  return existsSync(path.join(programs, 'initdb')) ? programs : undefined;
}
