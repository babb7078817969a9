import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { eq } from 'drizzle-orm';
import {
  isMoveBusy,
  type Move,
  type MovingRow,
  type OpeningTotals,
} from '#contract/imports/moving-in.ts';
import type { CentreExport } from '#contract/imports/centre-exports.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { demoAccounts } from '#server/seed/demo-accounts.ts';
import { countRows, insertBare } from './bare-copies.ts';
import { startBenchServer } from './bench-server.ts';
import { p95, workAtDesks } from './desk-load.ts';
import { movingWorkbook } from './moving-workbook.ts';

// Measures how a centre of 5,000 students and 20,000 places moves in: the read with its dry run,
// the people and places, and the money, beside the bare inserts of the same rows in the same run.
// Ten desks search and save meanwhile. Then everything is exported, and the move is taken back.
// Each part has its longest transaction and its memory above idle. Runs on PostgreSQL at
// TEST_DATABASE_URL or DATABASE_URL, else on the embedded engine. `--students=n` (four places each,
// a third with a balance), `--desks=n`; with `--desks=0` the move is alone, like the bare inserts.
const { values: args } = parseArgs({
  options: {
    students: { type: 'string', default: '5000' },
    desks: { type: 'string', default: '10' },
  },
});
const students = Number(args.students);
const desks = Number(args.desks);
const GOALS = { times: 4, desks: 2, megabytes: 150 };
/** The time for which the desks work alone. */
const ALONE_MS = 10_000;
const POLL_MS = 200;

const size = { students, places: students * 4, balances: Math.round(students / 3) };
const file = await movingWorkbook(size);
const server = await startBenchServer(() => undefined);
const { db, engine } = server.database;
const [branch] = await db.select().from(branchTable).where(eq(branchTable.code, 'VTE'));
if (!branch) throw new Error('The demo centre has no branch VTE');

async function ask<Body>(path: string, body?: object | Buffer): Promise<Body> {
  const type = Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json';
  const answer = await fetch(`${server.origin}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${server.token}`,
      'content-type': type,
      'idempotency-key': randomUUID(),
    },
    ...(body && { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return (await answer.json()) as Body;
}

async function ended(_id: string): Promise<Move> {
  for (;;) {
    const move = await ask<Move>(`/moves/${_id}`);
    if (!isMoveBusy(move.state)) return move;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

const memory = () => process.memoryUsage().rss / 1e6;
let most = 0;
const watching = setInterval(() => (most = Math.max(most, memory())), 50);

const at = { origin: server.origin, token: server.token, branchId: branch._id, desks };
const until = performance.now() + (desks > 0 ? ALONE_MS : 0);
const alone = await workAtDesks(at, () => performance.now() > until);
const before = await countRows(db);
const idle = memory();
most = idle;

/** The longest transaction since it was set to 0, from its begin to its end. */
let longest = 0;
const transaction = db.transaction.bind(db);
db.transaction = async (work, options) => {
  let began = 0;
  try {
    return await transaction((tx) => {
      began = performance.now();
      return work(tx);
    }, options);
  } finally {
    longest = Math.max(longest, performance.now() - began);
  }
};

type Part = { part: string; ms: number; longest: number; grown: number };
const parts: Part[] = [];
async function timed<Result>(part: string, work: () => Promise<Result>): Promise<Result> {
  longest = 0;
  most = 0;
  const begin = performance.now();
  const result = await work();
  parts.push({ part, ms: performance.now() - begin, longest, grown: most - idle });
  console.log(`${part} has ended`);
  return result;
}

let isOver = false;
let moveId = '';
async function moveIn(): Promise<void> {
  const read = await timed('read and dry run', async () =>
    ended((await ask<Move>('/moves?fileName=centre.xlsx', file))._id),
  );
  moveId = read._id;
  for (const { _id: sheetId, counts } of read.sheets) {
    if (counts.problem === 0) continue;
    const path = `/moves/${read._id}/rows?sheetId=${sheetId}&state=problem`;
    const { rows } = await ask<{ rows: MovingRow[] }>(path);
    throw new Error(`The dry run: ${JSON.stringify(rows[0])}`);
  }
  await timed('people and places', async () => {
    await ask(`/moves/${read._id}/run`, {});
    return ended(read._id);
  });
  const { due, code } = await ask<OpeningTotals>(`/moves/${read._id}/money`);
  if (due.length === 0) throw new Error('No money is due');
  const done = await timed('money', async () => {
    await ask(`/moves/${read._id}/money`, { password: demoAccounts[0].password, code });
    return ended(read._id);
  });
  if (done.counts.in !== done.counts.rows)
    throw new Error(`Rows are not in: ${JSON.stringify(done.counts)}`);
}
const moving = moveIn().finally(() => (isOver = true));
const beside = await workAtDesks(at, () => isOver);
await moving;
const grown = Math.max(...parts.map((part) => part.grown));
const wholeMs = parts.reduce((sum, { ms }) => sum + ms, 0);
const bare = await insertBare(db, before);

await timed('export of everything', async () => {
  await ask('/centre-exports', { password: demoAccounts[0].password });
  for (;;) {
    const [newest] = await ask<CentreExport[]>('/centre-exports');
    if (newest?.state === 'ready') return;
    if (newest?.state === 'failed') throw new Error(`The export failed: ${newest.reason}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
});
await timed('taking back', async () => {
  await ask(`/moves/${moveId}/undo`, {});
  await ended(moveId);
});
clearInterval(watching);
await server.stop();

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const ratio = (value: number, base: number) => Math.round((10 * value) / base) / 10;
const results = [
  ...(desks > 0
    ? [{ what: 'p95 of the desks ÷ alone', is: ratio(p95(beside), p95(alone)), goal: GOALS.desks }]
    : []),
  { what: 'the move ÷ bare inserts', is: ratio(wholeMs, bare.ms), goal: GOALS.times },
  { what: 'memory above idle, MB', is: Math.round(grown), goal: GOALS.megabytes },
];
console.log(`${engine}, ${students} students, ${size.places} places, ${size.balances} balances`);
for (const { part, ms, longest: slice, grown: memoryGrown } of parts)
  console.log(
    `  ${part}: ${seconds(ms)}, longest transaction ${Math.round(slice)} ms, ${Math.round(memoryGrown)} MB above idle`,
  );
console.log(`  bare inserts of the same ${bare.rows} rows: ${seconds(bare.ms)}`);
for (const { what, is, goal } of results)
  console.log(`  ${what}: ${is} of ${goal}${is > goal ? ' MISSED' : ''}`);
console.log(`  refused at desks: ${beside.refused.length} ${beside.refused[0] ?? ''}`);
if (beside.refused.length > 0) throw new Error('A desk was refused');
if (results.some(({ is, goal }) => is > goal)) throw new Error('a goal is missed');
