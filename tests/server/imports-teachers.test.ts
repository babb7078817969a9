import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListImport, Move } from '#contract/imports/moving-in.ts';
import { tidy } from '#server/jobs/tidy.ts';
import { moveTable } from '#server/db/tables/desk/moving-in.table.ts';
import { teacherRateTable } from '#server/db/tables/people/teacher-rates.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { codeOf, listSteps, upload } from '#tests/helpers/list-steps.ts';
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

const kind = 'teachers' as const;
const { read, check, mend, run, undo } = listSteps(() => staff);
const of = { kind };
const HEADS = 'First name,Last name,Gender,Phone,Employment type,Start date';
const byPhone = (phone: string) =>
  server.db.select().from(teacherTable).where(eq(teacherTable.phone, phone));

describe('teachers', () => {
  it('come into the branch, and a row that lacks a phone waits without them', async () => {
    const file = await read(
      csv(HEADS, 'ຄູ,ໃໝ່,ຍິງ,020 5551 7801,Part-time,01/09/2026', 'ຄູ,ສອງ,ຊາຍ,,ອິດສະຫຼະ,'),
      of,
    );
    const found = await check(file, of);
    expect(found.problems).toEqual([{ row: 3, label: 'Phone', value: '', error: 'Required' }]);
    expect((await run(file, of)).added).toBe(1);
    const [row] = await byPhone('+8562055517801');
    expect(row).toMatchObject({
      employmentType: 'part',
      startDate: '2026-09-01',
      unavailability: [],
      branchIds: [await branchId(server.db, 'VTE')],
    });
    const [waiting] = found.all.filter(({ number }) => number === 3);
    if (waiting) await mend(file, waiting, { field: 'phone', value: '020 5551 7802' }, of);
    expect((await run(file, of)).added).toBe(2);
    expect(await byPhone('+8562055517802')).toMatchObject([{ lastName: 'ສອງ' }]);

    const again = await read(csv(HEADS, 'ຄູ,ໃໝ່,ຍິງ,020 5551 7801,,'), of);
    expect(await check(again, of)).toMatchObject({ ready: 0, askedRows: 1, problemRows: 0 });
    expect((await run(again, of)).added).toBe(0);
    expect((await undo(file, staff, kind)).removed).toBe(2);
    expect(await byPhone('+8562055517801')).toEqual([]);
  });

  it('are added again only when somebody says that it is another person', async () => {
    const line = 'ສອງ,ຄົນ,ຍິງ,020 5551 7811,,';
    await run(await read(csv(HEADS, line), of), of);
    const file = await read(csv(HEADS, line, 'ຄົນ,ອື່ນ,ຊາຍ,020 5551 7811,,'), of);
    const { all, asked } = await check(file, of);
    expect(asked.map(({ row, field }) => [row, field])).toEqual([
      [2, 'otherPerson'],
      [3, 'otherPerson'],
    ]);
    expect(asked[0]?.error).toMatch(/^There is TC-\S+ ສອງ ຄົນ with the same phone/);
    const [first] = all;
    if (first) await mend(file, first, { field: 'otherPerson', value: 'no' }, of);
    expect((await run(file, of)).added).toBe(0);
    if (first) await mend(file, first, { field: 'otherPerson', value: 'yes', forAll: true }, of);
    expect((await run(file, of)).added).toBe(2);
    expect(await byPhone('+8562055517811')).toHaveLength(3);
  });

  it('who came to the branch since the check wait, and the others come in', async () => {
    const lines = ['ກ່ອນ,ໜຶ່ງ,ຍິງ,020 5551 7821,,', 'ກ່ອນ,ສອງ,ຍິງ,020 5551 7822,,'] as const;
    const file = await read(csv(HEADS, ...lines), of);
    await run(await read(csv(HEADS, lines[0]), of), of);
    const { added, move } = await run(file, of);
    expect([added, move?.counts.problem]).toEqual([1, 1]);
    expect((await check(file, of)).asked).toMatchObject([{ row: 2, field: 'otherPerson' }]);
    expect(await byPhone('+8562055517821')).toHaveLength(1);
  });

  it('bring no pay and no branch of their own with them', async () => {
    const file = await read(
      csv(`${HEADS},Hourly rate,Branches`, 'ຄູ,ຄ່າສອນ,ຍິງ,020 5551 7831,,,60000,PKS'),
      of,
    );
    expect(file.matching.slice(-2)).toEqual([null, null]);
    const path = `/teachers/imports/${file._id}/sheets/${file.sheet._id}`;
    const { matching } = file;
    for (const field of ['hourlyRate', 'branches', 'teacherCode'])
      expect(
        codeOf(
          await staff.send('PUT', path, { payload: { kind, matching: matching.with(-1, field) } }),
        ),
      ).toBe('fieldsInvalid');
    const defaults = { branches: 'PKS', hourlyRate: '60000', teacherCode: 'T-1' };
    await staff.send('PUT', path, { payload: { kind, matching, defaults } });
    for (const other of ['students', 'accounts'])
      expect(codeOf(await staff.send('PUT', path, { payload: { kind: other, matching } }))).toBe(
        'fieldsInvalid',
      );
    await run(file, of);
    const [row] = await byPhone('+8562055517831');
    expect(row?.branchIds).toEqual([await branchId(server.db, 'VTE')]);
    expect(row?.teacherCode).toMatch(/^TC-/);
    const rates = eq(teacherRateTable.teacherId, row?._id ?? '');
    expect(await server.db.$count(teacherRateTable, rates)).toBe(0);
  });
});

describe('an import into a list', () => {
  const line = 'ຂອງ,ໃຜ,ຍິງ,020 5551 7841,,';

  it('is that of whoever began it, in the list and branch of it', async () => {
    const there = await branchId(server.db, 'PKS');
    const answer = await upload(staff, csv(HEADS, line), kind, `&branchId=${there}`);
    expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'fieldsInvalid']);
    const file = await read(csv(HEADS, line), of);
    const row = (await check(file, of)).all[0]?._id;
    const at = (list: string) => `/${list}/imports/${file._id}`;
    for (const client of [owner, await server.as('admin')])
      for (const [method, path] of [
        ...(['', `/rows?sheetId=${file.sheet._id}`] as const).map((end) => ['GET', end] as const),
        ...(['/check', '/run', '/stop', '/undo'] as const).map((end) => ['POST', end] as const),
        ['PUT', `/rows/${row}`] as const,
      ]) {
        const payload = method === 'PUT' ? { leftOut: true } : {};
        const asked = await client.send(method, at(kind) + path, {
          ...(method !== 'GET' && { payload }),
        });
        expect([path, asked.statusCode]).toEqual([path, 404]);
      }
    // The moves of the centre do not have it either, and another list neither.
    expect((await owner.get(`/moves/${file._id}`)).statusCode).toBe(404);
    expect((await owner.get('/moves')).json<Move[]>()).toEqual([]);
    const finance = await server.as('finance');
    expect((await upload(finance, csv(HEADS, line), kind)).statusCode).toBe(403);
  });

  it('is told to the branch for a day, and goes then with its file', async () => {
    const recent = async (client: Client) =>
      (await client.get('/teachers/imports')).json<ListImport[]>();
    const file = await read(csv(HEADS, line), of);
    const admin = await server.as('admin');
    expect((await recent(staff))[0]).toMatchObject({ _id: file._id, state: 'read', isMine: true });
    expect((await recent(admin)).map(({ _id }) => _id)).not.toContain(file._id);
    await run(file, of);
    expect((await recent(admin))[0]).toMatchObject({
      _id: file._id,
      fileName: 'list.csv',
      by: 'ດາວວອນ ພົມມະຈັນ',
      added: 1,
      state: 'done',
      isMine: false,
    });
    await server.db
      .update(moveTable)
      .set({ createdAt: sql`now() - interval '25 hours'` })
      .where(eq(moveTable._id, file._id));
    expect((await undo(file, staff, kind)).answer.statusCode).toBe(404);
    await tidy(server.db);
    expect(await server.db.$count(moveTable, eq(moveTable._id, file._id))).toBe(0);
    expect(await byPhone('+8562055517841')).toHaveLength(1);
  });
});
