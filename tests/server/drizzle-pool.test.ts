import { sql } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { drizzlePool } from '#server/db/drizzle-pool.ts';

const template = inject('databaseTemplate');

/** Its connection is cut at the first `begin` that it is asked for. */
let breaks = 0;
class BreakingClient extends pg.Client {
  override query(...asked: unknown[]): never {
    const [first] = asked as [{ text?: string } | string];
    const text = typeof first === 'string' ? first : first.text;
    if (text?.startsWith('begin') && breaks > 0) {
      breaks -= 1;
      const { connection } = this as unknown as { connection: { stream: { destroy: () => void } } };
      connection.stream.destroy();
    }
    return super.query(...(asked as [never])) as never;
  }
}

describe.runIf('url' in template)('a pool of connections', () => {
  it('has all of them again after some broke at the begin of a transaction', async () => {
    const connectionString = 'url' in template ? template.url : '';
    const pool = new pg.Pool({ connectionString, max: 2, Client: BreakingClient });
    pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}));
    const db = drizzlePool(pool);
    breaks = 4;
    for (let tried = 0; tried < 4; tried += 1)
      await expect(db.transaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow('begin');
    const one = db.transaction((tx) => tx.execute<{ one: number }>(sql`select 1 as one`));
    expect((await one).rows).toEqual([{ one: 1 }]);
    const refused = db.transaction(() => Promise.reject(new Error('refused')));
    await expect(refused).rejects.toThrow('refused');
    expect(pool.idleCount).toBe(1);
    await pool.end();
  });
});
