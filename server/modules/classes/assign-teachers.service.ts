import { and, eq, gte, inArray, sql } from 'drizzle-orm';
import type { Assigned, Assignment, AssignInput, CheckedAssignment } from '#contract/allocation.ts';
import type { SignedInUser } from '#contract/auth.ts';
import { can } from '#contract/roles.ts';
import { overlap, weekdayOf } from '#contract/timetable.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { oneAtATime } from '#server/lib/one-at-a-time.ts';
import type { Written } from '#server/lib/write.ts';
import { todayOf } from '#server/modules/enrolments/enrolment-checks.ts';
import { teacherTable } from '#server/modules/teachers/teachers.table.ts';
import { clashesOf, clashLocks } from './clashes.ts';
import { classTable, sessionOfClassTable as session } from './classes.table.ts';

type Who = { db: Db | Tx; user: SignedInUser };

async function findClasses({ db, user }: Who, ids: readonly string[], lock: boolean) {
  const unique = [...new Set(ids)];
  const { _id, branchId, status, teacherId, version } = classTable;
  const query = db.select({ _id, branchId, status, teacherId, version }).from(classTable).where(and(inArray(_id, unique), ownBranchOnly(user, branchId))).orderBy(_id);
  const rows = await (lock ? query.for('update') : query);
  if (rows.length !== unique.length) throw new ApiError('notFound');
  return new Map(rows.map((row) => [row._id, row]));
}

/** Meetings that follow their class's teacher: still to come, and without a substitute. */
const following = (classId: string, today: string) => and(eq(session.classId, classId), eq(session.status, 'scheduled'), eq(session.isSubstitute, false), gte(session.date, today));

type Teachers = Map<string, Pick<typeof teacherTable.$inferSelect, '_id' | 'branchIds' | 'unavailability'>>;

async function findTeachers(db: Db | Tx, ids: readonly string[]): Promise<Teachers> {
  const { _id, branchIds, unavailability } = teacherTable;
  const where = and(inArray(_id, [...new Set(ids)]), eq(teacherTable.archived, false), eq(teacherTable.status, 'active'));
  const rows = ids.length === 0 ? [] : await db.select({ _id, branchIds, unavailability }).from(teacherTable).where(where);
  return new Map(rows.map((row) => [row._id, row]));
}

/** Looked at class by class, because what is asked of one is whose meetings the others are. */
async function checkOne(db: Db | Tx, { classId, teacherId }: Assignment, branchId: string, teachers: Teachers, today: string): Promise<CheckedAssignment> {
  if (teacherId === null) return { classId, teacherId, clashes: [], unavailable: false };
  const teacher = teachers.get(teacherId);
  if (!teacher?.branchIds.includes(branchId)) throw new ApiError('notFound');
  const sessions = await db.select({ date: session.date, start: session.start, end: session.end }).from(session).where(following(classId, today));
  const clashes = await clashesOf(db, { sessions, teacherIds: [teacherId], exceptClassId: classId });
  const unavailable = sessions.some((one) => teacher.unavailability.some((slot) => slot.weekday === weekdayOf(one.date) && overlap(slot, one)));
  return { classId, teacherId, clashes, unavailable };
}

const teacherIdsOf = (assignments: readonly Assignment[]) => assignments.flatMap(({ teacherId }) => teacherId ?? []);

/** What speaks against each, on its own. */
export async function checkAssignments(who: Who, assignments: readonly Assignment[]): Promise<CheckedAssignment[]> {
  const classes = await findClasses(who, assignments.map(({ classId }) => classId), false);
  const teachers = await findTeachers(who.db, teacherIdsOf(assignments));
  const today = await todayOf(who.db);
  const rows: CheckedAssignment[] = [];
  for (const one of assignments) rows.push(await checkOne(who.db, one, classes.get(one.classId)?.branchId ?? '', teachers, today));
  return rows;
}

/** Gives classes to teachers, all or none; each counts for those after it. */
export async function assignTeachers(tx: Tx, user: SignedInUser, { assignments, overrideReason }: AssignInput): Promise<Written<Assigned>> {
  const classes = await findClasses({ db: tx, user }, assignments.map(({ classId }) => classId), true);
  await oneAtATime(tx, clashLocks({ teacherIds: teacherIdsOf(assignments) }));
  const teachers = await findTeachers(tx, teacherIdsOf(assignments));
  const today = await todayOf(tx);
  const rows: Assigned['rows'] = [];
  const audit: AuditEntry[] = [];
  for (const { version, ...one } of assignments) {
    const { branchId = '', status, teacherId: before = null, version: current } = classes.get(one.classId) ?? {};
    if (current !== version) throw new ApiError('versionConflict');
    if (status !== 'draft' && status !== 'open' && status !== 'running') throw new ApiError('classClosed');
    const checked = await checkOne(tx, one, branchId, teachers, today);
    const changed = { teacherId: one.teacherId, updatedAt: sql`now()` };
    await tx.update(classTable).set({ ...changed, version: version + 1 }).where(eq(classTable._id, one.classId));
    await tx.update(session).set({ ...changed, version: sql`${session.version} + 1` }).where(following(one.classId, today));
    rows.push({ ...checked, before, version: version + 1 });
    const reason = checked.clashes.length > 0 || checked.unavailable ? { overrideReason } : {};
    audit.push({ action: 'update', entity: 'classes', entityId: one.classId, before: { teacherId: before }, after: { teacherId: one.teacherId, ...reason } });
  }
  const isOverridden = can(user.role, 'classes:override') && overrideReason !== '';
  if (!isOverridden && rows.some(({ clashes, unavailable }) => clashes.length > 0 || unavailable)) throw new ApiError('teachersRefused', { rows: rows.map((row) => ({ ...row })) });
  return { answer: { rows }, audit };
}
