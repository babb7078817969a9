import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DraftKeyAnswer } from '#contract/centre/auth.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

const lines: string[] = [];
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    log: { level: 'trace', stream: { write: (line) => void lines.push(line) } },
  });
});
afterAll(() => server.close());

const keyOf = async (client: Client) =>
  (await client.get('/auth/draft-key')).json<DraftKeyAnswer>().key;

it('is 32 random bytes, the same at every sign-in and for everyone who asks at once', async () => {
  const [one, other] = [await server.as('staff'), await server.as('staff')];
  const keys = await Promise.all([one, other, one, other].map(keyOf));
  expect(new Set(keys).size).toBe(1);
  expect(Buffer.from(String(keys[0]), 'base64')).toHaveLength(32);
  expect(await keyOf(await server.as('staff'))).toBe(keys[0]);
});

it('is another one for another account', async () => {
  expect(await keyOf(await server.as('admin'))).not.toBe(await keyOf(await server.as('staff')));
});

it('is in no log line, no audit row and no other answer', async () => {
  const client = await server.as('finance');
  const key = await keyOf(client);
  const me = await client.get('/auth/me');
  const written = JSON.stringify(await server.db.select().from(auditTable));
  for (const text of [me.body, written, lines.join('\n')]) expect(text).not.toContain(key);
  expect(lines.join('\n')).toContain('/auth/draft-key');
});

it('is kept by no cache on the way', async () => {
  const answer = await (await server.as('staff')).get('/auth/draft-key');
  expect(answer.headers['cache-control']).toContain('no-store');
});
