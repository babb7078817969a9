import { readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeskPerson } from '#contract/desk/desk.ts';
import { fieldErrorText } from '#contract/field-errors.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { renewTexts } from '#server/db/text-form.ts';
import { finishedStepTable } from '#server/db/tables/start/finished-steps.table.ts';
import { listSteps } from '#tests/helpers/list-steps.ts';
import { addParent, addStudent, newGuardian } from '#tests/helpers/people.ts';
import {
  branchId,
  moveTo,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';
import { PARTS_OF_PHONE, WRITTEN_PHONES } from '#tests/helpers/written-phones.ts';

let server: TestServer;
let admin: Client;
let branch: string;
beforeAll(async () => {
  server = await startTestServer();
  await moveTo(server.db, 'admin', 'VTE');
  admin = await server.as('admin');
  branch = await branchId(server.db, 'VTE');
});
afterAll(() => server.close());

const idsAt = async (path: string, search: string, name = 'search') => {
  const answer = await admin.get(`${path}${name}=${encodeURIComponent(search)}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ _id: string }[]>().map(({ _id }) => _id);
};
const { read, check, run } = listSteps(() => admin);
const fileOf = (name: string) => readFileSync(`tests/cases/reading/${name}`);

describe('one number in every way of typing it', () => {
  const found: Record<string, string> = {};
  beforeAll(async () => {
    const phone = '+8562055512345';
    found['students'] = (
      await addStudent(server, admin, { guardians: [newGuardian({ phone })] })
    )._id;
    found['parents'] = (await admin.get('/parents?search=55512345')).json<{ _id: string }[]>()[0]
      ?._id as string;
    // The same groups of digits in another order.
    await addStudent(server, admin, { phone: '+8562023455551' });
    await addParent(server, admin, { phone: '+8562023455551' });
  });

  it.each([...WRITTEN_PHONES])('%j finds one person in every place', async (written) => {
    expect(await idsAt('/students?', written)).toEqual([found['students']]);
    expect(await idsAt('/parents?', written)).toEqual([found['parents']]);
    expect(await idsAt(`/desk/people?branchId=${branch}&`, written)).toEqual([found['students']]);
    const anything = await idsAt('/find?', written, 'q');
    expect(anything).toEqual(expect.arrayContaining(Object.values(found)));
    expect(anything).toHaveLength(2);
  });

  it.each(PARTS_OF_PHONE)('the part %j finds the person too', async (part) => {
    expect(await idsAt('/students?', part)).toContain(found['students']);
    expect(await idsAt(`/desk/people?branchId=${branch}&`, part)).toContain(found['students']);
  });
});

describe('names that people paste', () => {
  it('are found with any apostrophe or dash, or none, and kept as written', async () => {
    const { _id, firstName } = await addStudent(server, admin, {
      firstName: ' O’Neill\u200B\u00A0Jr ',
      lastName: 'Anne\u2011Marie',
    });
    expect(firstName).toBe('O’Neill Jr');
    for (const typed of ["o'neill", 'O´Neill', 'oneill', 'anne-marie', 'Anne–Marie Ｏ’Neill'])
      expect(await idsAt('/students?', typed), typed).toEqual([_id]);
    const alike = await idsAt(
      `/students/duplicates?lastName=${encodeURIComponent('Anne Marie')}&dateOfBirth=2015-03-09&`,
      "O'neill jr",
      'firstName',
    );
    expect(alike).toEqual([_id]);
  });

  it('put a person of this name before one whose parent has it', async () => {
    const name = { firstName: 'Zsomphone', lastName: 'Vong' };
    const child = { firstName: 'Aachild', guardians: [newGuardian(name)] };
    const { _id: byParent } = await addStudent(server, admin, child);
    const { _id: own } = await addStudent(server, admin, name);
    const people = (await admin.get(`/desk/people?branchId=${branch}&search=zsomphone`)).json<
      DeskPerson[]
    >();
    expect(people.map(({ _id }) => _id)).toEqual([own, byParent]);
  });

  it('leave nothing to change after a start of this release', async () => {
    const all = () => server.db.select().from(studentTable).orderBy(studentTable._id);
    const before = await all();
    await server.db.delete(finishedStepTable);
    await renewTexts(server.db);
    expect(await all()).toEqual(before);
  });
});

describe('an import', () => {
  it('reads phones of every kind, and says which the spreadsheet has cut', async () => {
    const file = await read(fileOf('phones.csv'));
    const checked = await check(file);
    expect(checked.problems).toMatchObject([
      { row: 4, label: 'Phone', error: fieldErrorText('phoneCut', 'en') },
    ]);
    const mended = fileOf('phones.csv').toString().replace('2.05555E+09', '02055510020');
    await run(await read(Buffer.from(mended)), { others: true });
    const phoneOf = async (firstName: string) =>
      (await server.db.select().from(studentTable).where(eq(studentTable.firstName, firstName)))[0];
    expect(await phoneOf('PlaoDigits')).toMatchObject({ phone: '+8562055510006' });
    expect(await phoneOf('Pslash')).toMatchObject({
      phone: '+8562055510007',
      note: 'Student phone: 020 5551 0008',
    });
  });

  it('stores odd names without what nobody sees', async () => {
    await run(await read(fileOf('odd-names-ok.csv')), { others: true });
    const rows = await server.db.select().from(studentTable);
    const names = rows.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
    expect(names).toContain('ສົມໄຊ 😀 ວົງ ສາ');
    expect(names).toContain("O'Neill D'Angelo");
  });
});
