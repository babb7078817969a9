import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { inject } from 'vitest';
import { openDatabase, type Database } from '#server/db/client.ts';
import { withDatabase, type Seed } from './database-template.ts';

export const onPostgres = 'url' in inject('databaseTemplate');

/** A fresh, migrated database; `close` removes it. */
export async function openTestDatabase(seed: Seed = 'empty'): Promise<Database> {
  const template = inject('databaseTemplate');
  // The server drops connections on purpose when a test's database is removed.
  const ignore = () => {};
  if ('images' in template)
    return openDatabase({ image: readFileSync(template.images[seed]) }, ignore);
  const name = `branchdesk_test_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client(template.url);
  await admin.connect();
  await admin.query(`create database ${name} template ${template.names[seed]}`);
  const database = await openDatabase({ url: withDatabase(template.url, name) }, ignore);
  return {
    ...database,
    close: async () => {
      await database.close();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}
