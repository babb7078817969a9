import { execFile, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

/** Debian keeps each version of PostgreSQL in a folder of this one. */
const VERSIONS = '/usr/lib/postgresql';

/** A program of PostgreSQL is missing, or too old for the server. */
export class NoProgram extends Error {
  constructor(program: string, major: number) {
    super(
      `${program} of PostgreSQL ${major} or newer is not on this machine: install the client programs of PostgreSQL ${major} (Debian: apt install postgresql-client-${major}).`,
    );
  }
}

async function majorOf(program: string): Promise<number | undefined> {
  try {
    const { stdout } = await promisify(execFile)(program, ['--version']);
    return Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]);
  } catch {
    return undefined;
  }
}

/** The program of the server's own version, or of the next newer one. Throws `NoProgram`. */
export async function findProgram(
  program: 'pg_dump' | 'pg_restore',
  major: number,
): Promise<string> {
  const versions = fs.existsSync(VERSIONS)
    ? fs.readdirSync(VERSIONS).map(Number).filter(Number.isInteger)
    : [];
  const newEnough = versions.filter((version) => version >= major).toSorted((a, b) => a - b);
  const places = newEnough.map((version) => path.join(VERSIONS, String(version), 'bin', program));
  for (const place of [...places, program]) {
    const found = await majorOf(place);
    if (found !== undefined && found >= major) return place;
  }
  throw new NoProgram(program, major);
}

/** Parameters of an address that have a variable of libpq. */
const VARIABLES: Record<string, string> = {
  host: 'PGHOST',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
};

/**
 * The address as variables of libpq. The command line of a program is read by everybody on the
 * machine, so no password may stand there.
 */
export function variablesOf(address: string): Record<string, string> {
  const url = new URL(address);
  const variables: Record<string, string> = {};
  const set = (name: string, value: string) => {
    if (value !== '') variables[name] = decodeURIComponent(value);
  };
  set('PGHOST', url.hostname.replaceAll(/^\[|\]$/g, ''));
  set('PGPORT', url.port);
  set('PGUSER', url.username);
  set('PGPASSWORD', url.password);
  set('PGDATABASE', url.pathname.slice(1));
  for (const [name, value] of url.searchParams) {
    const variable = VARIABLES[name];
    if (variable !== undefined) set(variable, value);
  }
  return variables;
}

/** The address with another database. */
export function withDatabase(address: string, name: string): string {
  const url = new URL(address);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs a program of PostgreSQL on a database; throws with the last line that it said. */
export async function run(program: string, args: string[], address: string): Promise<void> {
  const { PATH, HOME, LANG, SystemRoot } = process.env;
  const env = { PATH, HOME, LANG, SystemRoot, ...variablesOf(address) };
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  if (code === 0) return;
  const last =
    said
      .trim()
      .split('\n')
      .findLast((line) => line !== '') ?? '';
  throw new Error(`${path.basename(program)} ended with ${code}: ${last}`);
}
