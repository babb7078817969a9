import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ParentRecord } from '#contract/people/parents.ts';
import type { Student, StudentRecord } from '#contract/people/students.ts';
import { seedScale } from '#server/seed/scale.ts';
import { addParent, addStudent, changed, newGuardian, somePhone } from '#tests/helpers/people.ts';
import { HEAD, listSteps } from '#tests/helpers/list-steps.ts';
import {
  branchId,
  moveTo,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  await moveTo(server.db, 'admin', 'VTE');
  [owner, admin] = [await server.as('superadmin'), await server.as('admin')];
});
afterAll(() => server.close());

const find = async (search: string, client = admin) =>
  (await client.get(`/students?search=${encodeURIComponent(search)}`))
    .json<Student[]>()
    .map(({ _id }) => _id);
const read = async (_id: string) => (await admin.get(`/students/${_id}`)).json<StudentRecord>();
const put = async (row: StudentRecord, fields: object) => {
  const answer = await admin.put(`/students/${row._id}`, changed(row, fields));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<StudentRecord>();
};
const mother = (fields: object) => newGuardian({ relation: 'mother', isPayer: false, ...fields });

/** True if every stored search text is what the database would compose now. */
async function isSearchTrue(): Promise<boolean> {
  const { rows } = await server.db.execute(
    sql`select count(*)::int as wrong from students where search <> student_search(search, id)`,
  );
  return rows[0]?.['wrong'] === 0;
}

describe('a student is found by a guardian', () => {
  it('by name in any spelling, by phone, by words of both', async () => {
    const {
      _id,
      nickname: _none,
      ...child
    } = await addStudent(server, admin, {
      guardians: [
        newGuardian({ firstName: 'ຫຼ້າຄຳ', lastName: 'ໄຊຍະວົງ', phone: '+8562077712345' }),
        mother({ firstName: 'Somchit', isPayer: false }),
      ],
    });
    for (const search of [
      'ຫລາຄຳ',
      'ຫຼ້າຄຳ ໃຊຍະວົງ',
      'somchit',
      '77712345',
      '020 7771 2345',
      `${child.firstName} 2345 somchit`,
    ]) {
      expect(await find(search), search).toEqual([_id]);
    }
    expect(await find(`ຫລາຄຳ ${child.studentCode}`)).toEqual([_id]);
    expect(await find('ຫລາຄຳ nobody')).toEqual([]);
  });

  it('as the guardians are now: linked, changed, taken away, with every child', async () => {
    const parent = await addParent(server, admin, { firstName: 'Qbouakham' });
    const link = {
      ...mother({ firstName: 'Qbouakham', lastName: parent.lastName, phone: parent.phone }),
      parentId: parent._id,
    };
    const children = [await addStudent(server, admin), await addStudent(server, admin)];
    for (const child of children) await put(child, { guardians: [...child.guardians, link] });
    const both = children.map(({ _id }) => _id).sort();
    expect((await find('qbouakham')).sort()).toEqual(both);

    const now = (await admin.get(`/parents/${parent._id}`)).json<ParentRecord>();
    expect(
      (
        await admin.put(
          `/parents/${parent._id}`,
          changed(now, { firstName: 'Qvilayphone', confirmedDuplicate: true }),
        )
      ).statusCode,
    ).toBe(200);
    expect(await find('qbouakham')).toEqual([]);
    expect((await find('qvilayphone')).sort()).toEqual(both);

    const [first] = both;
    const child = await read(String(first));
    const phone = somePhone();
    const moved = await put(child, {
      guardians: child.guardians.map((one) =>
        one.parentId === parent._id ? { ...one, phone } : one,
      ),
    });
    expect((await find(phone)).sort()).toEqual(both);

    await put(moved, {
      guardians: moved.guardians.filter(({ parentId }) => parentId !== parent._id),
      nickname: 'Nok',
    });
    expect(await find('qvilayphone')).toEqual(both.slice(1));
    expect(await find(`nok ${moved.studentCode}`)).toEqual([first]);
    expect(await isSearchTrue()).toBe(true);
  });

  it('who is linked to another student instead', async () => {
    const [from, to] = [
      await addStudent(server, admin, { guardians: [newGuardian({ firstName: 'Qphetsamone' })] }),
      await addStudent(server, admin),
    ];
    expect(await find('qphetsamone')).toEqual([from._id]);
    await server.db.execute(
      sql`update guardians set student_id = ${to._id}, is_payer = false where student_id = ${from._id}`,
    );
    expect(await find('qphetsamone')).toEqual([to._id]);
  });

  it('of the own branch only', async () => {
    const homeBranchId = await branchId(server.db, 'LPB');
    const away = await addStudent(server, owner, {
      homeBranchId,
      guardians: [newGuardian({ firstName: 'Faraway' })],
    });
    expect(await find('faraway')).toEqual([]);
    expect(await find('faraway', owner)).toEqual([away._id]);
  });

  it('also in an export, after an import and its undoing, in the demo and the scale data', async () => {
    const { read: readFile, run, undo } = listSteps(() => admin);
    const file = await readFile(
      Buffer.from(`${HEAD}\r\nກາ,ວົງ,ຍິງ,01/05/2015,,Importmother,ວົງ,020 5566 7788,ແມ່`),
    );
    expect((await run(file)).added).toBe(1);
    expect(await find('importmother')).toHaveLength(1);
    const exported = await admin.get('/students/export?format=csv&search=importmother');
    expect(exported.headers['x-total-count']).toBe('1');
    expect((await undo(file)).removed).toBe(1);
    expect(await find('importmother')).toEqual([]);
    await seedScale(server.db, 50);
    expect(await isSearchTrue()).toBe(true);
  });
});
