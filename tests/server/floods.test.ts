import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { requestsPerMinute: 30 } });
});
afterAll(() => server.close());

const codes = async (client: Client, times: number, path: string) => {
  const answers = await Promise.all(Array.from({ length: times }, () => client.get(path)));
  return answers.map(({ statusCode }) => statusCode);
};
const times = (statuses: number[], status: number) =>
  statuses.filter((one) => one === status).length;

it('counts the requests of each session, and tells when to go on', async () => {
  const staff = await server.as('staff');
  const statuses = await codes(staff, 31, '/branches');
  expect([times(statuses, 200), times(statuses, 429)]).toEqual([30, 1]);
  const answer = await staff.get('/branches', { 'accept-language': 'lo' });
  const after = Number(answer.headers['retry-after']);
  expect(after).toBeGreaterThan(0);
  expect(after).toBeLessThanOrEqual(60);
  expect(answer.json()).toEqual({
    error: `ເຄື່ອງນີ້ສົ່ງຄຳຂໍຫຼາຍເກີນໄປ. ກະລຸນາລໍຖ້າ ${after} ວິນາທີ.`,
    code: 'tooManyRequests',
  });
  expect((await (await server.as('staff')).get('/branches')).statusCode).toBe(200);
});

it('counts requests without a session by their address, made-up tokens too, but no health', async () => {
  expect(times(await codes(server.anybody, 10, '/health'), 200)).toBe(10);
  const strangers = await codes(server.anybody, 2, '/setup');
  const tokens = await server.anybody.get('/branches', {
    authorization: `Bearer ${'x'.repeat(43)}`,
  });
  expect([...strangers, tokens.statusCode]).toEqual([200, 200, 401]);
  expect(times(await codes(server.anybody, 2, '/setup'), 429)).toBe(2);
  const guess = await server.anybody.get('/branches', {
    authorization: `Bearer ${'y'.repeat(43)}`,
  });
  expect([guess.statusCode, guess.json<{ code: string }>().code]).toEqual([429, 'tooManyRequests']);
  expect((await (await server.as('admin')).get('/branches')).statusCode).toBe(200);
});
