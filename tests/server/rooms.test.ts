import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Room } from '#contract/courses/rooms.ts';
import {
  branchId,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let staff: Client;
let own: string;
let other: string;
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.as('staff');
  [own, other] = [await branchId(server.db, 'VTE'), await branchId(server.db, 'LPB')];
});
afterAll(() => server.close());

const listOf = async (client: Client) => (await client.get('/rooms')).json<Room[]>();

it('are listed for the own branch only, by name', async () => {
  const found = await listOf(staff);
  expect(found.map(({ name }) => name)).toEqual(['101', '105', '201', '204']);
  expect(new Set(found.map((room) => room.branchId))).toEqual(new Set([own]));
});

it('are added to the own branch, each name once', async () => {
  const added = await staff.post('/rooms', { branchId: own, name: 'ຫ້ອງ 301', capacity: 20 });
  expect([added.statusCode, added.json()]).toMatchObject([
    201,
    { name: 'ຫ້ອງ 301', capacity: 20, equipment: '', active: true },
  ]);
  expect(
    (await staff.post('/rooms', { branchId: own, name: 'ຫ້ອງ 301', capacity: 9 })).json(),
  ).toMatchObject({ fields: { name: 'Already used' } });
  expect(
    (await staff.post('/rooms', { branchId: other, name: '1', capacity: 9 })).json(),
  ).toMatchObject({ code: 'fieldsInvalid' });
  const finance = await server.as('finance');
  expect((await finance.post('/rooms', { branchId: own, name: '2', capacity: 9 })).statusCode).toBe(
    403,
  );
});

it('stay in use while a class is to meet in them', async () => {
  const [used] = await listOf(staff);
  const free = (
    await staff.post('/rooms', { branchId: own, name: '401', capacity: 5 })
  ).json<Room>();
  const refused = await staff.put(`/rooms/${used?._id}`, { ...used, active: false });
  expect(refused.json()).toMatchObject({ code: 'stillNeeded' });
  expect((await staff.put(`/rooms/${free._id}`, { ...free, active: false })).json()).toMatchObject({
    active: false,
    version: 2,
  });
  expect((await staff.put(`/rooms/${used?._id}`, { ...used, capacity: 30 })).json()).toMatchObject({
    capacity: 30,
  });
});

it("are no other branch's business", async () => {
  const owner = await server.as('superadmin');
  const theirs = (await listOf(owner)).find((room) => room.branchId === other);
  expect((await staff.get(`/rooms/${theirs?._id}`)).statusCode).toBe(404);
  expect((await staff.put(`/rooms/${theirs?._id}`, { ...theirs, branchId: own })).statusCode).toBe(
    404,
  );
  expect(
    (
      await staff.put(`/rooms/${(await listOf(staff))[0]?._id}`, {
        ...(await listOf(staff))[0],
        branchId: other,
      })
    ).statusCode,
  ).toBe(400);
});
