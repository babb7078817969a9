import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { innermostCause } from '#server/lib/database-error.ts';
import { startTestServer, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const failureOf = (statement: string) =>
  server.db.execute(sql.raw(statement)).then(
    () => 'done',
    (error: unknown) => (innermostCause(error) as Error).message,
  );

it.each(['audit_log', 'exchange_rates', 'teacher_rates'])(
  '%s takes rows and gives none up, whoever asks the database itself',
  async (table) => {
    const count = () => server.db.execute(sql.raw(`select count(*)::int as count from ${table}`));
    const before = await count();
    expect(before.rows[0]?.['count']).toBeGreaterThan(0);
    const column = table === 'audit_log' ? 'actor_name' : 'note';
    for (const statement of [
      `update ${table} set ${column} = 'somebody else'`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ]) {
      expect(await failureOf(statement), statement).toBe(`Rows of ${table} are append-only`);
    }
    expect((await count()).rows).toEqual(before.rows);
  },
);

it('lets the named columns of a table change, and no other together with them', async () => {
  await server.db.execute(
    sql.raw('create table trial (id int primary key, state text, amount bigint)'),
  );
  await server.db.execute(sql.raw("select append_only('trial', 'state')"));
  await server.db.execute(sql.raw("insert into trial values (1, 'held', 5)"));
  expect(await failureOf("update trial set state = 'confirmed'")).toBe('done');
  expect(await failureOf("update trial set state = 'void', amount = 6")).toBe(
    'Rows of trial are append-only',
  );
  expect(
    (await server.db.execute(sql.raw('select state, amount::int as amount from trial'))).rows,
  ).toEqual([{ state: 'confirmed', amount: 5 }]);
});

it('the log names the branch of the record beside that of the actor, the reason, and the key of the write', async () => {
  const owner = await server.as('superadmin');
  const [student] = (await owner.get('/students?search=&pageSize=1&archived=false')).json<
    { _id: string; version: number; homeBranchId: string }[]
  >();
  const key = '0199a000-0000-7000-8000-00000000abcd';
  const body = { version: student?.version, archived: true, reason: 'Asked to be forgotten' };
  const answer = await owner.post(`/students/${student?._id}/archive`, body, {
    'idempotency-key': key,
  });
  expect(answer.statusCode, answer.body).toBe(200);
  const [row] = await server.db.select().from(auditTable).where(eq(auditTable.clientKey, key));
  expect(row).toMatchObject({
    action: 'archive',
    entityId: student?._id,
    recordBranchId: student?.homeBranchId,
    reason: 'Asked to be forgotten',
  });
});
