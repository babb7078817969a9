import { Writable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { logOptions } from '#server/http/request-log.ts';
import { withoutValues } from '#server/http/slow-queries.ts';
import { onPostgres } from '#tests/helpers/test-database.ts';
import { startTestServer, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let written = '';
const stream = new Writable({
  write: (chunk: Buffer, _encoding, done) => {
    written += chunk.toString();
    done();
  },
});
beforeAll(async () => {
  const config = { slowQueryMs: 40 };
  server = await startTestServer({ log: { ...logOptions, stream }, config });
});
afterAll(() => server.close());
beforeEach(() => {
  written = '';
});

type Line = { msg: string; level: string; ms: number; statement: string; plan?: object };
const slow = () =>
  written
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
    .filter(({ msg }) => msg === 'slow query');

it('names a slow statement without its values, and on PostgreSQL with the cost of its plan', async () => {
  const secret = 'Noy Keomany';
  await server.db.execute(
    sql`select pg_sleep(0.06), count(*) from students where last_name = ${secret}`,
  );
  await vi.waitFor(() => expect(slow()).toHaveLength(1));
  expect(slow()[0]).toMatchObject({
    level: 'warn',
    query: expect.stringMatching(/^[\da-f]{12}$/) as string,
    times: 1,
    statement: 'select pg_sleep(?), count(*) from students where last_name = $1',
    ...(onPostgres && { plan: { cost: expect.any(Number) as number, node: 'Aggregate' } }),
  });
  expect(slow()[0]?.ms).toBeGreaterThanOrEqual(40);
  expect(written).not.toContain('Noy');
});

it('names the same statement once a minute, and changes nothing for those who asked', async () => {
  const ask = (name: string) =>
    server.db.execute<{ name: string }>(sql`select pg_sleep(0.06), ${name}::text as name`);
  const answers = [await ask('a'), await ask('b')];
  expect(answers.map(({ rows }) => rows[0]?.name)).toEqual(['a', 'b']);
  await vi.waitFor(() => expect(slow()).toHaveLength(1));
});

it('names a slow write and a refused statement without a plan', async () => {
  await server.db.execute(
    sql`update students set last_name = ${'Private'} where id = (select id from students limit 1) and pg_sleep(0.06) is null`,
  );
  const refused = sql`do $$ begin perform pg_sleep(0.06); raise 'Private'; end $$`;
  await expect(server.db.execute(refused)).rejects.toThrow();
  await vi.waitFor(() =>
    expect(slow().map(({ statement }) => statement.slice(0, 6))).toEqual(['update', 'do ?']),
  );
  expect(slow().filter(({ plan }) => plan)).toEqual([]);
  expect(written).not.toContain('Private');
});

it.each([
  ["select 'O''Hara', 12.5 from t1 where id = $1", 'select ?, ? from t1 where id = $1'],
  ["select E'it\\'s private'", 'select E?s private…'],
  ['select $tag$ private $tag$', 'select ?'],
  ['select 1 where id in ($1, $2,\n $3)', 'select ? where id in ($…)'],
])('leaves nothing of a person in %s', (text, cleaned) => {
  expect(withoutValues(text)).toBe(cleaned);
});
