import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Move } from '#contract/imports/moving-in.ts';
import { moveTable } from '#server/db/tables/desk/moving-in.table.ts';
import { checkMove } from '#server/desk/moving-in/check-move.ts';
import { recognise } from '#server/desk/moving-in/recognise.ts';
import { resumeMoves } from '#server/desk/moving-in/run-moves.ts';
import { movingFile, movingSteps } from '#tests/helpers/moving-steps.ts';
import { csv } from '#tests/helpers/sheet-files.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
});
afterAll(() => server.close());

const steps = movingSteps(() => owner);
/** Lets a move be checked anew, as after its last mend. */
const again = async ({ _id }: Move) => {
  await server.db.update(moveTable).set({ state: 'checking' }).where(eq(moveTable._id, _id));
  await server.db.execute(
    sql`update move_rows set state = 'waiting', input = null where move_id = ${_id}`,
  );
  const [move] = await server.db.select().from(moveTable).where(eq(moveTable._id, _id));
  if (!move) throw new Error('No move');
  return move;
};
/** Everything that a check finds, by the rows of the move. */
const found = async ({ _id }: Move) =>
  (
    await server.db.execute(sql`
      select state, problems, name, input, money, changes, record_id, position
      from move_rows where move_id = ${_id} order by sheet_id, number`)
  ).rows;

const HEAD = 'Student code,First name,Last name,Gender,Date of birth,Home branch,Phone';
const person = (at: number) => `SL-${at},ນ້ອງ${at},ວົງ,F,01/02/1990,VTE,020 5${7_000_000 + at}`;

it('checks in slices: others work between them, a second tab sees how far it is, and nobody writes it', async () => {
  // More rows than a slice has at most; the last one repeats the first.
  const rows = Array.from({ length: 260 }, (_, at) => person(at + 1));
  const move = await steps.upload(csv(HEAD, ...rows, person(1)));
  expect(move.counts).toMatchObject({ rows: 261, ready: 260, out: 1 });
  const before = await found(move);
  const seen: Move[] = [];
  const refused: string[] = [];
  await checkMove(server.db, await again(move), 'en', {
    isOver: () => false,
    rest: async () => {
      seen.push(await steps.read(move._id));
      if (seen.length > 1) return;
      for (const act of ['run', 'undo'])
        refused.push((await owner.send('POST', `/moves/${move._id}/${act}`, { payload: {} })).body);
    },
  });
  expect(new Set(seen.map(({ state }) => state))).toEqual(new Set(['checking']));
  const waiting = seen.map(({ counts }) => counts.waiting);
  expect(waiting).toEqual(waiting.toSorted((one, other) => other - one));
  expect(new Set(waiting).size).toBeGreaterThan(2);
  expect(refused.map((body) => (JSON.parse(body) as { code: string }).code)).toEqual([
    'moveRunning',
    'moveRunning',
  ]);
  // The sum of the slices is what one check of all rows says.
  expect(await found(move)).toEqual(before);
  expect(await steps.read(move._id)).toMatchObject({ state: 'read', counts: move.counts });
});

it('begins anew after the server ended in the middle, and its run writes what the page says', async () => {
  const move = await steps.upload(movingFile('clean.xlsx'));
  const before = await found(move);
  let slices = 0;
  const ends = { isOver: () => slices > 6, rest: async () => void (slices += 1) };
  await checkMove(server.db, await again(move), 'en', ends);
  const half = await steps.read(move._id);
  expect(half.state).toBe('checking');
  expect(half.counts.waiting).toBeGreaterThan(0);
  expect(half.counts.ready).toBeGreaterThan(0);
  await resumeMoves(server.db, server.app.log);
  expect(await steps.ended(move._id)).toMatchObject({ state: 'read', counts: move.counts });
  expect(await found(move)).toEqual(before);
  const done = await steps.run(move);
  expect(done).toMatchObject({ state: 'done', counts: { problem: 0, waiting: 0 } });
  // A mend checks everything again, and the move stays what it was.
  const mended = await steps.change(move, 'students', {});
  expect(mended).toMatchObject({ state: 'done', counts: done.counts });
});

it.each([
  ['a lost connection', '57P01', 1],
  // The slice itself tries a deadlock three times more.
  ['four deadlocks in a row', '40P01', 4],
])('goes on by itself after %s', async (_trouble, code, times) => {
  await server.db.execute(sql`create sequence trouble`);
  await server.db.execute(
    sql.raw(`create function trouble() returns trigger language plpgsql as $$ begin
      if nextval('trouble') <= ${times} then raise exception 'broken' using errcode = '${code}'; end if;
      return null;
    end $$;
    create trigger trouble after update on move_rows for each statement execute function trouble()`),
  );
  try {
    const move = await steps.upload(csv(HEAD, person(1), person(2)));
    expect(move).toMatchObject({ state: 'read', counts: { rows: 2, ready: 2 } });
  } finally {
    await server.db.execute(sql`drop sequence trouble`);
    await server.db.execute(sql`drop function trouble cascade`);
  }
});

it('is checked again by its page when no process has stored anything for a minute', async () => {
  const move = await steps.upload(csv(HEAD, person(1)));
  await again(move);
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    await steps.read(move._id);
    vi.setSystemTime(Date.now() + 59_000);
    await steps.read(move._id);
    // Somebody else still stores slices.
    await again(move);
    await steps.read(move._id);
    vi.setSystemTime(Date.now() + 59_000);
    await steps.read(move._id);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await steps.read(move._id)).state).toBe('checking');
    vi.setSystemTime(Date.now() + 2000);
    expect((await steps.ended(move._id)).counts).toMatchObject({ ready: 1, waiting: 0 });
  } finally {
    vi.useRealTimers();
  }
});

it('stores nothing of an older check once a newer one has begun', async () => {
  const rows = Array.from({ length: 60 }, (_, at) => person(at + 1).replace(',F,', ',woman?,'));
  const move = await steps.upload(csv(HEAD, ...rows));
  expect(move.counts).toMatchObject({ problem: 60 });
  const [row] = await steps.rows(move, 'students');
  if (!row) throw new Error('No row');
  let slices = 0;
  await checkMove(server.db, await again(move), 'en', {
    isOver: () => false,
    rest: async () => {
      slices += 1;
      if (slices > 1) return;
      // Another process starts, checks everything, and a person mends what it has found.
      await resumeMoves(server.db, server.app.log);
      await steps.ended(move._id);
      const mended = await steps.mend(move, row, { field: 'gender', value: 'F', forAll: true });
      expect(mended.counts).toMatchObject({ ready: 60 });
      await again(move);
    },
  });
  expect(slices).toBe(1);
  expect(await steps.read(move._id)).toMatchObject({ state: 'checking', counts: { waiting: 60 } });
  await resumeMoves(server.db, server.app.log);
  expect((await steps.ended(move._id)).counts).toMatchObject({ ready: 60 });
});

it('is stopped while it checks, writes nothing of it, and is checked again', async () => {
  const rows = Array.from({ length: 260 }, (_, at) => person(at + 1));
  const move = await steps.upload(csv(HEAD, ...rows));
  let slices = 0;
  const stops = {
    isOver: () => false,
    rest: async () => void ((slices += 1) === 2 && (await steps.stop(move))),
  };
  expect(await checkMove(server.db, await again(move), 'en', stops)).toBe(false);
  expect(slices).toBe(2);
  const all = move.counts.rows;
  const stopped = await steps.read(move._id);
  expect(stopped).toMatchObject({ state: 'read', counts: { waiting: all, ready: 0, same: 0 } });
  expect((await steps.run(stopped)).counts).toMatchObject({ waiting: all, in: 0 });
  // The run has ended, so the check goes back to that state.
  expect(await steps.check(stopped)).toMatchObject({ state: 'done', counts: move.counts });
  await steps.undo(move);
  const answer = await owner.send('POST', `/moves/${move._id}/check`, { payload: {} });
  expect(answer.statusCode).toBe(409);
});

it('reads a sheet that is longer than a list may be, while desks have their turns', async () => {
  const rows = Array.from({ length: 10_200 }, (_, at) => person(at));
  let turns = 0;
  let isReading = true;
  const count = () => {
    turns += 1;
    if (isReading) setImmediate(count);
  };
  setImmediate(count);
  const [sheet] = await recognise(server.db, csv(HEAD, ...rows));
  isReading = false;
  expect(sheet?.rows).toHaveLength(10_200);
  // All at once it would be the handful of turns of the two queries.
  expect(turns).toBeGreaterThan(10);
});

it('keeps nothing of a file that is refused, and one move for a request that comes twice', async () => {
  const moves = () => server.db.$count(moveTable);
  const before = await moves();
  const send = (branchId: string, key: string) =>
    owner.send('POST', `/moves?fileName=a.csv&branchId=${branchId}`, {
      payload: csv('Student code,First name,Gender', 'SX-1,ນ້ອງ,F'),
      headers: { 'content-type': 'application/octet-stream', 'idempotency-key': key },
    });
  const nowhere = '00000000-0000-4000-8000-00000000abcd';
  expect((await send(nowhere, crypto.randomUUID())).statusCode).toBe(400);
  expect(await moves()).toBe(before);
  const { rows } = await server.db.execute<{ id: string }>(sql`select id from branches limit 1`);
  const key = crypto.randomUUID();
  const both = await Promise.all([1, 2].map(() => send(String(rows[0]?.id), key)));
  expect(both.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
  expect(new Set(both.map((answer) => answer.json<Move>()._id)).size).toBe(1);
  expect(await moves()).toBe(before + 1);
});
