import { and, eq, isNull, not, sql, type SQL } from 'drizzle-orm';
import type { CloseAlertInput, ClosedAlert } from '#contract/centre/alerts.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { Tx } from '#server/db/client.ts';
import { alertTable as table } from '#server/db/tables/centre/alerts.table.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { WriteResult } from '#server/lib/write.ts';

/** The log has the time at which an act began, and an alert its own. */
const actTakes = sql`interval '10 seconds'`;

/**
 * An account that the person of the alert made superadmin, activated, or gave a temporary password
 * with that act or after it, or that such an account did: they could close the alert with it.
 */
const isMadeByIts = ({ subjectId, at }: typeof table.$inferSelect): SQL => sql`(
  with recursive makers as (
    select ${subjectId}::uuid::text as id
    union
    select made.entity_id
    from makers join ${auditTable} made on made.actor_id = makers.id::uuid
    where made.entity = 'staff-accounts' and made.at > ${at}::timestamptz - ${actTakes}
      and (made.action = 'temporary-password' or made.after ->> 'role' = 'superadmin'
        or made.after ->> 'active' = 'true')
  )
  select ${userTable._id}::text in (select id from makers))`;

/**
 * Closes an alert with a note. A superadmin closes no alert about their own act, nor about who made
 * them superadmin since, unless nobody else is there; then the row says so.
 */
export async function closeAlert(
  tx: Tx,
  user: SignedInUser,
  alertId: string,
  { note }: CloseAlertInput,
): Promise<WriteResult<ClosedAlert>> {
  const [alert] = await tx.select().from(table).where(eq(table._id, alertId)).for('update');
  if (!alert) throw new ApiError('notFound');
  if (alert.closedAt !== null) throw new ApiError('alertClosed');
  const closers = await tx
    .select({ _id: userTable._id })
    .from(userTable)
    .where(
      and(
        eq(userTable.role, 'superadmin'),
        eq(userTable.active, true),
        sql`${userTable._id} is distinct from ${alert.subjectId}`,
        not(isMadeByIts(alert)),
      ),
    );
  const isOwn = !closers.some(({ _id }) => _id === user._id);
  if (isOwn && closers.length > 0) throw new ApiError('ownAlert');
  await tx
    .update(table)
    .set({
      closedAt: sql`clock_timestamp()`,
      closedById: user._id,
      note,
      closedByItsSubject: isOwn,
    })
    .where(and(eq(table._id, alertId), isNull(table.closedAt)));
  return {
    answer: { _id: alertId, isOwn },
    audit: {
      action: 'close',
      entity: 'alerts',
      entityId: alertId,
      ...(alert.branchId !== null && { branchId: alert.branchId }),
      after: { kind: alert.kind, detail: alert.detail, amountLAK: alert.amountLAK, note, isOwn },
    },
  };
}
