import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StudentCard } from '#contract/people/student-cards.ts';
import { addStudent, refusal } from '#tests/helpers/people.ts';
import { addTaughtClass } from '#tests/helpers/taught-class.ts';
import { branchId, moveTo, startTestServer, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('cards are of the students that are named, of the own branch', async () => {
  const [staff, owner] = [await server.as('staff'), await server.as('superadmin')];
  const here = await addStudent(server, owner);
  const there = await addStudent(server, owner, { homeBranchId: await branchId(server.db, 'LPB') });
  const asked = (await staff.get(`/students/cards?ids=${here._id},${there._id}`)).json<
    StudentCard[]
  >();
  expect(asked.map(({ studentCode }) => studentCode)).toEqual([here.studentCode]);
  expect(
    (await owner.get(`/students/cards?ids=${here._id},${there._id}`)).json<StudentCard[]>(),
  ).toHaveLength(2);
  expect(refusal(await staff.get('/students/cards'))).toEqual([400, 'fieldsInvalid']);
});

it('cards of a class are of everybody who studies there, and nobody of another branch gets them', async () => {
  const taught = await addTaughtClass(server.db);
  await moveTo(server.db, 'staff', 'VTE');
  const cards = (
    await (await server.as('staff')).get(`/students/cards?classId=${taught._id}`)
  ).json<StudentCard[]>();
  expect(cards.map(({ _id }) => _id).toSorted()).toEqual(taught.studentIds.toSorted());
  await moveTo(server.db, 'staff', 'LPB');
  expect(
    (await (await server.as('staff')).get(`/students/cards?classId=${taught._id}`)).json(),
  ).toEqual([]);
  await moveTo(server.db, 'staff', 'VTE');
});
