import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';

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
