import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { movingRowTable, moveTable } from '#server/db/tables/desk/moving-in.table.ts';

/** So long the cells of a written row stay as its sheet had them. */
const KEPT_DAYS = 90;
const AT_ONCE = 1000;

/** Removes the cells of rows that were written long ago; their records and keys stay. */
export async function forgetOldCells(db: Db): Promise<void> {
  for (let forgotten = AT_ONCE; forgotten === AT_ONCE;) {
    const { rows } = await db.execute(sql`
      update ${movingRowTable} set cells = '[]', edits = '{}'
      where id in (
        select kept.id from ${movingRowTable} kept join ${moveTable} on moves.id = kept.move_id
        where kept.state = 'in' and kept.cells <> '[]'::jsonb
          and coalesce(moves.ended_at, moves.created_at)
            < now() - make_interval(days => ${KEPT_DAYS}::int)
        limit ${AT_ONCE})
      returning id`);
    forgotten = rows.length;
  }
}
