import { randomUUID } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';
import { readConfig } from '#server/lib/config.ts';
import { buildApp } from '#server/app.ts';
import { openDatabase, type DatabaseSource } from '#server/db/client.ts';
import { demoAccounts } from '#server/seed/demo-accounts.ts';
import { importEnded } from './import-ended.ts';
import { seedDemoCentre } from '#server/seed/demo-centre.ts';

// Measures how long imports take, whether that time grows linearly with the rows, and how much
// memory the export of a long list needs. Runs on the embedded engine, or on PostgreSQL at
// TEST_DATABASE_URL, in a database of its own that is dropped again. Prints a line for each
// measurement; fails when 5,000 rows take longer than 15 s or an export adds more than 64 MB.

const serverUrl = process.env['TEST_DATABASE_URL'];
const name = `branchdesk_bench_${process.pid}`;

async function administer(statement: string): Promise<void> {
  const client = new pg.Client(serverUrl);
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function prepare(url: string): Promise<DatabaseSource> {
  await administer(`create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return { url: own.href };
}

const database = await openDatabase(
  serverUrl ? await prepare(serverUrl) : { image: undefined },
  () => undefined,
);
await seedDemoCentre(database.db);
const app = await buildApp({
  ...database,
  config: { ...readConfig({}), clientDir: path.resolve('dist/client') },
  log: false,
});
const origin = await app.listen({ port: 0, host: '127.0.0.1' });
const [{ email, password }] = demoAccounts;
let token = '';

async function ask(
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
  const answer = await fetch(`${origin}/api${path}`, {
    method,
    headers,
    ...(body !== undefined && { body }),
  });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return answer;
}
token = (
  (await (await ask('POST', '/auth/login', JSON.stringify({ email, password }))).json()) as {
    token: string;
  }
).token;

const HEAD =
  'First name,Last name,Gender,Date of birth,Guardian 1 first name,Guardian 1 last name,Guardian 1 phone,Guardian 1 relation';
/**
 * The factor by which a row of a long file may be slower than a row of a short file before the
 * growth counts as more than linear.
 */
const SLACK = 1.5;
let made = 0;
function fileOf(rows: number): string {
  const lines = Array.from({ length: rows }, () => {
    made += 1;
    const phone = `020 ${String(50_000_000 + made).slice(0, 4)} ${String(50_000_000 + made).slice(4)}`;
    return `ນັກຮຽນ${made},ວົງສາ,ຍິງ,${String(1 + (made % 28)).padStart(2, '0')}/05/2015,ແມ່${made},ວົງສາ,${phone},ແມ່`;
  });
  return [HEAD, ...lines].join('\r\n');
}

async function importOf(rows: number): Promise<number> {
  const started = performance.now();
  const read = await ask('POST', '/students/imports', fileOf(rows), 'application/octet-stream');
  const { _id } = (await read.json()) as { _id: string };
  await importEnded(ask, _id);
  await ask('POST', `/students/imports/${_id}/run`, '{}');
  const added = await importEnded(ask, _id);
  if (added !== rows) throw new Error(`${added} of ${rows} rows were added`);
  return (performance.now() - started) / 1000;
}

async function exportOf(
  format: string,
): Promise<{ rows: number; seconds: number; growth: number }> {
  const before = process.memoryUsage().rss;
  let most = before;
  const started = performance.now();
  const answer = await ask('GET', `/students/export?format=${format}`);
  const reader = answer.body?.getReader();
  while (reader && !(await reader.read()).done) most = Math.max(most, process.memoryUsage().rss);
  const rows = Number(answer.headers.get('x-total-count'));
  return { rows, seconds: (performance.now() - started) / 1000, growth: (most - before) / 1e6 };
}

const failures: string[] = [];
let atThousand = 0;
const wanted = Number(process.argv[2] ?? 100_000);
const say = (line: string) => process.stdout.write(`${line}\n`);
say(`on ${database.engine}`);
await importOf(100);
for (const rows of [1000, 2500, 5000]) {
  const seconds = await importOf(rows);
  say(
    `import of ${rows} rows with parents: ${seconds.toFixed(1)} s, ${((seconds / rows) * 1000).toFixed(2)} ms a row`,
  );
  if (rows === 1000) atThousand = seconds;
  if (rows === 5000 && seconds > 15) failures.push('the import takes longer than 15 s');
  if (rows === 5000 && seconds > 5 * atThousand * SLACK)
    failures.push('the import takes more than its rows');
}
while (made < wanted) await importOf(Math.min(10_000, wanted - made));
await exportOf('csv');
for (const format of ['csv', 'xlsx']) {
  const { rows, seconds, growth } = await exportOf(format);
  say(
    `export of ${rows} rows as ${format}: ${seconds.toFixed(1)} s, memory grew by ${growth.toFixed(0)} MB`,
  );
  if (growth > 64) failures.push(`the export as ${format} needs more than 64 MB`);
}
await app.close();
await database.close();
if (serverUrl) await administer(`drop database ${name}`);
if (failures.length > 0) throw new Error(failures.join('; '));
