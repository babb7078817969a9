import { and, eq, inArray, lt, ne, or, sql } from 'drizzle-orm';
import {
  classes,
  classInput,
  type ClassInput,
  type ClassStatus,
} from '#contract/classes/classes.ts';
import { meetings } from '#contract/classes/timetable.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { addRecords, removeRecords, type RecordChange } from '#server/lib/added-rows.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { recordAudit } from '#server/lib/audit.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import type { Writer } from '#server/lib/writer.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { classSessionTable, classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { readClass } from './class-reads.ts';
import { insertSessions, isTaught } from './class-timetable.ts';
import { nextClassCode, replaceClass } from './classes.service.ts';

type NewClass = ClassInput & { _id: string; oldName: string; status: ClassStatus };

async function termOf(tx: Tx, { termId }: Pick<NewClass, 'termId'>) {
  const [term] = await tx
    .select({ code: academicTermTable.code, holidays: academicTermTable.holidays })
    .from(academicTermTable)
    .where(inArray(academicTermTable._id, [termId]));
  return term;
}

/** All sessions of a class between its days, without holidays. */
async function addMeetings(tx: Tx, row: NewClass): Promise<void> {
  const holidays = ((await termOf(tx, row))?.holidays ?? []).map(({ date }) => date);
  await insertSessions(tx, row, meetings(row.startDate, row.endDate, row.slots, holidays));
}

/** A class whose name is a free code of its course and term keeps it as its code. */
async function codesOf(tx: Tx, { oldName, termId }: NewClass, courseCode: string) {
  const termCode = (await termOf(tx, { termId }))?.code ?? '';
  const isCode = oldName.startsWith(`${courseCode}-${termCode}-`) && /-\d+$/.test(oldName);
  if (isCode && (await tx.$count(classTable, eq(classTable.classCode, oldName))) === 0)
    return { classCode: oldName, oldName: '' };
  return { classCode: await nextClassCode(tx, courseCode, termCode), oldName };
}

/**
 * Adds classes that met before BranchDesk, each with a code of its own, its old name and all its
 * sessions. Two of them may need a person or a room at once, because they already do.
 */
export async function addMovedClasses(writer: Writer, rows: readonly NewClass[]): Promise<void> {
  const { tx } = writer;
  for (const row of rows) {
    const [course] = await tx
      .select({ code: courseTable.code })
      .from(courseTable)
      .where(inArray(courseTable._id, [row.courseId]));
    const codes = await codesOf(tx, row, course?.code ?? '');
    await addRecords(writer, classTable, classes, [{ ...row, ...codes }]);
    await addMeetings(tx, row);
  }
}

/** Runs an archived class again as a row says, with all its sessions. */
export async function restoreMovedClass(
  { tx, actor }: Pick<Writer, 'tx' | 'actor'>,
  row: NewClass,
): Promise<void> {
  const { _id, branchId: _branch, courseId: _course, termId: _term, ...change } = row;
  const restored = await tx
    .update(classTable)
    .set({
      ...change,
      statusReason: '',
      version: sql`${classTable.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(and(eq(classTable._id, _id), eq(classTable.status, 'archived')))
    .returning({ _id: classTable._id });
  if (restored.length === 0) return;
  await addMeetings(tx, row);
  const before = { status: 'archived' };
  await recordAudit(tx, actor, {
    action: 'update',
    entity: classes.name,
    entityId: _id,
    before,
    after: row,
  });
}

/** Gives a class another price of its own, and its version; what was sold at the old one stays. */
export async function changeClassFee(
  { tx, actor }: Pick<Writer, 'tx' | 'actor'>,
  _id: string,
  feeId: string | null,
): Promise<number | undefined> {
  const [before] = await tx.select().from(classTable).where(eq(classTable._id, _id)).for('update');
  const [after] = await tx
    .update(classTable)
    .set({ feeId, version: sql`${classTable.version} + 1`, updatedAt: sql`now()` })
    .where(eq(classTable._id, _id))
    .returning();
  await recordAudit(tx, actor, {
    action: 'update',
    entity: classes.name,
    entityId: _id,
    before,
    after,
  });
  return after?.version;
}

type FeeToPutBack = {
  feeId: string | null;
  feeBefore: string | null;
  changedVersion: number | null;
};

/** Puts back the price that a class had; throws if it has another one by now. */
export async function changeClassFeeBack(
  tx: Tx,
  _id: string,
  { feeId, feeBefore, changedVersion }: FeeToPutBack,
): Promise<void> {
  const { version, feeId: ownFeeId } = classTable;
  const isAsWritten = sql`${ownFeeId} is not distinct from ${feeId}::uuid`;
  const back = await tx
    .update(classTable)
    .set({
      feeId: feeBefore,
      updatedAt: sql`now()`,
      version: sql`${version} + case when ${version} = ${changedVersion}::int then -1 else 1 end`,
    })
    .where(and(eq(classTable._id, _id), isAsWritten))
    .returning({ _id: classTable._id });
  if (back.length === 0) throw new ApiError('importInUse');
}

/** True for sessions of the past, and for those with attendance; a class with one has begun. */
export const isBegunOn = (today: string) => or(lt(classSessionTable.date, today), isTaught);

/** Fields that plan the sessions of a class, which nobody changes once it has begun. */
const ofSessions: readonly string[] = [
  'startDate',
  'endDate',
  'slots',
  'roomId',
  'teacherId',
  'assistantIds',
];
export const plansSessions = (fields: readonly string[]): boolean =>
  fields.some((field) => ofSessions.includes(field));
const formFields = Object.keys(classInput.shape) as (keyof ClassInput)[];

/** Those of some classes that have a session which nobody may plan again. */
export async function begunClasses(
  db: Db | Tx,
  ids: readonly string[],
  today: string,
): Promise<ReadonlySet<string>> {
  const { classId } = classSessionTable;
  const begun = await db
    .selectDistinct({ classId })
    .from(classSessionTable)
    .where(and(inArray(classId, [...ids]), isBegunOn(today)));
  return new Set(begun.map((one) => one.classId));
}

async function requireNotBegun(tx: Tx, _id: string): Promise<void> {
  const begun = await begunClasses(tx, [_id], await todayInLaos(tx));
  if (begun.size > 0) throw new ApiError('importChanged');
}

/** Changes fields of a class as its form does, from its first day on; gives its version. */
async function replaceFields(writer: Writer, _id: string, change: RecordChange['change']) {
  const { tx, user, actor } = writer;
  const before = await readClass(tx, user, _id);
  const fields = formFields.map((field) => [
    field,
    field in change ? change[field] : before[field],
  ]);
  const input = Object.fromEntries(fields) as ClassInput;
  const isPlanned = plansSessions(Object.keys(change));
  if (isPlanned) await requireNotBegun(tx, _id);
  const first = input.startDate < before.startDate ? input.startDate : before.startDate;
  const { audit } = await replaceClass(tx, user, _id, {
    ...input,
    version: before.version,
    overrideReason: '',
    changeFrom: isPlanned ? first : null,
  });
  await recordAudit(tx, actor, audit);
  return before.version + 1;
}

/**
 * The same for a change of a file or its undoing, after which a class that nobody else has changed
 * has its version of before. A class whose old plan does not fit any more is in use.
 */
export async function changeMovedClass(
  writer: Writer,
  _id: string,
  { change, undoes }: RecordChange,
): Promise<number> {
  if (undoes === undefined) return replaceFields(writer, _id, change);
  try {
    const version = await replaceFields(writer, _id, change);
    if (version !== (undoes ?? 0) + 1) return version;
  } catch (error) {
    throw error instanceof ApiError ? new ApiError('importInUse') : error;
  }
  const version = (undoes ?? 0) - 1;
  await writer.tx.update(classTable).set({ version }).where(eq(classTable._id, _id));
  return version;
}

/** Archives a class that was restored, unless a place of it is there. */
export async function archiveMovedClass(tx: Tx, _id: string): Promise<void> {
  const isThere = and(eq(enrolmentTable.classId, _id), ne(enrolmentTable.status, 'cancelled'));
  if ((await tx.$count(enrolmentTable, isThere)) > 0) throw new ApiError('importInUse');
  await tx.delete(classSessionTable).where(eq(classSessionTable.classId, _id));
  await tx
    .update(classTable)
    .set({
      status: 'archived',
      statusReason: 'undone',
      teacherId: null,
      assistantIds: [],
      roomId: null,
      feeId: null,
      version: sql`${classTable.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(eq(classTable._id, _id));
}

/** Removes classes with their sessions; the database refuses while anything names one of them. */
export async function removeMovedClasses(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.delete(classSessionTable).where(inArray(classSessionTable.classId, [...ids]));
  await removeRecords(tx, classTable, ids);
}
