import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { CloseAlertInput, ClosedAlert } from '#contract/centre/alerts.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { Tx } from '#server/db/client.ts';
import { alertTable as table } from '#server/db/tables/centre/alerts.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { WriteResult } from '#server/lib/write.ts';

/**
 * Closes an alert with a note. A superadmin closes no alert about their own act, unless there is no
 * other superadmin; then the row says so.
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
  const isOwn = alert.subjectId === user._id;
  if (isOwn) {
    const others = and(
      eq(userTable.role, 'superadmin'),
      eq(userTable.active, true),
      ne(userTable._id, user._id),
    );
    if ((await tx.$count(userTable, others)) > 0) throw new ApiError('ownAlert');
  }
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
