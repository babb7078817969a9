import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { codeOf, HEAD, listSteps } from '#tests/helpers/list-steps.ts';
import { csv } from '#tests/helpers/sheet-files.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.as('staff');
});
afterAll(() => server.close());

const { read, run, undo } = listSteps(() => staff);
const counts = async () => [
  await server.db.$count(studentTable),
  await server.db.$count(parentTable),
];

describe('undo', () => {
  it('removes what was added, with parents nobody else has, once', async () => {
    const before = await counts();
    const file = await read(csv(HEAD, 'ຖອນ,ຄືນ,f,01/01/2015,,ແມ່,ຄືນ,020 5551 7601,ແມ່'));
    await run(file);
    expect((await undo(file)).removed).toBe(1);
    expect(await counts()).toEqual(before);
    expect(codeOf((await undo(file)).answer)).toBe('importInUse');
    expect((await staff.get(`/students/imports/${file._id}`)).json()).toMatchObject({
      state: 'undone',
    });
  });

  it('names a record that was changed, and can go on without it; a parent with another child stays', async () => {
    const file = await read(
      csv(
        HEAD,
        'ຖືກ1,ໃຊ້,f,01/01/2015,,ແມ່,ໃຊ້,020 5551 7701,ແມ່',
        'ຖືກ2,ໃຊ້,f,01/01/2016,,ພໍ່,ໃຊ້,020 5551 7702,ພໍ່',
      ),
    );
    await run(file);
    const sibling = await read(csv(HEAD, 'ອື່ນ,ໃຊ້,f,01/01/2017,,ແມ່,ໃຊ້,020 5551 7701,ແມ່'));
    await run(sibling);
    const before = await counts();
    await server.db
      .update(studentTable)
      .set({ version: 2 })
      .where(eq(studentTable.firstName, 'ຖືກ2'));
    expect(await undo(file)).toMatchObject({ removed: 0, kept: [{ name: 'ຖືກ2 ໃຊ້' }] });
    expect(await counts()).toEqual(before);
    expect(await undo(file, staff, 'students', true)).toMatchObject({ removed: 1 });
    const [students = 0, parents = 0] = before;
    expect(await counts()).toEqual([students - 1, parents]);
    const left = await server.db
      .select()
      .from(parentTable)
      .where(eq(parentTable.phone, '+8562055517701'));
    expect(left).toMatchObject([{ archived: false }]);
  });
});
