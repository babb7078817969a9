import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { recordAudits, serverActor } from '#server/lib/audit.ts';

/** Few enough that a run leaves the desk alone. */
const MOST_AT_ONCE = 200;

/**
 * Ends the pictures of slips whose day was closed longer ago than the setting keeps them. Their
 * payments stay, and say so. A picture stays while any payment of it waits to be verified, or while
 * the day of its last act is open or was closed again since; a day before a closed one is closed
 * too. A content in the store is removed with the erased ones. Returns the number.
 */
export async function endSlipPictures(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string; branchId: string | null }>(sql`
      with limits as (
        select now() - make_interval(months => slip_months) as kept_since
        from school_info where slip_months > 0
      ), due as (
        select files.id from files, limits
        where purpose = 'slip' and created_at < kept_since
          and exists (select from payments where slip_file_id = files.id)
          and not exists (
            select from payments paid,
              lateral (select (greatest(paid.at, decided_at, voided_at)
                at time zone 'Asia/Vientiane')::date as day) acted
            where slip_file_id = files.id and (
              state = 'pending'
              or not exists (select from days closed where closed.branch_id = paid.branch_id
                and closed.day >= acted.day and closed_at < kept_since)
              or exists (select from days own where own.branch_id = paid.branch_id
                and own.day = acted.day and (closed_at is null or closed_at >= kept_since))))
        order by files.id limit ${MOST_AT_ONCE}
      )
      update files set purpose = 'ended', bytes = 0,
        content = case when outside_sha256 is null then ''::bytea end
      from due where files.id = due.id and files.purpose = 'slip'
      returning files.id::text as id, branch_id::text as "branchId"`);
    await recordAudits(
      tx,
      serverActor,
      rows.map(({ id, branchId }) => ({
        action: 'remove',
        entity: 'files',
        entityId: id,
        ...(branchId !== null && { branchId }),
      })),
    );
    return rows.length;
  });
}
