import { and, inArray, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import { enrolmentTable as table } from './enrolments.table.ts';
import { holdEnded } from './seats.ts';

/**
 * Marks what the clock has ended already. It has read `expired` since that moment, so its version stays: a desk that has
 * it open may renew it all the same. With `skipLocked` what somebody is changing right now is left to them.
 */
export async function expireHolds(tx: Tx, { which, skipLocked = false }: { which?: SQL | undefined; skipLocked?: boolean }): Promise<AuditEntry[]> {
  const ended = tx.select({ _id: table._id }).from(table).where(and(holdEnded, which)).orderBy(table._id).for('update', skipLocked ? { skipLocked } : {});
  const rows = await tx.update(table).set({ status: 'expired', updatedAt: sql`now()` }).where(inArray(table._id, ended)).returning({ _id: table._id });
  return rows.map(({ _id }) => ({ action: 'update', entity: 'enrolments', entityId: _id, before: { status: 'pending' }, after: { status: 'expired' } }));
}
