import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NEWS, whatsNew, type NewsToTell } from '#contract/centre/whats-new.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
});
afterAll(() => server.close());

const toldTo = async (client: Client) => {
  const answer = await client.get(whatsNew.path);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<NewsToTell>().id;
};

it('tells an account of an older version once, and no account that began with this one', async () => {
  expect(await toldTo(admin)).toBeNull();
  // An update leaves the accounts like that.
  await server.db.execute(sql`update users set seen_news = default`);
  const owner = await server.as('superadmin');
  expect([await toldTo(admin), await toldTo(owner)]).toEqual([NEWS, NEWS]);
  expect((await admin.put(whatsNew.path, { id: NEWS })).statusCode).toBe(200);
  expect([await toldTo(admin), await toldTo(await server.as('admin'))]).toEqual([null, null]);
  expect(await toldTo(owner)).toBe(NEWS);
  expect((await (await server.as('staff')).get(whatsNew.path)).statusCode).toBe(403);
});
