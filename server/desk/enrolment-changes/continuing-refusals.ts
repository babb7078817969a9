import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/client.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { lastReply } from './held-families.ts';

/**
 * The places whose family has given up the seat that was held for it in a term: nobody proposes it
 * again, but a person may choose it.
 */
export async function readRefusals(db: Db | Tx, termId: string): Promise<ReadonlySet<string>> {
  const { rows } = await db.execute<{ from: string }>(sql`
    select enrolments.continues_id as "from"
    from ${enrolmentTable} enrolments ${lastReply}
    where enrolments.term_id = ${termId} and enrolments.continues_id is not null
      and enrolments.status = 'cancelled' and said.answer = 'no'`);
  return new Set(rows.map(({ from }) => from));
}
