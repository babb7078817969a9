import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Move, MovingSheetKind } from '#contract/imports/moving-in.ts';
import { moveTable } from '#server/db/tables/desk/moving-in.table.ts';
import { checkMove } from '#server/desk/moving-in/check-move.ts';
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

/** Everything that a check finds, by the rows and sheets of a move. */
async function found({ _id }: Move) {
  const rows = await server.db.execute(sql`
    select state, problems, name, input, money, changes, record_id, position
    from move_rows where move_id = ${_id} order by sheet_id, number`);
  const sheets = await server.db.execute(sql`
    select questions from move_sheets where move_id = ${_id} order by position`);
  const { counts } = await steps.read(_id);
  return { rows: rows.rows, sheets: sheets.rows, counts };
}

/** Writes every row anew, so that the next check knows nothing of the last one. */
const touch = ({ _id }: Move) =>
  server.db.execute(sql`update move_rows set state = 'waiting', input = null, money = null,
    problems = '[]', changes = null, name = '' where move_id = ${_id} and state <> 'in'`);

/** The versions of the rows of a move, by which it shows who wrote them last. */
async function versions({ _id }: Move) {
  const { rows } = await server.db.execute<{ number: number; version: string }>(sql`
    select number, xmin::text as version from move_rows where move_id = ${_id} order by number`);
  return new Map(rows.map(({ number, version }) => [number, version]));
}

const kinds = ['students', 'enrolments', 'classes', 'balances', 'courses', 'terms'] as const;
const mends = fc.array(
  fc.record({
    kind: fc.constantFrom<MovingSheetKind>(...kinds, 'students', 'enrolments'),
    row: fc.nat(),
    other: fc.nat(),
    field: fc.nat(),
    what: fc.constantFrom(
      ...(['as another row', 'as another row', 'for all like it', 'empty', 'wrong'] as const),
      ...(['out', 'in', 'without the column', 'with its columns'] as const),
    ),
  }),
  { minLength: 8, maxLength: 8 },
);

it('finds after each mend what a check of all rows finds', async () => {
  const move = await steps.upload(movingFile('clean.xlsx'));
  await fc.assert(
    fc.asyncProperty(mends, async (some) => {
      for (const { kind, what, ...at } of some) {
        const rows = await steps.rows(move, kind);
        const row = rows[at.row % rows.length];
        const other = rows[at.other % rows.length];
        if (!row || !other) throw new Error(`No rows of ${kind}`);
        const fields = Object.keys({ ...row.values, ...other.values });
        const field = fields[at.field % fields.length] ?? '';
        const value = what === 'empty' ? '' : what === 'wrong' ? '?' : (other.values[field] ?? '');
        if (what.endsWith('columns') || what.endsWith('column')) {
          const isWithout = what === 'without the column';
          const { matching } = steps.sheetOf(move, kind);
          const without = matching.map((one) => (one === field ? null : one));
          await steps.change(move, kind, { matching: isWithout ? without : matching });
          continue;
        }
        await steps.mend(move, row, {
          ...(what === 'out' || what === 'in' ? { leftOut: what === 'out' } : { field, value }),
          forAll: what === 'for all like it',
        });
      }
      const mended = await found(move);
      await touch(move);
      await steps.check(move);
      expect(mended).toEqual(await found(move));
    }),
    { numRuns: 6, seed: 20_261_130, endOnFailure: true },
  );
}, 120_000);

const HEAD = 'Student code,First name,Last name,Gender,Date of birth,Home branch,Phone';
const person = (at: number) => `MD-${at},ນ້ອງ${at},ວົງ,F,01/02/1990,VTE,020 5${7_400_000 + at}`;

it('writes only rows whose result is another one, and sees what others have written', async () => {
  const move = await steps.upload(csv(HEAD, ...Array.from({ length: 40 }, (_, at) => person(at))));
  const before = await versions(move);
  const rows = await steps.rows(move, 'students');
  const [first, second] = rows;
  if (!first || !second) throw new Error('No rows');
  // Both have one code now, so the second one waits for an answer.
  const code = first.values['studentCode'] ?? '';
  const mended = await steps.mend(move, second, { field: 'studentCode', value: code });
  expect(mended.counts).toMatchObject({ ready: 39, problem: 1 });
  const after = await versions(move);
  const written = [...after].filter(([number, version]) => before.get(number) !== version);
  expect(written.map(([number]) => number)).toEqual([second.number]);
  // Another process mends the first row, and its check ends before it has begun.
  await server.db.execute(
    sql`update move_rows set edits = '{"studentCode": "MD-other"}' where id = ${first._id}`,
  );
  await server.db.update(moveTable).set({ state: 'checking' }).where(eq(moveTable._id, move._id));
  const [again] = await server.db.select().from(moveTable).where(eq(moveTable._id, move._id));
  if (!again) throw new Error('No move');
  await checkMove(server.db, again, 'en', {
    isOver: () => false,
    rest: () => Promise.resolve(),
  });
  expect((await steps.read(move._id)).counts).toMatchObject({ ready: 40, problem: 0 });
  // What was written is no row of the next check.
  const done = await steps.run(move);
  expect(done.counts).toMatchObject({ in: 40 });
  expect(await steps.check(move)).toMatchObject({ state: 'done', counts: done.counts });
});
