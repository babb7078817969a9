import { and, eq, inArray, max, sql } from 'drizzle-orm';
import type { Finding } from '#contract/classes/enrolling.ts';
import type { Tx } from '#server/db/client.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import { enrolmentTable as table } from '#server/db/tables/academic/enrolments.table.ts';
import { enrolmentStateTable } from '#server/db/tables/academic/enrolment-states.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import type { Writer } from '#server/lib/writer.ts';
import { closeRanks, inQueue } from './queue.ts';

export type NewEnrolment = typeof table.$inferInsert;

export type AddedEnrolment = typeof table.$inferSelect;

/**
 * Only enrolments that needed the reason store it, not those that were saved together with them.
 */
export const reasonOf = (findings: readonly Finding[], overrideReason: string): string =>
  findings.some(({ weight }) => weight === 'override') ? overrideReason : '';

/**
 * The only place where enrolments are added; `source` names the part of the program. The caller has
 * locked and checked classes and students.
 */
export async function beginEnrolments(
  tx: Tx,
  values: NewEnrolment[],
  source = 'board',
): Promise<{ added: AddedEnrolment[]; audit: AuditEntry[] }> {
  const added = await tx.insert(table).values(values).returning();
  await recordEnrolmentStatus(
    tx,
    added.map(({ _id }) => _id),
    { source, byId: values[0]?.enrolledById ?? null },
  );
  return {
    added,
    audit: added.map((row) => ({
      action: 'create',
      entity: 'enrolments',
      entityId: row._id,
      after: row,
    })),
  };
}

/**
 * Adds the present status of these enrolments to their history; every write that changes one calls
 * it. A status has the moment of its posting (`openBooks` sets it) or of the clock, and is always
 * later than the one before, so that a clock that was set back does not turn them round.
 */
export async function recordEnrolmentStatus(
  tx: Tx,
  ids: readonly string[],
  { source, byId = null, reason = '' }: { source: string; byId?: string | null; reason?: string },
): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`
    insert into ${enrolmentStateTable} (
      id, enrolment_id, status, hold_until, reason, source, by_id, at
    )
    select gen_random_uuid(), enrolment.id, enrolment.status, enrolment.seat_hold_until, ${reason},
      ${source}, ${byId}::uuid,
      greatest(
        coalesce(nullif(current_setting('branchdesk.posted_at', true), '')::timestamptz,
          clock_timestamp()),
        (
          select max(known.at) + interval '1 millisecond' from ${enrolmentStateTable} known
          where known.enrolment_id = enrolment.id))
    from ${table} enrolment where enrolment.id = any(${sql.param([...ids])}::uuid[])`);
}

/** Makes pending enrolments active, and their students too. */
export async function makePlacesActive(
  { tx, user }: Writer,
  ids: readonly string[],
  reason = '',
): Promise<AuditEntry[]> {
  if (ids.length === 0) return [];
  const active = {
    status: 'active' as const,
    holdUntil: null,
    waitPosition: null,
    version: sql`${table.version} + 1`,
    updatedAt: sql`now()`,
  };
  const placed = await tx
    .update(table)
    .set(active)
    .where(and(inArray(table._id, [...ids]), eq(table.status, 'pending')))
    .returning();
  await recordEnrolmentStatus(
    tx,
    placed.map(({ _id }) => _id),
    { source: 'desk', byId: user._id, reason },
  );
  const students = await makeActive(
    tx,
    placed.map(({ studentId }) => studentId),
  );
  return [
    ...placed.map((after) => ({
      action: 'update',
      entity: 'enrolments',
      entityId: after._id,
      before: { status: 'pending' },
      after,
    })),
    ...students.audit,
  ];
}

/** Turns enrolled prospects into active students; returns the new versions of their records. */
export async function makeActive(
  tx: Tx,
  studentIds: readonly string[],
): Promise<{ versions: Map<string, number>; audit: AuditEntry[] }> {
  if (studentIds.length === 0) return { versions: new Map(), audit: [] };
  const rows = await tx
    .update(studentTable)
    .set({ status: 'active', version: sql`${studentTable.version} + 1`, updatedAt: sql`now()` })
    .where(and(inArray(studentTable._id, [...studentIds]), eq(studentTable.status, 'prospect')))
    .returning({ _id: studentTable._id, version: studentTable.version });
  const changed = {
    action: 'update',
    entity: 'students',
    before: { status: 'prospect' },
    after: { status: 'active' },
  };
  return {
    versions: new Map(rows.map(({ _id, version }) => [_id, version])),
    audit: rows.map(({ _id }) => ({ ...changed, entityId: _id })),
  };
}

/**
 * Makes students prospects again if the undone save had made them active, unless their record has
 * changed since.
 */
export async function makeProspects(
  tx: Tx,
  versions: ReadonlyMap<string, number>,
): Promise<AuditEntry[]> {
  const audit: AuditEntry[] = [];
  for (const [studentId, version] of versions) {
    const where = and(
      eq(studentTable._id, studentId),
      eq(studentTable.version, version),
      eq(studentTable.status, 'active'),
    );
    const rows = await tx
      .update(studentTable)
      .set({ status: 'prospect', version: version + 1, updatedAt: sql`now()` })
      .where(where)
      .returning({ _id: studentTable._id });
    for (const { _id } of rows)
      audit.push({
        action: 'update',
        entity: 'students',
        entityId: _id,
        before: { status: 'active' },
        after: { status: 'prospect' },
      });
  }
  return audit;
}

/** The last position in the queue of each class. The classes must be locked. */
export async function lastInQueue(tx: Tx, classIds: string[]): Promise<Map<string, number>> {
  if (classIds.length === 0) return new Map();
  await closeRanks(tx, classIds);
  const rows = await tx
    .select({ classId: table.classId, last: max(table.waitPosition) })
    .from(table)
    .where(and(inArray(table.classId, classIds), inQueue('enrolments')))
    .groupBy(table.classId);
  return new Map(rows.map(({ classId, last }) => [classId, last ?? 0]));
}
