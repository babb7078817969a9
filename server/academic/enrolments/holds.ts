import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import { HoldEnded } from '#server/lib/write.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { expireTransfersOf } from './open-transfers.ts';
import { enrolmentTable as table } from '#server/db/tables/academic/enrolments.table.ts';
import { recordEnrolmentStatus } from './record-enrolments.ts';
import { holdEnded } from '#server/academic/classes/seats.ts';

const HOUR_MS = 3_600_000;

/** The number of hours for which a branch holds a seat. */
export async function holdHoursOf(tx: Tx, branchId: string): Promise<number> {
  const [branch] = await tx
    .select({ hours: branchTable.holdHours })
    .from(branchTable)
    .where(eq(branchTable._id, branchId));
  return branch?.hours ?? 24;
}

/** The end of a full hold that begins at a moment, both ISO `…Z`. */
export const holdUntilFrom = (at: string, hours: number): string =>
  new Date(Date.parse(at) + hours * HOUR_MS).toISOString();

/** The end of a full hold that begins now. */
export const holdUntilFromNow = (hours: number) =>
  sql<string>`clock_timestamp() + make_interval(hours => ${hours}::int)`;

const lines = sql.raw(
  `order_lines line
    join orders charged on charged.id = line.order_id and charged.state in ('held', 'confirmed')
    where line.enrolment_id = enrolments.id`,
);

/**
 * Holds with a line of a running order end together with the order, in a posting of its own. A
 * write that meets such a seat therefore has to let the order expire first.
 */
async function requireWritten(tx: Tx, which: SQL): Promise<void> {
  const orderId = sql<string>`(select line.order_id from ${lines} order by line.id desc limit 1)`;
  const blocking = await tx
    .select({ orderId })
    .from(table)
    .where(and(holdEnded, which, sql`exists (select from ${lines})`));
  if (blocking.length > 0) throw new HoldEnded([...new Set(blocking.map((row) => row.orderId))]);
}

/**
 * Marks holds that have ended, except seats of an order. Answers have shown them as `expired` since
 * that moment, so the version stays and a desk with the enrolment open can still renew it.
 * `skipLocked` leaves out rows that somebody is changing right now.
 */
export async function expireHolds(
  tx: Tx,
  { which, skipLocked = false }: { which?: SQL | undefined; skipLocked?: boolean },
): Promise<AuditEntry[]> {
  if (which) await requireWritten(tx, which);
  const isAlone = sql`not exists (select from ${lines})`;
  const ended = tx
    .select({ _id: table._id })
    .from(table)
    .where(and(holdEnded, which, isAlone))
    .orderBy(table._id)
    .for('update', skipLocked ? { skipLocked } : {});
  const rows = await tx
    .update(table)
    .set({ status: 'expired', updatedAt: sql`now()` })
    .where(inArray(table._id, ended))
    .returning({ _id: table._id });
  const ids = rows.map(({ _id }) => _id);
  await recordEnrolmentStatus(tx, ids, { source: 'job' });
  const transfers = await expireTransfersOf(tx, ids);
  return [
    ...ids.map((_id) => ({
      action: 'update',
      entity: 'enrolments',
      entityId: _id,
      before: { status: 'pending' },
      after: { status: 'expired' },
    })),
    ...transfers,
  ];
}
