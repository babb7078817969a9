import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAX_MOVE_SHEETS, type Move } from '#contract/imports/moving-in.ts';
import { movingRowTable, moveTable } from '#server/db/tables/desk/moving-in.table.ts';
import { resumeMoves } from '#server/desk/moving-in/run-moves.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { insertClass } from '#tests/helpers/class-rows.ts';
import { movingSteps } from '#tests/helpers/moving-steps.ts';
import { csv, workbookOf } from '#tests/helpers/sheet-files.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
const steps = movingSteps(() => owner);

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
});
afterAll(() => server.close());

const students = csv(
  'Student code,Full name,Gender,Date of birth,Phone,Home branch',
  'F-1,Somphone Vongsa,M,01/02/2001,020 5551 7701,VTE',
  'F-2,Bounmy Keola,F,03/02/2001,020 5551 7702,VTE',
);
const add = ({ _id }: Move, fileName: string, payload: Buffer, key?: string) =>
  owner.send('POST', `/moves/${_id}/files?fileName=${fileName}`, {
    payload,
    headers: {
      'content-type': 'application/octet-stream',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
  });
const sheetsOf = ({ sheets }: Move) => sheets.map(({ kind, counts }) => [kind, counts.ready]);

it('reads further files into one move, whose rows name each other', async () => {
  const { classCode } = await insertClass(server.db);
  const first = await steps.upload(students);
  const places = csv('Student,Class', `F-1,${classCode}`, `F-2,${classCode}`);
  const key = 'further-file-of-a-move';
  const added = await add(first, 'Enrolments.csv', places, key);
  expect(added.statusCode).toBe(200);
  const move = await steps.ended(first._id);
  expect(move.fileName).toBe('sheets.xlsx, Enrolments.csv');
  expect(sheetsOf(move)).toEqual([
    ['students', 2],
    ['enrolments', 2],
  ]);
  // The same request again adds nothing.
  expect((await add(first, 'Enrolments.csv', places, key)).statusCode).toBe(200);
  expect(sheetsOf(await steps.read(first._id))).toHaveLength(2);
  expect((await steps.run(move)).counts).toMatchObject({ in: 4, problem: 0 });
});

it('leaves the move as it was when a further file cannot be read', async () => {
  const move = await steps.upload(students);
  expect((await add(move, 'photo.csv', Buffer.from([0xff, 0xd8, 0xff, 0xe0]))).statusCode).toBe(
    400,
  );
  const rows = [['Given name'], ['Somphone']];
  const many = Array.from({ length: MAX_MOVE_SHEETS }, (_, at) => ({ name: `Class ${at}`, rows }));
  // One sheet is there already: the limit holds over all files together.
  const refused = await add(move, 'classes.xlsx', await workbookOf(...many));
  expect(refused.json()).toMatchObject({ code: 'sheetTooManySheets' });
  expect(await steps.read(move._id)).toEqual(move);
});

/** Places without their students: more rows than are stored, or removed, at once. */
const manyPlaces = csv('Student,Class', ...Array.from({ length: 1100 }, (_, at) => `F-${at},X`));
const refusalOf = async (answer: ReturnType<typeof add>) =>
  (await answer).json<{ code?: string }>().code;

it('is neither written nor mended, and takes no other file, while a file is stored', async () => {
  const move = await steps.upload(students);
  const [sheet] = move.sheets;
  const [row] = await steps.rows(move, 'students');
  const adding = add(move, 'Enrolments.csv', manyPlaces);
  const stateOf = async () => {
    const kept = await server.db.select().from(moveTable).where(eq(moveTable._id, move._id));
    return kept[0]?.state;
  };
  while ((await stateOf()) === 'read') await new Promise((resolve) => setImmediate(resolve));
  const others = [
    add(move, 'Enrolments.csv', manyPlaces),
    owner.send('POST', `/moves/${move._id}/run`, { payload: {} }),
    owner.send('POST', `/moves/${move._id}/check`, { payload: {} }),
    owner.send('PUT', `/moves/${move._id}/rows/${row?._id}`, { payload: { leftOut: true } }),
  ];
  expect(await steps.read(move._id)).toMatchObject({ state: 'checking', sheets: [sheet] });
  expect(await Promise.all(others.map(refusalOf))).toEqual(others.map(() => 'moveRunning'));
  expect(await stateOf()).toBe('reading read');
  expect((await adding).statusCode).toBe(200);
  const added = await steps.ended(move._id);
  expect(added).toMatchObject({ state: 'read', counts: { rows: 1102 } });
  expect(sheetsOf(added).map(([kind]) => kind)).toEqual(['students', 'enrolments']);
});

it.each([
  ['the server starts again', () => resumeMoves(server.db, server.app.log)],
  ['a person stops it', (move: Move) => steps.stop(move)],
])('is what it was before a file that was never stored whole, once %s', async (_when, end) => {
  const move = await steps.run(await steps.upload(students));
  // As if the server had ended before the last write, and before it could take anything back.
  await server.db.execute(sql`create function ended() returns trigger language plpgsql as $$ begin
    raise exception 'ended'; end $$`);
  await server.db.execute(sql`create trigger ended before update or delete on move_sheets
    for each row execute function ended()`);
  expect((await add(move, 'Enrolments.csv', manyPlaces)).statusCode).toBe(500);
  await server.db.execute(sql`drop function ended cascade`);
  expect(await steps.read(move._id)).toMatchObject({ state: 'checking', sheets: move.sheets });
  expect(await refusalOf(owner.send('POST', `/moves/${move._id}/undo`, { payload: {} }))).toBe(
    'moveRunning',
  );
  await end(move);
  expect(await steps.read(move._id)).toEqual(move);
  const rows = await server.db.$count(movingRowTable, eq(movingRowTable.moveId, move._id));
  expect(rows).toBe(2);
});

it('takes no further file for a move that was taken back', async () => {
  const move = await steps.upload(students);
  await steps.run(move);
  await steps.undo(move);
  expect((await add(move, 'students.csv', students)).statusCode).toBe(409);
});

it('reads a short landline by the area of the branch of its row', async () => {
  const head = 'Student code,Full name,Gender,Date of birth,Phone,Home branch';
  const move = await steps.upload(csv(head, 'F-10,Kham Vongsa,M,01/02/2001,213 555,LPB'));
  await steps.run(move);
  const [row] = await server.db
    .select()
    .from(studentTable)
    .where(eq(studentTable.studentCode, 'F-10'));
  expect(row?.phone).toBe('+85671213555');
});

it('knows a column of stock once a later file, or a correction of it, brings the branch', async () => {
  const products = csv(
    'SKU,Name in English,Category,Price,Unit,Opening stock LTR,Late town',
    'LT-1,Pencil,Pens,5000,pc,12,7',
  );
  const first = await steps.upload(products);
  expect(steps.sheetOf(first, 'products').notTaken).toEqual([5, 6]);
  const branches = csv(
    'Branch code,Branch name,Province,Phone',
    'LTR,Later,01,020 5559 7701',
    'LTX,Late tonw,01,020 5559 7702',
  );
  expect((await add(first, 'Branches.csv', branches)).statusCode).toBe(200);
  const known = await steps.ended(first._id);
  expect(steps.sheetOf(known, 'products').matching.slice(5)).toEqual(['stock LTR', null]);
  const [, wrong] = await steps.rows(known, 'branches');
  if (!wrong) throw new Error('No branch');
  const mended = await steps.mend(known, wrong, { field: 'branchName', value: 'Late town' });
  expect(steps.sheetOf(mended, 'products')).toMatchObject({
    notTaken: [],
    counts: { ready: 1, problem: 0 },
  });
  expect((await steps.run(mended)).counts).toMatchObject({ in: 3 });
  const { rows } = await server.db.execute(sql`
    select branches.code, level.on_hand as quantity from stock_levels level
    join branches on branches.id = level.branch_id
    join products on products.id = level.product_id
    where products.sku = 'LT-1' and level.seq > 0 order by 1`);
  expect(rows).toEqual([
    { code: 'LTR', quantity: 12 },
    { code: 'LTX', quantity: 7 },
  ]);
});
