import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAX_MOVE_SHEETS, type Move } from '#contract/imports/moving-in.ts';
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
  expect(refused.statusCode).toBe(413);
  expect(await steps.read(move._id)).toEqual(move);
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
