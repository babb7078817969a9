import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StudentRecord } from '#contract/people/students.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { HEAD, listSteps } from '#tests/helpers/list-steps.ts';
import { csv } from '#tests/helpers/sheet-files.ts';
import { addStudent, newGuardian, newStudent } from '#tests/helpers/people.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.as('staff');
});
afterAll(() => server.close());

const { read, check, mend, run, undo } = listSteps(() => staff);
const counts = async () => [
  await server.db.$count(studentTable),
  await server.db.$count(parentTable),
];
const line = (name: string, phone: string) => `${name},ຄົນດຽວ,f,01/01/1990,${phone},,,,`;
const child = (name: string, guardian: string) => `${name},ລູກ,f,01/01/2016,,${guardian},ແມ່`;
const TWO = `${HEAD},Guardian 2 first name,Guardian 2 last name,Guardian 2 phone,Guardian 2 relation`;
const recordOf = async (firstName: string) => {
  const [row] = await server.db
    .select()
    .from(studentTable)
    .where(eq(studentTable.firstName, firstName));
  return (await staff.get(`/students/${row?._id}`)).json<StudentRecord>();
};

describe('rows of people who are there already', () => {
  it('wait until somebody says that one of them, or all of them, are other people', async () => {
    const lines = ['ຊ້ຳ1', 'ຊ້ຳ2', 'ຊ້ຳ3'].map((name, at) => line(name, `020 5552 110${at}`));
    await run(await read(csv(HEAD, ...lines)));
    const file = await read(csv(HEAD, ...lines));
    const { all, ...found } = await check(file);
    expect(found).toMatchObject({ ready: 0, askedRows: 3 });
    const second = all[1];
    if (second) await mend(file, second, { field: 'otherPerson', value: 'ແມ່ນ' });
    expect((await run(file)).added).toBe(1);
    expect(await server.db.$count(studentTable, eq(studentTable.firstName, 'ຊ້ຳ2'))).toBe(2);
    expect((await run(await read(csv(HEAD, ...lines)), { others: true })).added).toBe(3);
  });
});

describe('guardians who may be there already', () => {
  it('are told once, by phone and by name, and not where both are the same', async () => {
    await run(await read(csv(HEAD, child('ກ່ອນ', 'ແມ່ເກົ່າ,ເລີດ,020 5552 1201'))));
    const known = await recordOf('ກ່ອນ');
    const label = `${known.guardians[0]?.firstName} ເລີດ +8562055521201`;
    const found = await check(
      await read(
        csv(
          HEAD,
          child('ກ1', 'ແມ່ເກົ່າ,ເລີດ,020 5552 1201'),
          child('ກ2', 'ພໍ່,ເລີດ,020 5552 1201'),
          child('ກ3', 'ພໍ່,ເລີດ,020 5552 1201'),
          child('ກ4', 'ແມ່ ເກົ່າ,ເລີດ,020 5552 1202'),
          child('ກ5', 'ຄົນອື່ນ,ແທ້,020 5552 1203'),
        ),
      ),
    );
    expect(found).toMatchObject({ ready: 2, askedRows: 3, problemRows: 0 });
    const asked = `There is ${label} with the same phone or the same name. Is this guardian another person?`;
    const field = 'guardian1Other';
    expect(found.asked).toEqual([
      { row: 3, field, error: asked },
      { row: 4, field, error: 'Waits for the row of ກ2 ລູກ, which has to be corrected first' },
      { row: 5, field, error: asked },
    ]);
  });

  it('become new parents, or the one who is there, as is chosen, and the undo leaves the one who was there', async () => {
    await run(await read(csv(HEAD, child('ຄອບຄົວ', 'ແມ່ຄອບຄົວ,ດີ,020 5552 1301'))));
    const before = await counts();
    const parentId = (await recordOf('ຄອບຄົວ')).guardians[0]?.parentId;
    const file = await read(
      csv(
        HEAD,
        child('ຂ1', 'ມ່,ດີ,020 5552 1301'),
        child('ຂ2', 'ມ່,ດີ,020 5552 1301'),
        child('ຂ3', 'ພໍ່,ດີ,020 5552 1301'),
      ),
    );
    const { all } = await check(file);
    const [first, , third] = all;
    if (!first || !third) throw new Error('No rows');
    await mend(file, first, { field: 'guardian1Other', value: 'no' });
    await mend(file, third, { field: 'guardian1Other', value: 'yes' });
    expect((await run(file)).added).toBe(3);
    expect(await counts()).toEqual([(before[0] ?? 0) + 3, (before[1] ?? 0) + 1]);
    for (const name of ['ຂ1', 'ຂ2']) {
      expect((await recordOf(name)).guardians).toMatchObject([
        { parentId, firstName: 'ແມ່ຄອບຄົວ', phone: '+8562055521301', isPayer: true },
      ]);
    }
    expect((await recordOf('ຂ3')).guardians).toMatchObject([{ firstName: 'ພໍ່' }]);
    expect((await undo(file)).removed).toBe(3);
    expect(await counts()).toEqual(before);
  });

  it('are one guardian of a child when both turn out to be the same person', async () => {
    await run(await read(csv(HEAD, child('ຜູ້ດຽວ', 'ແມ່ດຽວ,ດີ,020 5552 1401'))));
    const file = await read(
      csv(TWO, `${child('ສອງຜູ້', 'ມ່,ດີ,020 5552 1401')},ແມ່ດຽວ,ດີ,020 5552 1402,ແມ່`),
    );
    const before = await counts();
    const [row] = (await check(file)).all;
    expect(row?.problems.map(({ field }) => field)).toEqual(['guardian1Other', 'guardian2Other']);
    for (const field of ['guardian1Other', 'guardian2Other'])
      if (row) await mend(file, row, { field, value: 'no', forAll: true });
    expect((await run(file)).added).toBe(1);
    expect((await counts())[1]).toBe(before[1]);
    expect((await recordOf('ສອງຜູ້')).guardians).toMatchObject([
      { firstName: 'ແມ່ດຽວ', isPayer: true },
    ]);
  });
});

describe('people who came in since the check', () => {
  let at = 0;
  const sinceTheCheck = eq(studentTable.phone, '+8562055521501');
  it.each([
    [
      'a student',
      async () =>
        void (await addStudent(server, staff, { firstName: 'ມາກ່ອນ1', phone: '020 5552 1501' })),
    ],
    [
      'a parent',
      async () =>
        void (await addStudent(server, staff, {
          guardians: [newGuardian({ firstName: 'ແມ່ອື່ນ', phone: '020 5552 1502' })],
        })),
    ],
  ])('are asked about in the row of %s, and the other row comes in', async (_name, arrive) => {
    at += 1;
    const lines = [
      line(`ນຳມາ${at}`, '020 5552 1501'),
      child(`ນຳມາລູກ${at}`, 'ແມ່ນຳ,ດີ,020 5552 1502'),
    ];
    const file = await read(csv(HEAD, ...lines));
    await check(file);
    await arrive();
    const { move } = await run(file);
    expect(move?.counts).toMatchObject({ in: 1, problem: 1 });
    expect((await check(file)).askedRows).toBe(1);
    expect((await undo(file)).removed).toBe(1);
    await server.db.update(studentTable).set({ archived: true }).where(sinceTheCheck);
    await server.db
      .update(parentTable)
      .set({ archived: true })
      .where(eq(parentTable.phone, '+8562055521502'));
  });

  it('are no guardian any more after they were put away', async () => {
    await run(await read(csv(HEAD, child('ໄປແລ້ວ', 'ແມ່ໄປ,ດີ,020 5552 1601'))));
    const file = await read(csv(HEAD, child('ຍັງຢູ່', 'ມ່,ດີ,020 5552 1601')));
    const [row] = (await check(file)).all;
    if (row) await mend(file, row, { field: 'guardian1Other', value: 'no' });
    await server.db
      .update(parentTable)
      .set({ archived: true })
      .where(eq(parentTable.phone, '+8562055521601'));
    expect((await run(file)).move?.counts).toMatchObject({ in: 0, problem: 1 });
    // Nobody is like them any more, so a new guardian is added.
    expect((await check(file)).ready).toBe(1);
  });

  it('never exist twice when a desk saves at the same moment', async () => {
    for (const at of [1, 2, 3, 4]) {
      const phone = `020 5552 170${at}`;
      const file = await read(csv(HEAD, line(`ພ້ອມ${at}`, phone)));
      const body = await newStudent(server, { phone, firstName: 'ໂຕະ', lastName: `ພ້ອມ${at}` });
      const [desk, imported] = await Promise.all([staff.post('/students', body), run(file)]);
      const stored = await server.db
        .select()
        .from(studentTable)
        .where(inArray(studentTable.phone, [`+856205552170${at}`]));
      expect(stored).toHaveLength(1);
      expect([
        [201, 0],
        [409, 1],
      ]).toContainEqual([desk.statusCode, imported.added]);
    }
  });
});
