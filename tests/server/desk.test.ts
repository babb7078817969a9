import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeskClasses, DeskFamily, DeskPerson, DeskRules } from '#contract/desk.ts';
import { guardianTable } from '#server/modules/students/guardians.table.ts';
import { studentTable } from '#server/modules/students/students.table.ts';
import { parentTable } from '#server/modules/parents/parents.table.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let staff: Client;
let branchId: string;
let child: { _id: string; firstName: string; lastName: string; parentId: string; phone: string };
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.as('staff');
  branchId = (await staff.get('/auth/me')).json<{ branchId: string }>().branchId;
  const { _id, firstName, lastName, homeBranchId, archived } = studentTable;
  const [found] = await server.db
    .select({ _id, firstName, lastName, parentId: parentTable._id, phone: parentTable.phone })
    .from(studentTable)
    .innerJoin(guardianTable, and(eq(guardianTable.studentId, _id), eq(guardianTable.isPayer, true)))
    .innerJoin(parentTable, eq(parentTable._id, guardianTable.parentId))
    .where(and(eq(homeBranchId, branchId), eq(archived, false)))
    .limit(1);
  child = found as typeof child;
});
afterAll(() => server.close());

const people = async (client: Client, search: string) => (await client.get(`/desk/people?branchId=${branchId}&search=${encodeURIComponent(search)}`)).json<DeskPerson[]>();

describe('the Who box', () => {
  it('finds a child by name, and by the last digits of the phone of who pays', async () => {
    for (const search of [`${child.firstName} ${child.lastName}`, child.phone.slice(-4)]) {
      expect((await people(staff, search)).map(({ _id }) => _id), search).toContain(child._id);
    }
    const [row] = (await people(staff, `${child.firstName} ${child.lastName}`)).filter(({ _id }) => _id === child._id);
    expect(row).toMatchObject({ kind: 'student', phone: child.phone, owedLAK: 0, branchId });
  });

  it('shows nobody of a branch in which they have neither a place nor an order', async () => {
    const other = (await (await server.as('superadmin')).get('/students?pageSize=200')).json<{ _id: string; homeBranchId: string; firstName: string; lastName: string }[]>().find(({ homeBranchId }) => homeBranchId !== branchId);
    expect(other).toBeDefined();
    if (!other) return;
    expect((await people(staff, `${other.firstName} ${other.lastName}`)).map(({ _id }) => _id)).not.toContain(other._id);
    expect((await staff.get(`/desk/families?branchId=${branchId}&studentId=${other._id}`)).statusCode).toBe(404);
  });
});

it('a family is everybody for whom one payer pays, with what each may go on with', async () => {
  const family = (await staff.get(`/desk/families?branchId=${branchId}&studentId=${child._id}`)).json<DeskFamily>();
  expect(family.payer).toMatchObject({ kind: 'parent', _id: child.parentId, phone: child.phone });
  expect(family.students.map(({ _id }) => _id)).toContain(child._id);
  expect(family).toMatchObject({ owed: [], creditLAK: 0 });
});

it('classes that enrol have seats, a price of today and what speaks against them', async () => {
  const { classes } = (await staff.get(`/desk/classes?branchId=${branchId}&studentId=${child._id}`)).json<DeskClasses>();
  expect(classes.length).toBeGreaterThan(0);
  const priced = classes.find(({ price }) => price !== null);
  expect(priced?.price).toMatchObject({ courseId: priced?.courseId, price: { amount: expect.any(Number) as number } });
  expect(priced?.capacity).toBeGreaterThan(0);
  const alone = (await staff.get(`/desk/classes?branchId=${branchId}&classId=${priced?.classId}`)).json<DeskClasses>();
  expect(alone.classes.map(({ classId }) => classId)).toEqual([priced?.classId]);
});

it('the rules of a branch are those of its settings; another branch is refused', async () => {
  const rules = (await staff.get(`/desk/rules?branchId=${branchId}`)).json<DeskRules>();
  expect(rules).toMatchObject({ minimumRule: 'whole', discountLimitPercent: 10, dueDays: 14 });
  const other = (await staff.get('/branch-names')).json<{ _id: string }[]>().find(({ _id }) => _id !== branchId);
  expect((await staff.get(`/desk/rules?branchId=${other?._id}`)).statusCode).toBe(404);
});
