import { and, eq, inArray } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { ClassPlan, classPlanQuery } from '#contract/classes/class-changes.ts';
import { meetings, overlap } from '#contract/classes/timetable.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { roomTable } from '#server/db/tables/catalogue/rooms.table.ts';
import { teacherBranch } from '#server/people/teachers/teachers.service.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { readClass } from './class-reads.ts';
import { earliestChange } from './class-timetable.ts';
import { clashesOf } from './clashes.ts';

/** An id that no record has. */
const NONE = '00000000-0000-0000-0000-000000000000';

/** The clashes of a class if it were saved like this; the save checks again, under locks. */
export async function planClass(
  db: Db | Tx,
  user: SignedInUser,
  plan: z.output<typeof classPlanQuery>,
): Promise<ClassPlan> {
  const { termId, classId, from, to, slots, teacherIds, roomId } = plan;
  if (classId !== undefined) await readClass(db, user, classId);
  const [term] = await db
    .select({ holidays: academicTermTable.holidays })
    .from(academicTermTable)
    .where(eq(academicTermTable._id, termId));
  const sessions = meetings(
    from,
    to,
    slots,
    (term?.holidays ?? []).map(({ date }) => date),
  );
  // People and rooms of other branches are left out, because this desk may not see their
  // timetables.
  const isVisible = and(inArray(teacherTable._id, teacherIds), ownBranchOnly(user, teacherBranch));
  const teachers =
    teacherIds.length === 0
      ? []
      : await db
          .select({ _id: teacherTable._id, times: teacherTable.unavailability })
          .from(teacherTable)
          .where(isVisible);
  const [room] = await db
    .select({ _id: roomTable._id })
    .from(roomTable)
    .where(and(eq(roomTable._id, roomId ?? NONE), ownBranchOnly(user, roomTable.branchId)));
  const busy = teachers.flatMap(({ times }) => times);
  return {
    clashes: await clashesOf(db, {
      sessions,
      teacherIds: teachers.map(({ _id }) => _id),
      roomId: room?._id ?? null,
      exceptClassId: classId,
    }),
    unavailable: slots.filter((slot) =>
      busy.some((time) => time.weekday === slot.weekday && overlap(time, slot)),
    ),
    earliestChange: classId === undefined ? null : await earliestChange(db, classId),
  };
}
