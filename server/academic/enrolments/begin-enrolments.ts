import type { Tx } from '#server/db/client.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import { recordEnrolmentStatus } from './record-enrolment-status.ts';
import { enrolmentTable as table } from '#server/db/tables/academic/enrolments.table.ts';

export type NewEnrolment = typeof table.$inferInsert;
export type AddedEnrolment = typeof table.$inferSelect;

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
