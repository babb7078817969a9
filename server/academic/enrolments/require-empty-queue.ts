import { and, eq, inArray } from 'drizzle-orm';
import { can } from '#contract/roles.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Writer } from '#server/lib/writer.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';

/** Only admins may extend a hold while others wait for the seat. */
export async function requireEmptyQueue(
  { tx, user }: Pick<Writer, 'tx' | 'user'>,
  places: readonly { classId: string }[],
): Promise<void> {
  if (can(user.role, 'classes:override') || places.length === 0) return;
  const isWaiting = and(
    inArray(
      enrolmentTable.classId,
      places.map(({ classId }) => classId),
    ),
    eq(enrolmentTable.status, 'waitlisted'),
  );
  const [waited] = await tx
    .select({ classCode: classTable.classCode })
    .from(enrolmentTable)
    .innerJoin(classTable, eq(classTable._id, enrolmentTable.classId))
    .where(isWaiting)
    .limit(1);
  if (waited) throw new ApiError('othersWait', { n: waited.classCode });
}
