import { and, eq, gte, inArray, sql } from 'drizzle-orm';
import type {
  Assigned,
  Assignment,
  AssignInput,
  CheckedAssignment,
} from '#contract/classes/allocation.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { can } from '#contract/roles.ts';
import { weekdayOf } from '#contract/dates.ts';
import { overlap } from '#contract/classes/timetable.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import { takeLocks } from '#server/lib/locks.ts';
import type { WriteResult } from '#server/lib/write.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { clashLocks } from './clashes.ts';
import {
  classTable,
  classSessionTable as session,
} from '#server/db/tables/academic/classes.table.ts';
import { teacherClashes } from './teacher-clashes.ts';

type Who = { db: Db | Tx; user: SignedInUser };

async function findClasses({ db, user }: Who, assignments: readonly Assignment[]) {
  const unique = [...new Set(assignments.map(({ classId }) => classId))];
  const { _id, branchId, termId, status, teacherId, version } = classTable;
  const rows = await db
    .select({ _id, branchId, termId, status, teacherId, version })
    .from(classTable)
    .where(and(inArray(_id, unique), ownBranchOnly(user, branchId)));
  if (rows.length !== unique.length) throw new ApiError('notFound');
  return new Map(rows.map((row) => [row._id, row]));
}

/**
 * Sessions that follow a change of their class's teacher: in the future, and without a substitute.
 */
const following = (classIds: readonly string[], today: string) =>
  and(
    inArray(session.classId, [...classIds]),
    eq(session.status, 'scheduled'),
    eq(session.isSubstitute, false),
    gte(session.date, today),
  );

type Teachers = Map<
  string,
  Pick<typeof teacherTable.$inferSelect, '_id' | 'branchIds' | 'unavailability'>
>;

async function findTeachers(db: Db | Tx, ids: readonly string[]): Promise<Teachers> {
  const { _id, branchIds, unavailability } = teacherTable;
  const where = and(
    inArray(_id, [...new Set(ids)]),
    eq(teacherTable.archived, false),
    eq(teacherTable.status, 'active'),
  );
  const rows =
    ids.length === 0
      ? []
      : await db.select({ _id, branchIds, unavailability }).from(teacherTable).where(where);
  return new Map(rows.map((row) => [row._id, row]));
}

type Looked = {
  classes: Awaited<ReturnType<typeof findClasses>>;
  teachers: Teachers;
  today: string;
};

/** The objections to each assignment on its own. */
async function checkEach(
  db: Db | Tx,
  { classes, teachers, today }: Looked,
  assignments: readonly Assignment[],
): Promise<CheckedAssignment[]> {
  const pairs = assignments.flatMap(({ classId, teacherId }) =>
    teacherId === null ? [] : [{ classId, teacherId }],
  );
  const isHere = ({ classId, teacherId }: (typeof pairs)[number]) =>
    teachers.get(teacherId)?.branchIds.includes(classes.get(classId)?.branchId ?? '');
  if (!pairs.every(isHere)) throw new ApiError('notFound');
  const { classId, date, start, end } = session;
  const sessions = await db
    .select({ classId, date, start, end })
    .from(session)
    .where(
      following(
        pairs.map((pair) => pair.classId),
        today,
      ),
    );
  const clashes = (await teacherClashes(db, pairs, today)).values();
  return assignments.map(({ classId: ofClass, teacherId }) => {
    if (teacherId === null) return { classId: ofClass, teacherId, clashes: [], unavailable: false };
    const away = teachers.get(teacherId)?.unavailability ?? [];
    const unavailable = sessions.some(
      (session) =>
        session.classId === ofClass &&
        away.some((slot) => slot.weekday === weekdayOf(session.date) && overlap(slot, session)),
    );
    return { classId: ofClass, teacherId, clashes: clashes.next().value ?? [], unavailable };
  });
}

const teacherIdsOf = (assignments: readonly Assignment[]) =>
  assignments.flatMap(({ teacherId }) => teacherId ?? []);

/** POST `/classes/teachers/check`: the objections to each assignment on its own. */
export async function checkAssignments(
  who: Who,
  assignments: readonly Assignment[],
): Promise<CheckedAssignment[]> {
  const classes = await findClasses(who, assignments);
  const teachers = await findTeachers(who.db, teacherIdsOf(assignments));
  const today = await todayInLaos(who.db);
  return checkEach(who.db, { classes, teachers, today }, assignments);
}

/** Assigns classes to teachers, all or none; each assignment counts for those after it. */
export async function assignTeachers(
  tx: Tx,
  user: SignedInUser,
  { assignments, overrideReason }: AssignInput,
): Promise<WriteResult<Assigned>> {
  const unlocked = await findClasses({ db: tx, user }, assignments);
  const terms = [...unlocked.values()].map(({ termId }) => termId);
  await takeLocks(tx, {
    terms,
    classes: [...unlocked.keys()],
    advisoryKeys: clashLocks({ teacherIds: teacherIdsOf(assignments) }),
  });
  const classes = await findClasses({ db: tx, user }, assignments);
  const teachers = await findTeachers(tx, teacherIdsOf(assignments));
  const today = await todayInLaos(tx);
  const rows: Assigned['rows'] = [];
  const audit: AuditEntry[] = [];
  for (const { version, ...assignment } of assignments) {
    const {
      status,
      teacherId: before = null,
      version: current,
    } = classes.get(assignment.classId) ?? {};
    if (current !== version) throw new ApiError('versionConflict');
    if (status !== 'draft' && status !== 'open' && status !== 'running')
      throw new ApiError('classClosed');
    const [checked = { ...assignment, clashes: [], unavailable: false }] = await checkEach(
      tx,
      { classes, teachers, today },
      [assignment],
    );
    const changed = { teacherId: assignment.teacherId, updatedAt: sql`now()` };
    await tx
      .update(classTable)
      .set({ ...changed, version: version + 1 })
      .where(eq(classTable._id, assignment.classId));
    await tx
      .update(session)
      .set({ ...changed, version: sql`${session.version} + 1` })
      .where(following([assignment.classId], today));
    rows.push({ ...checked, before, version: version + 1 });
    const reason = checked.clashes.length > 0 || checked.unavailable ? { overrideReason } : {};
    audit.push({
      action: 'update',
      entity: 'classes',
      entityId: assignment.classId,
      before: { teacherId: before },
      after: { teacherId: assignment.teacherId, ...reason },
    });
  }
  const isOverridden = can(user, 'classes:override') && overrideReason !== '';
  if (!isOverridden && rows.some(({ clashes, unavailable }) => clashes.length > 0 || unavailable))
    throw new ApiError('teachersRefused', { rows: rows.map((row) => ({ ...row })) });
  return { answer: { rows }, audit };
}
