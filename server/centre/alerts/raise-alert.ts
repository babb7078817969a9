import { and, eq, isNull, sql } from 'drizzle-orm';
import type { AlertKind } from '#contract/centre/alerts.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { alertTable as table } from '#server/db/tables/centre/alerts.table.ts';

type NewAlert = {
  kind: AlertKind;
  /** Null for the whole centre. */
  branchId: string | null;
  /** The person whose act it is about. */
  subjectId: string | null;
  /** The place or thing by which people know it, in both languages: a drawer, a currency. */
  detail: string;
  /** The sum in kip. */
  amountLAK?: number;
};

/**
 * Tells the superadmins of an act, in the transaction of the act. An act that is refused rolls its
 * transaction back, so its alert is written through `db`.
 */
export async function raiseAlert(db: Db | Tx, alert: NewAlert): Promise<void> {
  await db.insert(table).values(alert);
}

/** Raises an alert of what a person did, unless this day of 24 hours has one for the branch. */
export async function raiseDailyAlert(tx: Tx, alert: NewAlert): Promise<void> {
  const sameAct = and(
    eq(table.kind, alert.kind),
    sql`${table.subjectId} is not distinct from ${alert.subjectId}`,
    sql`${table.branchId} is not distinct from ${alert.branchId}`,
    sql`${table.at} > now() - interval '24 hours'`,
  );
  if ((await tx.$count(table, sameAct)) === 0) await raiseAlert(tx, alert);
}

/**
 * Raises an alert unless one like it is open: of the same kind, branch and person, or where nobody
 * acted of the same thing. After it was closed, the next act or hour tells again.
 */
export async function raiseAlertOnce(db: Db | Tx, alert: NewAlert): Promise<void> {
  const isOpen = and(
    eq(table.kind, alert.kind),
    sql`${table.branchId} is not distinct from ${alert.branchId}`,
    alert.subjectId === null
      ? and(isNull(table.subjectId), eq(table.detail, alert.detail))
      : eq(table.subjectId, alert.subjectId),
    isNull(table.closedAt),
  );
  const [open] = await db
    .select({ one: sql`1` })
    .from(table)
    .where(isOpen)
    .limit(1);
  if (!open) await raiseAlert(db, alert);
}
