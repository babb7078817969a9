import { sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/client.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';

/** Whoever gave a temporary password may have used it, so its account is theirs for so long. */
const GIVEN_DAYS = 7;

/** A moment as people read it here. */
export const shownMoment = (moment: SQL): SQL<string | null> =>
  sql`to_char((${moment}) at time zone 'Asia/Vientiane', 'DD/MM/YYYY HH24:MI')`;

/**
 * Until when these two accounts may be one person: one gave the other a temporary password in the
 * last days, or both got theirs from a third one, also through others. Null if they are two people.
 * The first password of an account does not count, because a young centre has no other way.
 */
export async function onePersonUntil(
  db: Db | Tx,
  oneId: string,
  otherId: string,
): Promise<string | null> {
  const days = sql`make_interval(days => ${GIVEN_DAYS}::int)`;
  // Each account with everybody who may act as it, and the oldest password on the way there.
  const { rows } = await db.execute<{ until: string | null }>(sql`
    with recursive holders as (
      select accounts.id as account, accounts.id, 'infinity'::timestamptz as since
      from (values (${oneId}::text), (${otherId}::text)) as accounts (id)
      union
      select holders.account, given.actor_id::text, least(holders.since, given.at)
      from holders join ${auditTable} given
        on given.entity = 'staff-accounts' and given.entity_id = holders.id
      where given.action = 'temporary-password' and given.at > clock_timestamp() - ${days}
        and exists (select 1 from ${auditTable} acted
          where acted.actor_id = given.entity_id::uuid and acted.at < given.at)
    )
    select ${shownMoment(sql`max(least(one.since, other.since)) + ${days}`)} as until
    from holders one join holders other on other.id = one.id
    where one.account = ${oneId} and other.account = ${otherId}`);
  return rows[0]?.until ?? null;
}
