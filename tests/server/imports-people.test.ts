import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StudentRecord } from '#contract/people/students.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { codeOf, HEAD, importSteps, lastLine } from '#tests/helpers/import-steps.ts';
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

const { read, check, run, undo } = importSteps(() => staff);
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
  it('are left out or added one by one, and those not named as all of them', async () => {
    const lines = ['ຊ້ຳ1', 'ຊ້ຳ2', 'ຊ້ຳ3'].map((name, at) => line(name, `020 5552 110${at}`));
    await run(await read(csv(HEAD, ...lines)));
    const file = await read(csv(HEAD, ...lines));
    expect(await check(file)).toMatchObject({ ready: 0, duplicateRows: 3 });
    const answer = await run(file, { duplicates: 'skip', rows: [{ row: 3, choice: 'add' }] });
    expect(lastLine(answer).answer).toMatchObject({ added: 1, skipped: 2 });
    expect(await server.db.$count(studentTable, eq(studentTable.firstName, 'ຊ້ຳ2'))).toBe(2);
    const again = await run(await read(csv(HEAD, ...lines)), {
      duplicates: 'add',
      rows: [{ row: 2, choice: 'skip' }],
    });
    expect(lastLine(again).answer).toMatchObject({ added: 2, skipped: 1 });
  });

  it('do not include a row just because a request names it', async () => {
    const file = await read(csv(HEAD, line('ຄົນໃໝ່', '020 5552 1109')));
    expect(
      lastLine(
        await run(file, {
          rows: [
            { row: 2, choice: 'skip' },
            { row: 99, choice: 'add' },
          ],
        }),
      ).answer,
    ).toMatchObject({ added: 1 });
  });
});

describe('guardians who may be there already', () => {
  it('are told once, by phone and by name, and not where both are the same', async () => {
    await run(await read(csv(HEAD, child('ກ່ອນ', 'ແມ່ເກົ່າ,ເລີດ,020 5552 1201'))));
    const known = await recordOf('ກ່ອນ');
    const of = { _id: known.guardians[0]?.parentId, name: 'ແມ່ເກົ່າ ເລີດ', phone: '+8562055521201' };
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
    expect(found).toMatchObject({ ready: 5, duplicateRows: 0, parentMatches: 2 });
    expect(found.parents).toEqual([
      {
        row: 3,
        guardian: 1,
        firstName: 'ພໍ່',
        lastName: 'ເລີດ',
        phone: '+8562055521201',
        because: 'phone',
        of,
      },
      {
        row: 5,
        guardian: 1,
        firstName: 'ແມ່ ເກົ່າ',
        lastName: 'ເລີດ',
        phone: '+8562055521202',
        because: 'name',
        of,
      },
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
    const answer = await run(file, {
      parents: 'add',
      guardians: [{ row: 2, guardian: 1, choice: 'link' }],
    });
    expect(lastLine(answer).answer).toEqual({
      added: 3,
      updated: 0,
      skipped: 0,
      parentsAdded: 1,
      parentsLinked: 1,
    });
    for (const name of ['ຂ1', 'ຂ2']) {
      expect((await recordOf(name)).guardians).toMatchObject([
        { parentId, firstName: 'ແມ່ຄອບຄົວ', phone: '+8562055521301', isPayer: true },
      ]);
    }
    expect((await recordOf('ຂ3')).guardians).toMatchObject([{ firstName: 'ພໍ່' }]);
    expect((await undo(file)).json()).toEqual({ removed: 3 });
    expect(await counts()).toEqual(before);
  });

  it('are one guardian of a child when both turn out to be the same person', async () => {
    await run(await read(csv(HEAD, child('ຜູ້ດຽວ', 'ແມ່ດຽວ,ດີ,020 5552 1401'))));
    const file = await read(
      csv(TWO, `${child('ສອງຜູ້', 'ມ່,ດີ,020 5552 1401')},ແມ່ດຽວ,ດີ,020 5552 1402,ແມ່`),
    );
    expect((await check(file)).parentMatches).toBe(2);
    expect(lastLine(await run(file, { parents: 'link' })).answer).toMatchObject({
      added: 1,
      parentsAdded: 0,
    });
    expect((await recordOf('ສອງຜູ້')).guardians).toMatchObject([
      { firstName: 'ແມ່ດຽວ', isPayer: true },
    ]);
  });
});

describe('people who came in since the check', () => {
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
  ])('stop the import of %s in clear words, and nothing has changed', async (_name, arrive) => {
    const lines = [line('ນຳມາ', '020 5552 1501'), child('ນຳມາລູກ', 'ແມ່ນຳ,ດີ,020 5552 1502')];
    const file = await read(csv(HEAD, ...lines));
    const { digest } = await check(file);
    await arrive();
    const before = await counts();
    const answer = await run(file, { digest });
    expect([answer.statusCode, codeOf(answer)]).toEqual([409, 'importChanged']);
    expect(await counts()).toEqual(before);
    expect((await check(file)).digest).not.toBe(digest);
  });

  it('stop a link to a parent who was put away', async () => {
    await run(await read(csv(HEAD, child('ໄປແລ້ວ', 'ແມ່ໄປ,ດີ,020 5552 1601'))));
    const file = await read(csv(HEAD, child('ຍັງຢູ່', 'ມ່,ດີ,020 5552 1601')));
    const { digest } = await check(file);
    await server.db
      .update(parentTable)
      .set({ archived: true })
      .where(eq(parentTable.phone, '+8562055521601'));
    expect(codeOf(await run(file, { digest, parents: 'link' }))).toBe('importChanged');
  });

  it('never exist twice when a desk saves at the same moment', async () => {
    for (const at of [1, 2, 3, 4]) {
      const phone = `020 5552 170${at}`;
      const file = await read(csv(HEAD, line(`ພ້ອມ${at}`, phone)));
      const { digest } = await check(file);
      const body = await newStudent(server, { phone, firstName: 'ໂຕະ', lastName: `ພ້ອມ${at}` });
      const [desk, imported] = await Promise.all([
        staff.post('/students', body),
        run(file, { digest }),
      ]);
      const stored = await server.db
        .select()
        .from(studentTable)
        .where(inArray(studentTable.phone, [`+856205552170${at}`]));
      expect(stored).toHaveLength(1);
      // The last look comes after the progress was told, and so its refusal is the last line.
      const told =
        imported.statusCode === 200
          ? (lastLine(imported).body?.code ?? 'imported')
          : codeOf(imported);
      const outcome = [desk.statusCode, told];
      expect([
        [201, 'importChanged'],
        [409, 'imported'],
      ]).toContainEqual(outcome);
    }
  });
});
