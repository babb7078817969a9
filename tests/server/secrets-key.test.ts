import pg from 'pg';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { lostKeyWarnings, tellOfLostKey } from '#server/centre/auth/lost-key.ts';
import { alertTable } from '#server/db/tables/centre/alerts.table.ts';
import { schoolInfoTable } from '#server/db/tables/centre/school-info.table.ts';
import { secondFactorTable } from '#server/db/tables/centre/second-factors.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { secretBox } from '#server/lib/secret-box.ts';
import { withDatabase } from '#tests/helpers/database-template.ts';
import { account, ServerProcess } from '#tests/helpers/server-process.ts';
import { emailOf, startTestServer, type TestServer } from '#tests/helpers/test-server.ts';

// A server that lost its key shuts out whoever has to set a second factor up: docs/security.md,
// "Sealed secrets".

const box = secretBox(Buffer.alloc(32, 1));
const isActive = eq(userTable.active, true);

describe('a server without a key', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());
  const ask = (secondFactorFor: 'nobody' | 'money' | 'everybody') =>
    server.db
      .update(schoolInfoTable)
      .set({ secondFactorFor, secondFactorSince: sql`clock_timestamp()` });
  const alerts = () =>
    server.db.select().from(alertTable).where(eq(alertTable.kind, 'secretsKeyLost'));

  it('counts whom the rule shuts out, already in the days of grace, and tells the superadmins', async () => {
    expect(await tellOfLostKey(server.db, undefined)).toEqual({ lost: 0, waiting: 0 });
    await ask('money');
    expect(await tellOfLostKey(server.db, box)).toEqual({ lost: 0, waiting: 0 });
    expect(await alerts()).toEqual([]);
    const people = await server.db.select().from(userTable).where(isActive);
    const ofMoney = people.filter(({ role }) => ['superadmin', 'finance'].includes(role)).length;
    expect(await tellOfLostKey(server.db, undefined)).toEqual({ lost: 0, waiting: ofMoney });
    expect(await alerts()).toMatchObject([{ detail: String(ofMoney), closedAt: null }]);
    const [finance] = people.filter(({ email }) => email === emailOf('finance'));
    await server.db.insert(secondFactorTable).values({
      userId: String(finance?._id),
      secret: 'of another key',
      confirmedAt: sql`clock_timestamp()` as unknown as string,
    });
    const both = { lost: 1, waiting: ofMoney - 1 };
    expect(await tellOfLostKey(server.db, undefined)).toEqual(both);
    const said = lostKeyWarnings(both, undefined);
    expect(said).toHaveLength(2);
    expect(said[0]).toContain('a recovery code alone');
    expect(said[1]).toContain('has no SECRETS_KEY');
    await ask('nobody');
    expect(await tellOfLostKey(server.db, undefined)).toEqual({ lost: 1, waiting: 0 });
  });
});

const template = inject('databaseTemplate');
describe.runIf('url' in template)('the start of a server without a key', () => {
  const url = 'url' in template ? template.url : '';
  const name = `branchdesk_keyless_${process.pid}`;
  const servers: ServerProcess[] = [];
  const ask = async (at: string, statement: string) => {
    const client = new pg.Client(at);
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  const own = () => withDatabase(url, name);
  const start = async () => {
    const bootstrap = { BOOTSTRAP_EMAIL: account.email, BOOTSTRAP_PASSWORD: account.password };
    const server = new ServerProcess({ DATABASE_URL: own(), ...bootstrap });
    servers.push(server);
    await server.origin();
    return server;
  };
  beforeAll(() => ask(url, `create database ${name}`));
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop('SIGKILL')));
    await ask(url, `drop database ${name} with (force)`);
  });

  it('says that nobody can set up the second factor that the centre asks for', async () => {
    const first = await start();
    await first.stop();
    expect(first.said).not.toContain('SECRETS_KEY');
    await ask(
      own(),
      `update school_info set second_factor_for = 'money', second_factor_since = now()`,
    );
    const second = await start();
    await expect
      .poll(() => second.said, { timeout: 30_000 })
      .toContain('the server has no SECRETS_KEY: 1 accounts cannot set one up');
  }, 180_000);
});
