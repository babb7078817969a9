import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TimelineEntry } from '#contract/people/people.ts';
import { branchId, startTestServer, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type Noted = { _id: string; note: string; version: number };

it('puts a line under the note, whoever changed the record meanwhile, and says who wrote it', async () => {
  const staff = await server.as('staff');
  const added = await staff.post('/teachers', {
    firstName: 'ມະນີ',
    lastName: 'ໝາຍເຫດ',
    phone: '020 5551 7001',
    gender: 'female',
    branchIds: [await branchId(server.db, 'VTE')],
    note: 'Speaks French',
  });
  const { _id, version } = added.json<Noted>();
  const path = `/teachers/${_id}/notes`;
  const answer = await staff.post(path, { text: 'Asks for Saturdays' });
  expect(answer.json<Noted>()).toMatchObject({
    note: 'Speaks French\nAsks for Saturdays',
    version: version + 1,
  });
  const [entry] = (await staff.get(`/teachers/${_id}/timeline`)).json<TimelineEntry[]>();
  expect(entry?.changes).toEqual([
    { field: 'note', before: 'Speaks French', after: 'Speaks French\nAsks for Saturdays' },
  ]);

  // Words only, in the own branch, and by people who may write.
  expect((await staff.post(path, { text: ' ' })).statusCode).toBe(400);
  expect((await (await server.as('finance')).post(path, { text: 'No' })).statusCode).toBe(403);
  // A full note is refused, and stays as it is.
  for (let line = 0; line < 3; line += 1) await staff.post(path, { text: 'ກ'.repeat(500) });
  const full = await staff.post(path, { text: 'ກ'.repeat(500) });
  expect(full.json()).toMatchObject({ fields: { text: expect.any(String) as string } });
  expect((await staff.get(`/teachers/${_id}`)).json<Noted>().note).toHaveLength(
    'Speaks French\nAsks for Saturdays'.length + 3 * 501,
  );
});
