import { and, arrayContains, eq, gte, inArray, isNull, or } from 'drizzle-orm';
import type { ClassInput } from '#contract/classes/classes.ts';
import type { FieldError } from '#contract/field-errors.ts';
import type { Tx } from '#server/db/client.ts';
import { fieldsInvalid } from '#server/lib/api-error.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { courseFeeTable } from '#server/db/tables/catalogue/course-fees.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { roomTable } from '#server/db/tables/catalogue/rooms.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';

// The parts of a class are read `for share`, so that nobody archives a room or a teacher while a
// class gets them.

/** A room of the branch that is in use; throws for any other. */
export async function requireRoom(tx: Tx, roomId: string, branchId: string): Promise<void> {
  const own = and(
    eq(roomTable._id, roomId),
    eq(roomTable.branchId, branchId),
    eq(roomTable.active, true),
  );
  const [room] = await tx.select({ _id: roomTable._id }).from(roomTable).where(own).for('share');
  if (!room) throw fieldsInvalid({ roomId: 'notHere' });
}

/** Teachers who teach at the branch now; throws for any other, with the field in the error. */
export async function requireTeachers(
  tx: Tx,
  teacherIds: readonly string[],
  branchId: string,
  field: string,
): Promise<void> {
  if (teacherIds.length === 0) return;
  const free = and(
    arrayContains(teacherTable.branchIds, [branchId]),
    eq(teacherTable.status, 'active'),
    eq(teacherTable.archived, false),
  );
  const own = and(inArray(teacherTable._id, [...teacherIds]), free);
  const teachers = await tx
    .select({ _id: teacherTable._id })
    .from(teacherTable)
    .where(own)
    .orderBy(teacherTable._id)
    .for('share');
  if (teachers.length < new Set(teacherIds).size) throw fieldsInvalid({ [field]: 'notHere' });
}

type Parts = Pick<ClassInput, 'teacherId' | 'assistantIds' | 'roomId'>;

/**
 * Throws unless the room and the people belong to the branch; those the class has already may have
 * left it meanwhile.
 */
export async function requireParts(
  tx: Tx,
  input: Parts,
  branchId: string,
  before?: Parts,
): Promise<void> {
  if (input.roomId !== null && input.roomId !== before?.roomId)
    await requireRoom(tx, input.roomId, branchId);
  const isNew = (teacherId: string) =>
    teacherId !== before?.teacherId && !before?.assistantIds.includes(teacherId);
  if (input.teacherId !== null)
    await requireTeachers(tx, [input.teacherId].filter(isNew), branchId, 'teacherId');
  await requireTeachers(tx, input.assistantIds.filter(isNew), branchId, 'assistantIds');
  const helpers = new Set(input.assistantIds);
  if (helpers.size < input.assistantIds.length || helpers.has(input.teacherId ?? ''))
    throw fieldsInvalid({ assistantIds: 'personTwice' });
}

/**
 * Throws unless the class's own price is in use, of its course, and of its branch or of all
 * branches. A price that a later version follows may be chosen until that one begins.
 */
export async function requireFee(
  tx: Tx,
  { feeId, courseId }: Pick<ClassInput, 'feeId' | 'courseId'>,
  branchId: string,
): Promise<void> {
  if (feeId === null) return;
  const here = or(isNull(courseFeeTable.branchId), eq(courseFeeTable.branchId, branchId));
  const own = and(
    eq(courseFeeTable._id, feeId),
    eq(courseFeeTable.courseId, courseId),
    eq(courseFeeTable.active, true),
    or(isNull(courseFeeTable.replacedById), gte(courseFeeTable.validTo, await todayInLaos(tx))),
    here,
  );
  const [fee] = await tx
    .select({ _id: courseFeeTable._id })
    .from(courseFeeTable)
    .where(own)
    .for('share');
  if (!fee) throw fieldsInvalid({ feeId: 'notHere' });
}

/** The course of a new class, which must still be taught. */
export async function requireCourse(tx: Tx, courseId: string) {
  const inUse = and(eq(courseTable._id, courseId), eq(courseTable.active, true));
  const [course] = await tx
    .select({ code: courseTable.code })
    .from(courseTable)
    .where(inUse)
    .for('share');
  if (!course) throw fieldsInvalid({ courseId: 'notHere' });
  return course;
}

/** The term of a class, if it includes the branch. */
export async function termOfClass(tx: Tx, termId: string, branchId: string) {
  const [term] = await tx
    .select()
    .from(academicTermTable)
    .where(eq(academicTermTable._id, termId))
    .for('share');
  const isHere =
    term !== undefined && (term.branchIds.length === 0 || term.branchIds.includes(branchId));
  if (!isHere) throw fieldsInvalid({ termId: 'notHere' });
  return term;
}

type Days = { startDate: string; endDate: string };
const inFigures = (day: string) => day.split('-').toReversed().join('/');

/** The errors in the days of a class outside its term. */
export function outsideTerm({ startDate, endDate }: Days, term: Days): Record<string, FieldError> {
  const error = `outsideTerm:${inFigures(term.startDate)}–${inFigures(term.endDate)}` as const;
  const isOutside = (day: string) => day < term.startDate || day > term.endDate;
  return {
    ...(isOutside(startDate) && { startDate: error }),
    ...(isOutside(endDate) && { endDate: error }),
  };
}
