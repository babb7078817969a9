import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tidy } from '#server/jobs/tidy.ts';
import { importTable } from '#server/db/tables/desk/imports.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { codeOf, HEAD, importSteps, lastLine, upload } from '#tests/helpers/import-steps.ts';
import { csv } from '#tests/helpers/sheet-files.ts';
import {
  branchId,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  [owner, staff] = await Promise.all([server.as('superadmin'), server.as('staff')]);
});
afterAll(() => server.close());

const { read, check, run, undo } = importSteps(() => staff);
const counts = async () => [
  await server.db.$count(studentTable),
  await server.db.$count(parentTable),
  await server.db.$count(teacherTable),
];

describe('undo', () => {
  it('removes what was added, with parents nobody else has, once', async () => {
    const before = await counts();
    const file = await read(csv(HEAD, 'ຖອນ,ຄືນ,f,01/01/2015,,ແມ່,ຄືນ,020 5551 7601,ແມ່'));
    await run(file);
    expect((await undo(file)).json()).toEqual({ removed: 1 });
    expect(await counts()).toEqual(before);
    expect(codeOf(await undo(file))).toBe('importInUse');
    expect((await staff.get(`/students/imports/${file._id}`)).json()).toMatchObject({
      state: 'undone',
    });
  });

  it('refuses, and removes nothing, once a record was changed or its parent has another child', async () => {
    const file = await read(
      csv(
        HEAD,
        'ຖືກ1,ໃຊ້,f,01/01/2015,,ແມ່,ໃຊ້,020 5551 7701,ແມ່',
        'ຖືກ2,ໃຊ້,f,01/01/2016,,ພໍ່,ໃຊ້,020 5551 7702,ພໍ່',
      ),
    );
    await run(file);
    const before = await counts();
    const sibling = await read(csv(HEAD, 'ອື່ນ,ໃຊ້,f,01/01/2017,,ແມ່,ໃຊ້,020 5551 7701,ແມ່'));
    await run(sibling);
    expect(codeOf(await undo(file))).toBe('importInUse');
    await undo(sibling);
    await server.db
      .update(studentTable)
      .set({ version: 2 })
      .where(eq(studentTable.firstName, 'ຖືກ2'));
    expect(codeOf(await undo(file))).toBe('importInUse');
    expect(await counts()).toEqual(before);
  });
});

describe('teachers', () => {
  it('come into the branch, once, and leave again', async () => {
    const head = 'First name,Last name,Gender,Phone,Employment type,Start date';
    const file = await read(
      csv(head, 'ຄູ,ໃໝ່,ຍິງ,020 5551 7801,Part-time,01/09/2026', 'ຄູ,ສອງ,ຊາຍ,,ອິດສະຫຼະ,'),
      { kind: 'teachers' },
    );
    expect((await check(file, { kind: 'teachers' })).problems).toEqual([
      { row: 3, label: 'Phone', value: '', error: 'Required' },
    ]);
    const good = await read(csv(head, 'ຄູ,ໃໝ່,ຍິງ,020 5551 7801,Part-time,01/09/2026'), {
      kind: 'teachers',
    });
    expect(lastLine(await run(good, { kind: 'teachers' })).answer).toMatchObject({ added: 1 });
    const [row] = await server.db
      .select()
      .from(teacherTable)
      .where(eq(teacherTable.phone, '+8562055517801'));
    expect(row).toMatchObject({
      employmentType: 'part',
      startDate: '2026-09-01',
      branchIds: [await branchId(server.db, 'VTE')],
      unavailability: [],
    });
    const again = await read(csv(head, 'ຄູ,ໃໝ່,ຍິງ,020 5551 7801,,'), { kind: 'teachers' });
    expect(await check(again, { kind: 'teachers' })).toMatchObject({ ready: 0, duplicateRows: 1 });
    expect((await undo(good, staff, 'teachers')).json()).toEqual({ removed: 1 });
  });
});

describe('recent imports', () => {
  type Recent = { _id: string; undone: boolean; mayUndo: boolean };
  const recent = async (client: Client, kind = 'students') =>
    (await client.get(`/${kind}/imports`)).json<Recent[]>();

  it('are told to the branch with who and how many, and to be undone by who ran them', async () => {
    const ready = await read(csv(HEAD, 'ຫາກໍ່,ນຳເຂົ້າ,f,01/01/1990,020 5551 7911,,,,'));
    expect((await recent(staff)).map(({ _id }) => _id)).not.toContain(ready._id);
    await run(ready);
    const [mine] = await recent(staff);
    expect(mine).toMatchObject({
      _id: ready._id,
      fileName: 'list.csv',
      by: 'ດາວວອນ ພົມມະຈັນ',
      added: 1,
      undone: false,
      mayUndo: true,
    });
    const admin = await server.as('admin');
    expect((await recent(admin))[0]).toMatchObject({ _id: ready._id, mayUndo: false });
    expect((await undo(ready, admin)).statusCode).toBe(404);
    expect((await recent(staff, 'teachers')).map(({ _id }) => _id)).not.toContain(ready._id);
    await undo(ready);
    expect((await recent(staff))[0]).toMatchObject({
      _id: ready._id,
      undone: true,
      mayUndo: false,
    });
  });

  it('are not those of another branch, nor of the day before, nor for whoever only reads', async () => {
    const there = await branchId(server.db, 'PKS');
    const away = await read(csv(HEAD, 'ໄກ,ນຳເຂົ້າ,f,01/01/1990,020 5551 7912,,,,'), {
      client: owner,
      query: `&branchId=${there}`,
    });
    await run(away, { client: owner });
    expect((await recent(owner)).map(({ _id }) => _id)).toContain(away._id);
    expect((await recent(staff)).map(({ _id }) => _id)).not.toContain(away._id);
    await server.db
      .update(importTable)
      .set({ createdAt: sql`now() - interval '25 hours'` })
      .where(eq(importTable._id, away._id));
    expect((await recent(owner)).map(({ _id }) => _id)).not.toContain(away._id);
    expect((await (await server.as('finance')).get('/students/imports')).statusCode).toBe(403);
  });
});

describe('who', () => {
  it('may not import into another branch, nor see or run what another person read', async () => {
    const there = await branchId(server.db, 'PKS');
    const answer = await upload(
      staff,
      csv(HEAD, 'ກ,ຂ,f,01/01/1990,020 5551 7901,,,,'),
      'students',
      `&branchId=${there}`,
    );
    expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'fieldsInvalid']);
    const file = await read(csv(HEAD, 'ກ,ຂ,f,01/01/1990,020 5551 7901,,,,'));
    for (const client of [owner, await server.as('admin')]) {
      for (const asked of [
        client.get(`/students/imports/${file._id}`),
        run(file, { client }),
        undo(file, client),
      ])
        expect((await asked).statusCode).toBe(404);
    }
    expect((await run(file, { kind: 'teachers' })).statusCode).toBe(404);
  });

  it('may not import with the right to read alone', async () => {
    const finance = await server.as('finance');
    expect((await upload(finance, csv(HEAD, 'a,b'))).statusCode).toBe(403);
    expect((await finance.get('/students/import/template')).statusCode).toBe(403);
  });

  it('has a day for it', async () => {
    const file = await read(csv(HEAD, 'ກ,ຂ,f,01/01/1990,020 5551 7902,,,,'));
    await server.db
      .update(importTable)
      .set({ createdAt: sql`now() - interval '25 hours'` })
      .where(eq(importTable._id, file._id));
    expect((await run(file)).statusCode).toBe(404);
    await tidy(server.db);
    expect(await server.db.$count(importTable, eq(importTable._id, file._id))).toBe(0);
  });
});
