import { sql } from 'drizzle-orm';
import { erasureTable } from '#server/db/tables/desk/erasures.table.ts';
import {
  ofShown,
  queueColumns,
  readKind,
  type QueueQuestion,
  type QueueRows,
} from './queue-kind.ts';

/** Requests to erase a person that nobody has confirmed; the record has the name. */
export const erasuresToConfirm = ({ db, branchId }: QueueQuestion): Promise<QueueRows> =>
  readKind(
    db,
    'erasure',
    sql`
    select ${queueColumns({
      id: sql.raw('erasures.id'),
      branchId: sql.raw('erasures.branch_id'),
      at: sql.raw('erasures.asked_at'),
    })}
    from ${erasureTable}
    where erasures.confirmed_at is null
      and erasures.withdrawn_at is null
      and erasures.done_at is null
      and (erasures.branch_id is null or ${ofShown('erasures.branch_id', branchId)})`,
  );
