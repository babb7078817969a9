import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import {
  isOpenable,
  type OpenedClasses,
  type OpenCopiesInput,
  type OpenProblem,
  type OpenRow,
} from '#contract/classes/class-copies.ts';
import { classes } from '#contract/classes/classes.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import { takeLocks } from '#server/lib/locks.ts';
import type { WriteResult } from '#server/lib/write.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { classSessionTable, classTable } from '#server/db/tables/academic/classes.table.ts';
import { changeClass } from './change-classes.ts';
import { hasPrice, ofBranch, readKnown } from './copy-plan.ts';

type Where = { db: Db | Tx; user: SignedInUser };

/** The drafts of a term that a user may open, all or those of one branch. */
const draftsOf = (user: SignedInUser, termId: string, branchId: string | undefined) =>
  and(
    eq(classTable.termId, termId),
    eq(classTable.status, 'draft'),
    ownBranchOnly(user, classTable.branchId),
    branchId === undefined ? undefined : eq(classTable.branchId, branchId),
  );

/** The drafts of a term by the copy that added them; null for those that somebody typed. */
export const readDrafts = (
  { db, user }: Where,
  termId: string,
  branchId: string | undefined,
): Promise<{ copyId: string | null; at: string; classes: number }[]> =>
  db
    .select({
      copyId: classTable.copyId,
      at: sql<string>`min(${classTable.createdAt})`.mapWith(classTable.createdAt),
      classes: count(),
    })
    .from(classTable)
    .where(draftsOf(user, termId, branchId))
    .groupBy(classTable.copyId)
    .orderBy(sql`min(${classTable.createdAt}) desc`);

/** The drafts of one copy, each with what stands in the way of opening it. */
async function planOpening(
  { db, user }: Where,
  termId: string,
  { copyId, branchId }: OpenCopiesInput,
): Promise<OpenRow[]> {
  const [term] = await db.select().from(academicTermTable).where(eq(academicTermTable._id, termId));
  if (!term) throw new ApiError('notFound');
  if (term.status === 'closed' || term.status === 'archived') throw new ApiError('stepNotAllowed');
  const known = await readKnown(db, term);
  const today = await todayInLaos(db);
  const isMet = sql<boolean>`exists (
    select from ${classSessionTable} meeting
    where meeting.class_id = classes.id and meeting.status = 'scheduled')`;
  const rows = await db
    .select({ row: classTable, isMet })
    .from(classTable)
    .where(
      and(
        draftsOf(user, termId, branchId),
        copyId === null ? isNull(classTable.copyId) : eq(classTable.copyId, copyId),
      ),
    )
    .orderBy(classTable.classCode);
  return rows.map(({ row, isMet: hasMeetings }) => {
    const { branchId: branch, teacherId, roomId, feeId, courseId } = row;
    const isHere = teacherId === null || known.teachers.has(ofBranch(teacherId, branch));
    const found: Record<OpenProblem, boolean> = {
      over: row.endDate < today,
      noMeetings: !hasMeetings,
      courseClosed: known.courses.get(courseId)?.active !== true,
      teacherLeft: !isHere,
      roomClosed: roomId !== null && !known.rooms.has(ofBranch(roomId, branch)),
      noTeacher: teacherId === null,
      noFee: !hasPrice(known, { courseId, branchId: branch, feeId }, row.startDate),
    };
    const problems = (Object.keys(found) as OpenProblem[]).filter((problem) => found[problem]);
    return { classId: row._id, classCode: row.classCode, branchId: branch, problems };
  });
}

/** POST `/academic-terms/{id}/copies/open/preview`. */
export const previewOpening = async (where: Where, termId: string, input: OpenCopiesInput) => ({
  rows: await planOpening(where, termId, input),
});

/**
 * POST `/academic-terms/{id}/copies/open`: opens every draft of a copy without a problem that
 * blocks, in one act. The drafts are looked at again behind the locks of their classes.
 */
export async function openCopies(
  { tx, user }: { tx: Tx; user: SignedInUser },
  termId: string,
  input: OpenCopiesInput,
): Promise<WriteResult<OpenedClasses>> {
  const where = { db: tx, user };
  const seen = await planOpening(where, termId, input);
  const ids = seen.map(({ classId }) => classId);
  await takeLocks(tx, { terms: [termId], classes: ids });
  const rows = (await planOpening(where, termId, input)).filter(({ classId }) =>
    ids.includes(classId),
  );
  const ready = rows.filter(isOpenable);
  for (const { classId } of ready) await changeClass(tx, classId, { status: 'open' });
  return {
    answer: { opened: ready.length, left: rows.filter((row) => !isOpenable(row)) },
    audit: ready.map(({ classId, branchId }) => ({
      action: 'update',
      entity: classes.name,
      entityId: classId,
      branchId,
      before: { status: 'draft' },
      after: { status: 'open' },
    })),
  };
}

/** Courses of which a term has drafts alone in a branch, so that nobody can go on into them. */
export async function draftCourses(
  db: Db | Tx,
  termId: string,
  branchId: string,
): Promise<ReadonlySet<string>> {
  const of = and(eq(classTable.termId, termId), eq(classTable.branchId, branchId));
  const drafts = await db
    .selectDistinct({ courseId: classTable.courseId })
    .from(classTable)
    .where(and(of, inArray(classTable.status, ['draft'])));
  return new Set(drafts.map(({ courseId }) => courseId));
}
