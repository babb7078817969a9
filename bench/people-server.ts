import { eq, getTableColumns, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import { student } from '#contract/people/students.ts';
import type { Database } from '#server/db/client.ts';
import { seedScale } from '#server/seed/scale.ts';
import type { Api } from '#server/lib/api.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { startBenchServer, type BenchServer } from './bench-server.ts';

/**
 * A bare read of one row by its key, to compare every figure with. Its answer has the columns of a
 * student only: the other fields are worked out by the queries that are compared with it.
 */
function keyedRead(api: Api, { db }: Database): void {
  const columns = getTableColumns(studentTable);
  const fields = Object.fromEntries(
    Object.entries(columns).filter(([field]) => field in student.shape),
  );
  const shape = Object.entries(student.shape).filter(([field]) => field in columns);
  const row = z.object(Object.fromEntries(shape));
  const schema = { params: z.object({ id }), response: responses(200, row) };
  api.get(
    '/bench/students/:id',
    { config: { action: 'students:read' }, schema },
    async (request) => {
      const [found] = await db
        .select(fields)
        .from(studentTable)
        .where(eq(studentTable._id, request.params.id));
      return found as z.output<typeof row>;
    },
  );
}

const word = z.object({ word: z.string() });

/** A bare insert of one row in a transaction, to compare writes with. */
function bareInsert(api: Api, { db }: Database): void {
  const schema = { body: word, response: responses(200, word) };
  api.post(
    '/bench/insert',
    { config: { action: 'own-account:write', idempotencyKey: false }, schema },
    async ({ body }) => {
      await db.transaction((tx) =>
        tx.execute(sql`insert into bench_rows (word) values (${body.word})`),
      );
      return body;
    },
  );
}

/**
 * The real server with `count` students and their parents, listening, which also serves the built
 * client.
 */
export async function startPeopleServer(count: number): Promise<BenchServer> {
  const server = await startBenchServer((api, database) => {
    keyedRead(api, database);
    bareInsert(api, database);
  });
  await seedScale(server.database.db, count);
  return server;
}
