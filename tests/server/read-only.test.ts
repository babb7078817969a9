import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { apiErrors } from '#contract/errors.ts';
import { languages } from '#contract/language.ts';
import { openDatabase } from '#server/db/client.ts';
import { DatabaseReadOnly } from '#server/db/read-only.ts';
import { sessionTable } from '#server/db/tables/centre/sessions.table.ts';
import { withDatabase } from '#tests/helpers/database-template.ts';
import { onPostgres } from '#tests/helpers/test-database.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

describe.runIf(onPostgres)('a database that turned read-only', () => {
  const template = inject('databaseTemplate');
  const url = 'url' in template ? template.url : '';
  let server: TestServer;
  let admin: pg.Client;
  let owner: Client;
  let name: string;
  const key = { 'idempotency-key': randomUUID() };
  const rate = { currency: 'USD', rateToLAK: '21500', createdAt: new Date().toISOString() };

  /** Connections take the new value when they are opened, so the old ones are ended. */
  async function setReadOnly(value: 'on' | 'off'): Promise<void> {
    await admin.query(`alter database ${name} set default_transaction_read_only = ${value}`);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      name,
    ]);
    // The pool drops its ended connections when it next meets them.
    await vi.waitFor(async () =>
      expect((await server.anybody.get('/health')).statusCode).toBe(200),
    );
  }

  beforeAll(async () => {
    server = await startTestServer();
    const { rows } = await server.db.execute<{ name: string }>(
      sql`select current_database() as name`,
    );
    name = rows[0]?.name ?? '';
    admin = new pg.Client(url);
    await admin.connect();
    owner = await server.as('superadmin');
    // A session that is due to be extended, which is a write.
    await server.db.update(sessionTable).set({ expiresAt: sql`now() + interval '1 hour'` });
    await setReadOnly('on');
  });
  afterAll(async () => {
    await server.close();
    await admin.end();
  });

  it('refuses writes with a code, and goes on to be read', async () => {
    const answer = await owner.post('/exchange-rates', rate, key);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([503, 'readOnly']);
    expect((await owner.get('/branches')).statusCode).toBe(200);
    expect((await server.anybody.get('/health')).statusCode).toBe(200);
  });

  it.each(languages)('is said by /ready in %s', async (language) => {
    const answer = await server.anybody.get('/ready', { 'accept-language': language });
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toEqual({ error: apiErrors.readOnly[language], code: 'readOnly' });
  });

  it('stops a start in a sentence', async () => {
    const start = openDatabase({ url: withDatabase(url, name) }, () => {});
    await expect(start).rejects.toThrow(DatabaseReadOnly);
  });

  it('takes the same write once it can be written again', async () => {
    await setReadOnly('off');
    expect((await server.anybody.get('/ready')).json()).toMatchObject({ status: 'ready' });
    expect((await owner.post('/exchange-rates', rate, key)).statusCode).toBe(201);
  });
});
