import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startBuiltServer, type BuiltServer } from '#scripts/built-server.ts';
import { openDatabase, type DatabaseSource } from '#server/db/client.ts';
import { checkBooks } from '#server/reading/books-check/check-books.ts';
import { seedDemoCentre } from '#server/seed/demo-centre.ts';
import { DayDesks, writes, type DayTimes } from './day-desks.ts';

// A day at the desks: so many desks that search, look at orders, sell and add people, each with the
// pauses of a person. 30 desks at the embedded engine (`--embedded=30`), then 200 at two processes
// on the PostgreSQL of TEST_DATABASE_URL (`--postgres=200`), for `--minutes=10` each, beside the
// smallest read and the smallest write of the API in the same minutes. `--pause=2000` is the mean
// pause between two acts of a desk in milliseconds. `--until-it-breaks` doubles the desks each half
// minute until p95 of a sale is above 3 s or a request is refused.
const { values: args } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    embedded: { type: 'string', default: '30' },
    postgres: { type: 'string', default: '200' },
    pause: { type: 'string', default: '2000' },
    'until-it-breaks': { type: 'boolean', default: false },
  },
});
const [minutes, embedded, postgres, pauseMs] = [
  args.minutes,
  args.embedded,
  args.postgres,
  args.pause,
].map(Number) as [number, number, number, number];
/** The server of this checkout, from its sources. */
const program = ['--import', 'tsx', 'server/main.ts'];
const MB = 1024 * 1024;
const MINUTE_MS = 60_000;
/** A desk that waits longer for a sale is no desk any more. */
const TOO_LONG_MS = 3000;

const share = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;

/** The memory of a process, from the system. */
function memoryOf(pid: number | undefined): number {
  try {
    const [, kilobytes] =
      /VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Math.round((Number(kilobytes) * 1024) / MB);
  } catch {
    return Number.NaN;
  }
}

function print(times: DayTimes): void {
  const bareRead = share(times['smallest read'] ?? [], 0.5);
  const bareWrite = share(times['smallest write'] ?? [], 0.5);
  for (const [act, took] of Object.entries(times)) {
    const bare = writes.includes(act) ? bareWrite : bareRead;
    const [p50, p95] = [share(took, 0.5), share(took, 0.95)];
    console.log(
      `  ${act}: ${took.length} times, p50 ${p50.toFixed(0)} ms (${(p50 / bare).toFixed(1)} × smallest), p95 ${p95.toFixed(0)} ms (${(p95 / bare).toFixed(1)} × smallest)`,
    );
  }
}

async function day(
  what: string,
  servers: readonly BuiltServer[],
  { work, desks, forMs }: { work: DayDesks; desks: number; forMs: number },
): Promise<{ saleP95: number; refused: number }> {
  const memory = () => servers.map(({ pid }) => memoryOf(pid)).join(' + ');
  const before = memory();
  const until = Date.now() + forMs;
  const halfway = setTimeout(() => console.log(`  half-way: memory ${memory()} MB`), forMs / 2);
  await work.run(desks, () => Date.now() > until);
  clearTimeout(halfway);
  const { times, refused } = work;
  const requests = Object.values(times).reduce((sum, took) => sum + took.length, 0);
  console.log(
    `${what}, ${desks} desks for ${(forMs / MINUTE_MS).toFixed(1)} min, load of the machine ${os.loadavg()[0]?.toFixed(1)}: ${requests} requests, ${refused.length} refused; memory ${before} MB before, ${memory()} MB after`,
  );
  if (refused[0] !== undefined) console.log(`  refused, such as ${refused[0]}`);
  print(times);
  return { saleP95: share(times['sale'] ?? [], 0.95), refused: refused.length };
}

/** The day, or shorter ones with ever more desks until something breaks. */
async function measure(what: string, servers: readonly BuiltServer[], desks: number) {
  const work = new DayDesks(
    servers.map(({ origin }) => origin),
    pauseMs,
  );
  // A drawer opens once, however often its desks work at it.
  await work.prepare();
  if (!args['until-it-breaks']) {
    const { refused } = await day(what, servers, { work, desks, forMs: minutes * MINUTE_MS });
    if (refused > 0) missed.push(`${what}: ${refused} refused`);
    return;
  }
  for (let n = desks; ; n *= 2) {
    const { saleP95, refused } = await day(what, servers, {
      work,
      desks: n,
      forMs: MINUTE_MS / 2,
    });
    if (saleP95 < TOO_LONG_MS && refused === 0) continue;
    console.log(`${what}: breaks at ${n} desks`);
    return;
  }
}

async function seed(source: DatabaseSource): Promise<void> {
  const database = await openDatabase(source, () => undefined);
  await seedDemoCentre(database.db);
  await database.close();
}

async function booksOf(source: DatabaseSource): Promise<void> {
  const database = await openDatabase(source, () => undefined);
  const { differences, orders } = await checkBooks(database);
  console.log(`  books of ${orders} orders checked, ${differences.length} differences`);
  if (differences.length > 0) missed.push(`${differences.length} differences in the books`);
  await database.close();
}

const missed: string[] = [];

async function loadEmbedded(): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'branchdesk-load-'));
  const dataDir = path.join(folder, 'data');
  fs.mkdirSync(dataDir, { mode: 0o700 });
  try {
    await seed({ folder: dataDir });
    const server = await startBuiltServer({ program, variables: { DATA_DIR: dataDir } });
    console.log('the data is there');
    await measure('embedded engine', [server], embedded);
    await server.stop();
    await booksOf({ folder: dataDir });
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function loadPostgres(url: string): Promise<void> {
  const name = `branchdesk_load_${randomBytes(4).toString('hex')}`;
  const admin = new pg.Client(url);
  await admin.connect();
  await admin.query(`create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  try {
    await seed({ url: own.href });
    const variables = { DATABASE_URL: own.href };
    const servers = [
      await startBuiltServer({ program, variables }),
      await startBuiltServer({ program, variables }),
    ];
    console.log('the data is there');
    await measure('PostgreSQL with two processes', servers, postgres);
    for (const server of servers) await server.stop();
    await booksOf({ url: own.href });
  } finally {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  }
}

if (embedded > 0) await loadEmbedded();
const url = process.env['TEST_DATABASE_URL'];
if (url === undefined) console.log('PostgreSQL: not measured, TEST_DATABASE_URL is not set');
else if (postgres > 0) await loadPostgres(url);
if (missed.length > 0) throw new Error(missed.join('; '));
