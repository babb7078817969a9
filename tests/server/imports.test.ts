import { setTimeout as wait } from 'node:timers/promises';
import { eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiErrors } from '#contract/errors.ts';
import type { Move } from '#contract/imports/moving-in.ts';
import type { StudentRecord } from '#contract/people/students.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { moveTable } from '#server/db/tables/desk/moving-in.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { codeOf, HEAD, listSteps, upload } from '#tests/helpers/list-steps.ts';
import { csv, workbook, xlsx } from '#tests/helpers/sheet-files.ts';
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

const { read, check, mend, run, undo } = listSteps(() => staff);
const counts = async () => [
  await server.db.$count(studentTable),
  await server.db.$count(parentTable),
  await server.db.$count(teacherTable),
];
const named = (name: string) =>
  server.db
    .select()
    .from(studentTable)
    .where(like(studentTable.firstName, `${name}%`))
    .orderBy(studentTable.studentCode);

describe('reading a file', () => {
  it('answers its columns, and what each of them seems to hold in either language', async () => {
    const file = await read(
      csv('ຊື່ *,ນາມສະກຸນ,Sex,DOB,something,ເບີໂທຜູ້ປົກຄອງ,name', 'ກ,ຂ,ຍິງ,1/2/2015,=1+1,020 5551 0001,x'),
    );
    expect(file).toMatchObject({
      rowCount: 1,
      headings: ['ຊື່ *', 'ນາມສະກຸນ', 'Sex', 'DOB', 'something', 'ເບີໂທຜູ້ປົກຄອງ', 'name'],
      firstRows: [['ກ', 'ຂ', 'ຍິງ', '1/2/2015', '', '020 5551 0001', '']],
      matching: ['firstName', 'lastName', 'gender', 'dateOfBirth', null, 'guardian1Phone', null],
    });
    expect(file.fields).toContainEqual({ name: 'gender', label: 'Gender', required: true });
  });

  it('knows every heading of its template in both languages, and never imports the example', async () => {
    for (const kind of ['students', 'teachers'] as const) {
      const file = await read((await staff.get(`/${kind}/import/template`)).rawPayload, { kind });
      expect(file.matching).not.toContain(null);
      expect(file.headings).toContain('Gender\nເພດ');
      expect(await check(file, { kind })).toMatchObject({ rows: 1, out: 1, problemRows: 0 });
    }
  });

  it.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['no table at all', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 1]), 'sheetEncoding'],
    ['a zip bomb', () => workbook(Buffer.alloc(60_000_000)), 'tooLarge'],
    ['more than 10 MB', () => Buffer.alloc(10_000_001, 'a,b\n'), 'tooLarge'],
    [
      '200 columns',
      () => csv(Array(200).fill('a').join(','), Array(200).fill('b').join(',')),
      'sheetTooManyColumns',
    ],
  ])('refuses %s with a clear word, and nothing has changed', async (_name, make, code) => {
    const before = [await counts(), await server.db.$count(moveTable)];
    const answer = await upload(staff, await make());
    expect([answer.statusCode, codeOf(answer)]).toEqual([
      apiErrors[code as 'tooLarge'].status,
      code,
    ]);
    expect([await counts(), await server.db.$count(moveTable)]).toEqual(before);
  });

  it('takes nothing but the file itself', async () => {
    const answer = await staff.post('/students/imports', { rows: [] });
    expect(codeOf(answer)).toBe('sheetUnreadable');
  });
});

describe('the dry run', () => {
  it('tells every problem by row and column, in the language of the clerk, and changes nothing', async () => {
    const before = await counts();
    const file = await read(
      csv(
        HEAD,
        'ດີ,ວົງ,ຊາຍ,31/12/1990,020 5551 7001,,,,',
        ',ວົງ,robot,31/12/2558,12,,,,',
        'ເດັກ,ວົງ,f,2015-02-30,,,,,',
        'ເດັກ,ວົງ,f,2015-02-03,,,,,',
        'ສູດ,ວົງ,f,42038,020 5551 7002,ແມ່,=1+1,020 5551 7003,stepmother',
      ),
    );
    const found = await check(file);
    expect(found).toMatchObject({ rows: 5, ready: 1, problemRows: 4, askedRows: 0 });
    expect(found.problems).toEqual([
      { row: 3, label: 'First name', value: '', error: 'Required' },
      { row: 3, label: 'Gender', value: 'robot', error: 'Choose one of: Female, Male, Other' },
      {
        row: 3,
        label: 'Date of birth',
        value: '31/12/2558',
        error: 'This is a Buddhist year. Write 2015',
      },
      {
        row: 3,
        label: 'Phone',
        value: '12',
        error: 'Phone is not valid. Write it like 020 5551 2345',
      },
      { row: 4, label: 'Date of birth', value: '2015-02-30', error: 'There is no day 30/2/2015' },
      { row: 4, label: 'Phone', value: '', error: 'Enter a phone number, or add a guardian' },
      { row: 5, label: 'Phone', value: '', error: 'Enter a phone number, or add a guardian' },
      {
        row: 5,
        label: 'Guardian 1 first name',
        value: '',
        error: 'A student under 18 needs a guardian',
      },
      {
        row: 6,
        label: 'Guardian 1 last name',
        value: '',
        error: 'This is a formula. Enter the value itself',
      },
      {
        row: 6,
        label: 'Guardian 1 relation',
        value: 'stepmother',
        error: 'Choose one of: Mother, Father, Grandparent, Aunt or uncle, Sibling, Other',
      },
    ]);
    const lao = await check(file, { language: 'lo' });
    expect(lao.problems[2]).toEqual({
      row: 3,
      label: 'ວັນເດືອນປີເກີດ',
      value: '31/12/2558',
      error: 'ປີນີ້ແມ່ນພຸດທະສັກກະລາດ. ຂຽນເປັນ 2015',
    });
    expect(await counts()).toEqual(before);
  });

  it('shows who is there already, in the file and among the records of the branch, by phone or by name and birthday', async () => {
    await run(await read(csv(HEAD, 'ມີແລ້ວ,ແກ້ວ,f,01/01/1990,020 5551 7101,,,,')));
    const file = await read(
      csv(
        HEAD,
        'ຄົນ,ອື່ນ,m,02/02/1991,020 5551 7101,,,,',
        'ມີ ແລ້ວ,ແກ້ວ,f,1990-01-01,020 5551 7102,,,,',
        'ໃໝ່,ແທ້,f,03/03/1992,020 5551 7103,,,,',
        'ໃໝ່,ແທ້,f,03/03/1992,020 5551 7104,,,,',
      ),
    );
    const found = await check(file);
    expect(found).toMatchObject({ ready: 1, askedRows: 3, problemRows: 0 });
    expect(found.asked.map(({ row, error }) => `${row} ${error.slice(0, 34)}`)).toEqual([
      expect.stringMatching(/^2 There is ST-\S+ ມີແລ້ວ ແກ້ວ/) as string,
      expect.stringMatching(/^3 There is ST-\S+ ມີແລ້ວ ແກ້ວ/) as string,
      '5 Row 4 has the same phone, or the s',
    ]);
    expect((await run(file)).added).toBe(1);
  });

  it('refuses columns that are no fields, a field twice, and too few', async () => {
    const file = await read(csv('First name,Last name', 'a,b'));
    for (const matching of [
      ['firstName', 'firstName'],
      ['firstName', 'passwordHash'],
      ['firstName'],
      ['__proto__', null],
    ]) {
      const answer = await staff.send(
        'PUT',
        `/students/imports/${file._id}/sheets/${file.sheet._id}`,
        { payload: { kind: 'students', matching } },
      );
      expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'fieldsInvalid']);
    }
  });
});

describe('the run', () => {
  it('adds students with their parents, siblings to one parent', async () => {
    const before = await counts();
    const file = await read(
      await xlsx(
        HEAD.split(','),
        ['ນ້ອງ1', 'ສຸກ', 'ຍິງ', { day: '2016-05-01' }, '', 'ແມ່ໃຫຍ່', 'ສຸກ', '020 5551 7201', 'ແມ່'],
        ['ນ້ອງ2', 'ສຸກ', 'ຊາຍ', { day: '2018-05-01' }, '', 'ແມ່ໃຫຍ່', 'ສຸກ', '+8562055517201', 'mother'],
      ),
    );
    expect((await run(file)).added).toBe(2);
    expect(await counts()).toEqual(before.map((some, at) => some + ([2, 1, 0][at] ?? 0)));
    const [first, second] = await named('ນ້ອງ');
    const record = (await staff.get(`/students/${first?._id}`)).json<StudentRecord>();
    expect(record).toMatchObject({
      dateOfBirth: '2016-05-01',
      gender: 'female',
      version: 1,
      status: 'prospect',
      siblings: [{ _id: second?._id }],
      guardians: [
        {
          firstName: 'ແມ່ໃຫຍ່',
          phone: '+8562055517201',
          relation: 'mother',
          isPayer: true,
          isPrimaryContact: true,
        },
      ],
    });
    expect(
      (await staff.get(`/students?search=${encodeURIComponent(first?.studentCode ?? '')}`)).json(),
    ).toHaveLength(1);
    const log = await server.db
      .select()
      .from(auditTable)
      .where(eq(auditTable.entityId, record._id));
    expect(log.map(({ action }) => action)).toEqual(['create']);
    const third = await read(csv(HEAD, 'ນ້ອງ3,ສຸກ,m,2020-05-01,,ແມ່ໃຫຍ່,ສຸກ,20 5551 7201,ແມ່'));
    expect((await run(third)).added).toBe(1);
    expect((await counts())[1]).toBe((before[1] ?? 0) + 1);
  });

  it('adds the good rows; a bad one waits, is corrected in its cell, and comes in', async () => {
    const before = await counts();
    const file = await read(
      csv(HEAD, 'ດີ,ໝົດ,f,01/01/1990,020 5551 7301,,,,', ',ບໍ່ດີ,f,01/01/1990,020 5551 7302,,,,'),
    );
    expect((await run(file)).added).toBe(1);
    const bad = (await check(file)).all.find(({ number }) => number === 3);
    if (!bad) throw new Error('No row');
    const mended = await mend(file, bad, { field: 'firstName', value: 'ແກ້ແລ້ວ' });
    expect(mended.counts).toMatchObject({ ready: 1, problem: 0 });
    expect((await run(file)).added).toBe(2);
    expect((await undo(file)).removed).toBe(2);
    expect(await counts()).toEqual(before);
  });

  it('adds the others when the database refuses one, and that one later', async () => {
    const before = await counts();
    await server.db.execute(
      sql`alter table guardians add constraint broken check (position < 1) not valid`,
    );
    const two = await read(
      csv(
        `${HEAD},Guardian 2 first name,Guardian 2 last name,Guardian 2 phone,Guardian 2 relation`,
        'ດີ,ໝົດ,f,01/01/2015,,ກ,ຂ,020 5551 7303,ແມ່,ຄ,ງ,020 5551 7304,ພໍ່',
        'ງາມ,ໝົດ,f,01/01/2015,,ກ,ຂ,020 5551 7303,ແມ່,,,,',
      ),
    );
    expect((await run(two)).move?.counts).toMatchObject({ in: 1, problem: 1 });
    await server.db.execute(sql`alter table guardians drop constraint broken`);
    await check(two);
    expect((await run(two)).added).toBe(2);
    expect(await counts()).toEqual(before.map((some, at) => some + ([2, 2, 0][at] ?? 0)));
  });

  it('adds a file once, however often and however fast it is asked', async () => {
    const file = await read(csv(HEAD, 'ຄັ້ງດຽວ,ແທ້,f,01/01/1990,020 5551 7401,,,,'));
    const key = { 'idempotency-key': '6f1d3c1e-0000-4000-8000-000000000001' };
    // Some arrive before the first is saved, some while it is, some afterwards.
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        await wait(at * 3);
        return staff.post(`/students/imports/${file._id}/run`, {}, key);
      }),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
    const state = async () => (await staff.get(`/students/imports/${file._id}`)).json<Move>().state;
    await expect.poll(state).toBe('done');
    expect((await run(file)).added).toBe(1);
    expect(await named('ຄັ້ງດຽວ')).toHaveLength(1);
  });

  it('leaves out people who came in since the dry run', async () => {
    const line = 'ພ້ອມກັນ,ແທ້,f,01/01/1990,020 5551 7501,,,,';
    const [one, two] = [await read(csv(HEAD, line)), await read(csv(HEAD, line))];
    expect((await check(two)).ready).toBe(1);
    await run(one);
    expect((await run(two)).added).toBe(0);
    expect(await named('ພ້ອມກັນ')).toHaveLength(1);
  });

  it('brings in what was exported, in both formats and languages', async () => {
    const there = await branchId(server.db, 'PKS');
    const line = 'ໄປກັບ,ແທ້,f,01/02/2015,,ພໍ່,ແທ້,+66812345670,ພໍ່,=x,"- ""a"", ຂ"';
    // A note like a formula is text once it is marked as such.
    await run(await read(csv(`${HEAD},Note,Nickname`, line.replace('=x', "'=x"))));
    const [first] = await named('ໄປກັບ');
    for (const [format, language] of [
      ['csv', 'lo'],
      ['csv', 'en'],
      ['xlsx', 'lo'],
      ['xlsx', 'en'],
    ]) {
      const exported = await staff.get(
        `/students/export?format=${format}&language=${language}&search=${encodeURIComponent('ໄປກັບ')}`,
      );
      const file = await read(exported.rawPayload, { client: owner, query: `&branchId=${there}` });
      await run(file, { client: owner, others: true });
    }
    const all = await named('ໄປກັບ');
    expect(all).toHaveLength(5);
    const {
      _id: _1,
      studentCode: _2,
      homeBranchId: _3,
      createdAt: _4,
      updatedAt: _5,
      search: _6,
      ...same
    } = first ?? ({} as never);
    expect(same).toMatchObject({ note: '=x', nickname: '- "a", ຂ' });
    for (const row of all) expect(row).toMatchObject(same);
  });
});
