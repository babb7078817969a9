import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/lib/config.ts';
import { openDatabase } from '#server/db/client.ts';
import { demoAccounts } from '#server/seed/demo-accounts.ts';
import { seedDemoCentre } from '#server/seed/demo-centre.ts';
import { importEnded } from './import-ended.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';

// Desks search and add students while 5,000 rows with their parents are imported, and once more
// without an import, to compare. Runs on PostgreSQL at TEST_DATABASE_URL, in a database of its own
// that is dropped again, because the embedded engine does one thing at a time. Fails if a desk is
// refused, or waits so long for a save that the app would offer to cancel it. `--desks=n`,
// `--rows=n`.
const { values: args } = parseArgs({
  options: { desks: { type: 'string', default: '10' }, rows: { type: 'string', default: '5000' } },
});
const [desks, rows] = [Number(args.desks), Number(args.rows)];
const LONGEST_WAIT_MS = 8000;
/** The pause between two actions of a desk. */
const PAUSE_MS = 200;

const url = process.env['TEST_DATABASE_URL'];
if (url === undefined)
  throw new Error(
    'Say where PostgreSQL is: TEST_DATABASE_URL=postgresql://user:password@host:5432/postgres',
  );
const name = `branchdesk_bench_${process.pid}`;
const own = new URL(url);
own.pathname = `/${name}`;

async function administer(statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}

await administer(`create database ${name}`);
const config = readConfig({ DATABASE_URL: own.href });
const database = await openDatabase(
  { url: own.href, connections: config.databasePool },
  () => undefined,
);
await seedDemoCentre(database.db);
const app = await buildApp({ ...database, config, log: false });
const origin = await app.listen({ port: 0, host: '127.0.0.1' });
const [{ email, password }] = demoAccounts;
let token = '';

function ask(
  method: string,
  path: string,
  body?: BodyInit,
  type = 'application/json',
): Promise<Response> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': type,
    'idempotency-key': randomUUID(),
  };
  return fetch(`${origin}/api${path}`, { method, headers, ...(body !== undefined && { body }) });
}

type Took = { reads: number[]; saves: number[]; refused: string[] };

/** Searches and saves of all desks until `isOver`. */
async function work(homeBranchId: string, isOver: () => boolean): Promise<Took> {
  const took: Took = { reads: [], saves: [], refused: [] };
  const timed = async (into: number[], request: () => Promise<Response>) => {
    const begin = performance.now();
    const answer = await request();
    const text = await answer.text();
    into.push(performance.now() - begin);
    if (!answer.ok) took.refused.push(`${answer.status} ${text.slice(0, 120)}`);
  };
  const desk = async () => {
    while (!isOver()) {
      const firstName = `Desk ${randomUUID().slice(0, 8)}`;
      const student = {
        firstName,
        lastName: 'Bench',
        gender: 'female',
        dateOfBirth: '1990-02-01',
        phone: `020 5${String(Math.random()).slice(2, 9)}`,
        status: 'prospect',
        guardians: [],
        homeBranchId,
      };
      await timed(took.reads, () => ask('GET', '/students?search=ວົງ&sort=firstName'));
      await timed(took.saves, () => ask('POST', '/students', JSON.stringify(student)));
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  await Promise.all(Array.from({ length: desks }, desk));
  return took;
}

const HEAD =
  'First name,Last name,Gender,Date of birth,Guardian 1 first name,Guardian 1 last name,Guardian 1 phone,Guardian 1 relation';
const line = (_: unknown, n: number) =>
  `ນັກຮຽນ${n},ວົງສາ,ຍິງ,${String(1 + (n % 28)).padStart(2, '0')}/05/2015,ແມ່${n},ວົງສາ,020 ${String(70_000_000 + n)},ແມ່`;

/** Returns the seconds of the import run only: reading and checking the file blocks nobody. */
async function importRows(): Promise<number> {
  const file = [HEAD, ...Array.from({ length: rows }, line)].join('\r\n');
  const { _id } = (await (
    await ask('POST', '/students/imports', file, 'application/octet-stream')
  ).json()) as { _id: string };
  await importEnded(ask, _id);
  const begin = performance.now();
  await ask('POST', `/students/imports/${_id}/run`, '{}');
  const added = await importEnded(ask, _id);
  if (added !== rows) throw new Error(`${added} of ${rows} rows were added`);
  return (performance.now() - begin) / 1000;
}

const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? 0;
const figures = (values: number[]) =>
  `p50 ${percentile(values, 0.5).toFixed(0)} ms, p95 ${percentile(values, 0.95).toFixed(0)} ms, longest ${percentile(values, 1).toFixed(0)} ms (${values.length})`;
const print = (what: string, { reads, saves, refused }: Took) =>
  console.log(
    `${what}\n  reads ${figures(reads)}\n  saves ${figures(saves)}\n  refused ${refused.length} ${refused[0] ?? ''}`,
  );

token = (
  (await (await ask('POST', '/auth/login', JSON.stringify({ email, password }))).json()) as {
    token: string;
  }
).token;
const [branch] = await database.db.select().from(branchTable).limit(1);
const branchId = String(branch?._id);
const until = performance.now() + 10_000;
const alone = await work(branchId, () => performance.now() > until);
let isOver = false;
const importing = importRows().finally(() => (isOver = true));
const beside = await work(branchId, () => isOver);
const seconds = await importing;
await app.close();
await database.close();
await administer(`drop database ${name}`);
print(`${desks} desks without an import, 10 s`, alone);
print(`${desks} desks while ${rows} rows come in (the run took ${seconds.toFixed(1)} s)`, beside);
if (beside.refused.length > 0) throw new Error(`${beside.refused.length} requests were refused`);
if (percentile(beside.saves, 1) > LONGEST_WAIT_MS)
  throw new Error('A desk waited too long for a save');
