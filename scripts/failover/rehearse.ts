import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startBuiltServer } from '#scripts/built-server.ts';
import { installedPostgres } from '#scripts/installed-postgres.ts';
import { startPrimary, startStandby, type Cluster } from '#scripts/postgres-cluster.ts';
import { openDatabase } from '#server/db/client.ts';
import { checkBooks } from '#server/reading/books-check/check-books.ts';
import { seedDemoCentre } from '#server/seed/demo-centre.ts';
import { compare } from './compare.ts';
import { openDesks, type Desks } from './desks.ts';
import {
  chosenPooler,
  POOLERS_MISSING,
  startPooler,
  type Pooler,
  type PoolerName,
} from './pooler.ts';

// Rehearses the death of the database's machine: a PostgreSQL with a synchronous standby behind
// HAProxy, or PgBouncer in session mode, the built server, and desks that write over HTTP. All
// processes of the primary are killed and the standby is promoted. Then every answer that a desk
// got is compared with the new primary by SQL, and the books are checked. Needs a build.
//
// `--pooler=pgbouncer`, `--desks=8`, `--seconds=5` of work before and after the kill. With
// `--asynchronous` nothing waits for the standby and its connection stands still before the kill:
// the run then fails, which shows that a lost write is found. docs/high-availability.md tells more.
const DATABASE = 'branchdesk';
const STANDBY = 'branchdesk_standby';
/** The time between the standing still of the standby's connection and the kill. */
const STILL_MS = 1000;

const { values: args } = parseArgs({
  options: {
    pooler: { type: 'string' },
    desks: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '5' },
    asynchronous: { type: 'boolean', default: false },
  },
});

const say = (line: string) => console.log(line);
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

async function ask<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

const databaseOf = ({ port }: Cluster) => `postgres://postgres@127.0.0.1:${port}/${DATABASE}`;

async function fillPrimary(primary: Cluster): Promise<void> {
  await ask(primary.url, `create database ${DATABASE}`);
  const database = await openDatabase({ url: databaseOf(primary) }, () => undefined);
  await seedDemoCentre(database.db);
  await database.close();
}

/** From now on no write is acknowledged before the standby has it on its disk. */
async function waitForStandby(primary: Cluster): Promise<void> {
  await ask(primary.url, `alter system set synchronous_standby_names = 'FIRST 1 (${STANDBY})'`);
  await ask(primary.url, 'select pg_reload_conf()');
  const state = 'select sync_state from pg_stat_replication';
  for (let tries = 0; tries < 100; tries += 1) {
    const [row] = await ask<{ sync_state: string }>(primary.url, state);
    if (row?.sync_state === 'sync') return;
    await wait(100);
  }
  throw new Error('The standby did not become synchronous');
}

/** Stops the process that sends changes to the standby; the kill ends it. */
async function holdStandbyBack(primary: Cluster): Promise<void> {
  const [row] = await ask<{ pid: number }>(primary.url, 'select pid from pg_stat_replication');
  if (row) process.kill(row.pid, 'SIGSTOP');
  await wait(STILL_MS);
}

type Failover = { killedAt: number; promotedAt: number };

async function failOver(
  [primary, standby]: readonly [Cluster, Cluster],
  pooler: Pooler,
): Promise<Failover> {
  if (args.asynchronous) await holdStandbyBack(primary);
  await primary.kill();
  const killedAt = performance.now();
  await standby.promote();
  pooler.leadTo(standby);
  return { killedAt, promotedAt: performance.now() };
}

function middle(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
  return `${at(0.5)} ms, of 95 in 100 within ${at(0.95)} ms`;
}

function tellFigures({ writes }: Desks, { killedAt, promotedAt }: Failover): void {
  const answered = writes.flatMap(({ sentAt, answeredAt, tries }) =>
    answeredAt === undefined ? [] : [{ sentAt, answeredAt, tries }],
  );
  const before = answered.filter(({ answeredAt }) => answeredAt <= killedAt);
  const open = writes.filter(
    ({ sentAt, answeredAt }) => sentAt <= killedAt && (answeredAt ?? Infinity) > killedAt,
  );
  const after = answered.filter(({ answeredAt }) => answeredAt > killedAt);
  const served = after.filter(({ answeredAt }) => answeredAt > promotedAt);
  const again = Math.min(...served.map(({ answeredAt }) => answeredAt));
  say(`writes answered before the kill: ${before.length}, under way: ${open.length}`);
  say(`the standby was the primary after ${seconds(promotedAt - killedAt)}`);
  say(`the first write was answered again after ${seconds(again - killedAt)}`);
  say(`writes answered after the kill: ${after.length}`);
  say(`time of an answer: ${middle(before.map((one) => one.answeredAt - one.sentAt))}`);
}

async function rehearse(
  name: PoolerName,
  clusters: readonly [Cluster, Cluster],
): Promise<string[]> {
  const [primary, standby] = clusters;
  if (!args.asynchronous) await waitForStandby(primary);
  const pooler = await startPooler(name, [primary, standby]);
  const variables = { DATABASE_URL: pooler.address(DATABASE) };
  const server = await startBuiltServer({ variables });
  try {
    const desks = await openDesks(server.origin, Number(args.desks));
    say(`${args.desks} desks write through ${name}`);
    await wait(Number(args.seconds) * 1000);
    const failover = await failOver(clusters, pooler);
    await wait(Number(args.seconds) * 1000);
    await desks.finish();
    tellFigures(desks, failover);
    const faults = await compare(databaseOf(standby), desks.writes);
    const database = await openDatabase({ url: databaseOf(standby) }, () => undefined);
    const { differences, orders } = await checkBooks(database);
    await database.close();
    say(`compared ${desks.writes.length} writes; the books of ${orders} orders were checked`);
    for (const trouble of desks.troubles) say(`  a desk was told: ${trouble}`);
    return [...faults, ...differences.map((one) => `the books: ${JSON.stringify(one)}`)];
  } finally {
    await server.stop();
    await pooler.stop();
  }
}

const programs = installedPostgres();
const name = chosenPooler(args.pooler);
if (programs === undefined || name === undefined) {
  console.error(POOLERS_MISSING);
  process.exit(1);
}
const primary = await startPrimary({ programs });
await fillPrimary(primary);
const standby = await startStandby(primary, STANDBY, { programs });
try {
  const faults = await rehearse(name, [primary, standby]);
  for (const fault of faults) console.error(fault);
  say(
    faults.length === 0 ? 'nothing was lost, nothing was written twice' : `${faults.length} faults`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await standby.stop();
  await primary.stop();
}
