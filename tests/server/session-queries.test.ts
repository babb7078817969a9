import { eq, sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '#server/db/client.ts';
import { timeQueries } from '#server/db/timed-queries.ts';
import { sessionTable } from '#server/db/tables/centre/sessions.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { sha256 } from '#server/lib/tokens.ts';
import { addLike, grant, workIn } from '#tests/helpers/two-branches.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

// Everything that a session is asked about comes with its one statement: docs/security.md,
// "Sessions". A right, a lock or a half that needed a statement of its own would cost every request
// of every desk.

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** A clerk with a session of their own. */
async function clerk(name: string): Promise<Client> {
  const email = await addLike(server.db, 'staff', 'VTE', `${name}@branchdesk.test`);
  return server.withSession(email);
}
const change = (client: Client, state: Partial<typeof sessionTable.$inferInsert>) =>
  server.db
    .update(sessionTable)
    .set(state)
    .where(eq(sessionTable.tokenHash, sha256(client.token ?? '')));

/** The statements of one request, and its status. */
async function cost(client: Client, path: string): Promise<[status: number, statements: number]> {
  const { $client: pool } = server.db as Db & { $client: pg.Pool };
  let statements = 0;
  const stop = timeQueries(pool, () => void (statements += 1));
  try {
    const { statusCode } = await client.get(path);
    return [statusCode, statements];
  } finally {
    stop();
  }
}

it('asks one statement for the account, its right with its set, its lock and its missing half', async () => {
  const plain = await clerk('plain');
  expect(await cost(plain, '/auth/me')).toEqual([200, 1]);
  const [, ofList] = await cost(plain, '/rooms');

  const granted = await clerk('granted');
  await grant(server.db, 'granted@branchdesk.test', 'LPB', 'finance');
  await workIn(server.db, granted, 'LPB');
  expect(await cost(granted, '/auth/me')).toEqual([200, 1]);
  expect(await cost(granted, '/rooms')).toEqual([200, ofList]);

  await server.db.execute(sql`with added as (
      insert into permission_sets (id, name, role, adds, removes)
      values (gen_random_uuid(), 'Less', 'finance', '[]', '["figures:read"]') returning id)
    update account_grants set permission_set_id = added.id from added where role = 'finance'`);
  expect(await cost(granted, '/figures')).toEqual([403, 1]);
  expect(await cost(granted, '/rooms')).toEqual([200, ofList]);

  const owner = await server.as('superadmin');
  expect(await cost(owner, '/auth/me')).toEqual([200, 1]);
  expect(await cost(owner, '/rooms')).toEqual([200, ofList]);

  // These are refused by what the same statement told, and ask nothing else.
  const locked = await clerk('locked');
  await change(locked, { lockedAt: sql`clock_timestamp()` as never });
  expect(await cost(locked, '/rooms')).toEqual([403, 1]);
  const half = await clerk('half');
  await change(half, { missingHalf: 'code' });
  expect(await cost(half, '/rooms')).toEqual([403, 1]);
  const held = await clerk('held');
  await server.db
    .update(userTable)
    .set({ mustChangePassword: true })
    .where(eq(userTable.email, 'held@branchdesk.test'));
  expect(await cost(held, '/rooms')).toEqual([403, 1]);
  const ended = await clerk('ended');
  await grant(server.db, 'ended@branchdesk.test', 'LPB', 'staff');
  await workIn(server.db, ended, 'LPB');
  await server.db.execute(sql`delete from account_grants where branch_id <> (
    select branch_id from users where users.id = account_grants.user_id)`);
  expect(await cost(ended, '/rooms')).toEqual([403, 1]);
});
