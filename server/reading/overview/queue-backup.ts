import { sql } from 'drizzle-orm';
import { AMBER_AFTER_DAYS } from '#contract/centre/backups.ts';
import { backupTable } from '#server/db/tables/safekeeping/backups.table.ts';
import { queueColumns, readKind, type QueueQuestion, type QueueRows } from './queue-kind.ts';

/**
 * One row while the last good backup is too old, or while a later try was not good. A centre that
 * never tried has a step of its checklist instead.
 */
export const oldBackup = ({ db }: QueueQuestion): Promise<QueueRows> =>
  readKind(
    db,
    'backup',
    sql`
    select ${queueColumns({
      id: sql.raw('tried.id'),
      branchId: sql.raw('null::uuid'),
      at: sql.raw('good.at'),
      n: sql.raw(`floor(extract(epoch from clock_timestamp() - good.at) / 86400)::bigint`),
    })}
    from (
      select id, state, started_at
      from ${backupTable}
      where state <> 'running'
      order by started_at desc
      limit 1
    ) tried
    cross join (select max(started_at) as at from ${backupTable} where state = 'good') good
    where tried.state <> 'good'
      or good.at < clock_timestamp() - make_interval(days => ${AMBER_AFTER_DAYS}::int)`,
  );
