import { sql } from 'drizzle-orm';
import { alertTable } from '#server/db/tables/centre/alerts.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import {
  queueColumns,
  ofShown,
  readKind,
  type QueueQuestion,
  type QueueRows,
} from './queue-kind.ts';

/** Alerts are closed in the queue only, so more of them are listed than of other kinds. */
const MOST_ALERTS = 50;

/**
 * Alerts that no superadmin has closed yet, the largest sum first, so that small ones hide nothing;
 * those of the whole centre always.
 */
export const openAlerts = ({ db, user, branchId }: QueueQuestion): Promise<QueueRows> =>
  readKind(
    db,
    'alert',
    sql`
    select ${queueColumns({
      id: sql.raw('alerts.id'),
      branchId: sql.raw('alerts.branch_id'),
      at: sql.raw('alerts.at'),
      name: sql.raw(`coalesce(subject.first_name || ' ' || subject.last_name, '')`),
      code: sql.raw('alerts.kind'),
      detail: sql.raw('alerts.detail'),
      amountLAK: sql.raw('alerts.amount_lak'),
      n: sql`(alerts.subject_id is not distinct from ${user._id}::uuid)::int`,
    })}
    from ${alertTable}
    left join ${userTable} subject on subject.id = alerts.subject_id
    where alerts.closed_at is null
      and (alerts.branch_id is null or ${ofShown('alerts.branch_id', branchId)})`,
    { order: sql.raw('amount desc nulls last, at, id'), most: MOST_ALERTS },
  );
