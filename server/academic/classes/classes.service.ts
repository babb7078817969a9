import { eq, like, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import {
  isLiveClass,
  type ClassReplace,
  type ClassReplaced,
  type ClassSave,
} from '#contract/classes/class-changes.ts';
import { classes, type ClassInput, type SchoolClass } from '#contract/classes/classes.ts';
import { can } from '#contract/roles.ts';
import type { Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { takeNumbers } from '#server/lib/numbering.ts';
import { searchText } from '#server/db/search-text.ts';
import type { WriteResult } from '#server/lib/write.ts';
import { requireBranch } from '#server/centre/branches/branches.service.ts';
import { lockClass, readClass } from './class-reads.ts';
import {
  termOfClass,
  outsideTerm,
  requireCourse,
  requireFee,
  requireParts,
} from './class-parts.ts';
import { planSessions, replaceSessions } from './class-timetable.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';

/** An admin's reason to accept what the server would otherwise refuse; empty for anybody else. */
export const overrideOf = (user: SignedInUser, reason: string): string =>
  can(user, 'classes:override') ? reason : '';

const NUMBER_DIGITS = 2;

/**
 * `ENG-A1-T1-03`: the next number of a course in a term; the row of the series is locked until the
 * transaction ends.
 */
export async function nextClassCode(tx: Tx, courseCode: string, termCode: string): Promise<string> {
  const prefix = `${courseCode}-${termCode}-`;
  const series = { kind: `class ${prefix}` };
  const last = await takeNumbers(tx, series, 0);
  // Some classes were not numbered by the series.
  const usedCodes = await tx
    .select({ classCode: classTable.classCode })
    .from(classTable)
    .where(like(classTable.classCode, `${prefix}%`));
  const numbers = usedCodes
    .map(({ classCode }) => Number(classCode.slice(prefix.length)))
    .filter(Number.isInteger);
  const next = await takeNumbers(
    tx,
    series,
    Math.max(0, ...numbers.map((number) => number - last)) + 1,
  );
  return prefix + String(next).padStart(NUMBER_DIGITS, '0');
}

/** Throws unless the class lies inside its term, or an admin gave a reason. */
async function checkDays(tx: Tx, input: ClassInput, mayLieOutside: boolean) {
  const term = await termOfClass(tx, input.termId, input.branchId);
  const wrong = outsideTerm(input, term);
  if (!mayLieOutside && Object.keys(wrong).length > 0) throw fieldsInvalid(wrong);
  return { ...term, holidays: term.holidays.map(({ date }) => date) };
}

/**
 * Adds a class with all its sessions: a draft, or open for enrolment. `origin` names the class that
 * it was copied from.
 */
export async function addClass(
  tx: Tx,
  user: SignedInUser,
  { overrideReason, opens, ...input }: ClassSave,
  origin: Partial<Pick<typeof classTable.$inferInsert, 'copyId' | 'copiedFromId'>> = {},
): Promise<WriteResult<SchoolClass>> {
  await requireBranch(tx, user, 'branchId', input.branchId);
  const override = overrideOf(user, overrideReason);
  const course = await requireCourse(tx, input.courseId);
  const term = await checkDays(tx, input, override !== '');
  if (term.status === 'closed' || term.status === 'archived')
    throw fieldsInvalid({ termId: 'notHere' });
  await requireParts(tx, input, input.branchId);
  await requireFee(tx, input, input.branchId);
  const classCode = await nextClassCode(tx, course.code, term.code);
  const row = { ...input, classCode, status: opens ? ('open' as const) : ('draft' as const) };
  const [added] = await tx
    .insert(classTable)
    .values({ ...row, ...origin, search: searchText(row, classes.search) })
    .returning({ _id: classTable._id });
  const _id = String(added?._id);
  const clashes = await planSessions(tx, { ...input, _id }, term.holidays, override);
  const answer = await readClass(tx, user, _id);
  const overridden = override !== '' && { overrideReason: override, clashes };
  return {
    answer,
    audit: {
      action: 'create',
      entity: classes.name,
      entityId: _id,
      after: { ...answer, ...overridden },
    },
  };
}

/**
 * Branch, term and course of a class cannot change: they are part of its code, and its students
 * enrolled for them.
 */
function checkFixed(before: SchoolClass, input: ClassInput): void {
  const fixed = (['courseId', 'termId', 'branchId'] as const).filter(
    (field) => before[field] !== input[field].toLowerCase(),
  );
  if (fixed.length > 0)
    throw fieldsInvalid(Object.fromEntries(fixed.map((field) => [field, 'cannotChange' as const])));
  if (input.capacity < before.seatsTaken)
    throw fieldsInvalid({ capacity: `seatsInUse:${before.seatsTaken}` });
}

/**
 * Changes a class, unless somebody else did since `version`; new times, people or rooms are valid
 * from a day on.
 */
export async function replaceClass(
  tx: Tx,
  user: SignedInUser,
  _id: string,
  { version, changeFrom, overrideReason, ...input }: ClassReplace,
): Promise<WriteResult<ClassReplaced>> {
  const before = await lockClass(tx, user, _id, version);
  if (!isLiveClass(before.status)) throw new ApiError('classOver');
  checkFixed(before, input);
  const override = overrideOf(user, overrideReason);
  const areSameDays = before.startDate === input.startDate && before.endDate === input.endDate;
  const term = await checkDays(tx, input, areSameDays || override !== '');
  await requireParts(tx, input, before.branchId, before);
  if (input.feeId !== before.feeId) await requireFee(tx, input, before.branchId);
  const { classCode, oldName } = before;
  const search = searchText({ ...input, classCode, oldName }, classes.search);
  await tx
    .update(classTable)
    .set({ ...input, search, version: version + 1, updatedAt: sql`now()` })
    .where(eq(classTable._id, _id));
  const { clashes, sessionsChangedByHand, told } = await replaceSessions(tx, before, input, {
    changeFrom,
    holidays: term.holidays,
    override,
  });
  const answer = await readClass(tx, user, _id);
  const overridden = override !== '' && { overrideReason: override, clashes };
  return {
    answer: { ...answer, sessionsChangedByHand },
    audit: {
      action: 'update',
      entity: classes.name,
      entityId: _id,
      before,
      after: { ...answer, ...told, ...overridden },
    },
  };
}
