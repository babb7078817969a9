import { sql } from 'drizzle-orm';
import { movedMoneyTable, moveTable } from '#server/db/tables/desk/moving-in.table.ts';
import { queueColumns, readKind, type QueueQuestion, type QueueRows } from './queue-kind.ts';

/** Moves whose money is written and whose sums nobody has held against the old book yet. */
export const movesToCompare = ({ db }: QueueQuestion): Promise<QueueRows> =>
  readKind(
    db,
    'comparison',
    sql`
    select ${queueColumns({
      id: sql.raw('moves.id'),
      branchId: sql.raw('null::uuid'),
      at: sql.raw('moves.ended_at'),
      name: sql.raw('moves.file_name'),
    })}
    from ${moveTable}
    where moves.signed_at is null
      and moves.state not in ('running', 'undoing')
      and exists (select from ${movedMoneyTable} where moved_money.move_id = moves.id)`,
  );
