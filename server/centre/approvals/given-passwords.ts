import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/client.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';

/** Whoever gave a temporary password may have used it, so its account is theirs for so long. */
const GIVEN_DAYS = 7;

/**
 * True if `giverId` gave `userId` a temporary password in the last days, or somebody to whom they
 * gave one did: the two may be one person.
 */
export async function hasGivenPassword(
  db: Db | Tx,
  giverId: string,
  userId: string,
): Promise<boolean> {
  const { rows } = await db.execute<{ hasGiven: boolean }>(sql`
    with recursive givers as (
      select ${giverId}::text as id
      union
      select given.entity_id
      from givers join ${auditTable} given on given.actor_id = givers.id::uuid
      where given.entity = 'staff-accounts' and given.action = 'temporary-password'
        and given.at > clock_timestamp() - make_interval(days => ${GIVEN_DAYS}::int)
    )
    select ${userId}::text in (select id from givers) as "hasGiven"`);
  return rows[0]?.hasGiven ?? false;
}
