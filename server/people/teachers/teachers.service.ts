import { and, arrayContains, eq, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { nameKey, type ArchiveInput } from '#contract/people/people.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { teachers, type Teacher, type TeacherInput } from '#contract/people/teachers.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { requireNotErased } from '#server/lib/not-erased.ts';
import { nextCodes } from '#server/lib/numbering.ts';
import { searchText } from '#server/db/search-text.ts';
import type { WriteResult } from '#server/lib/write.ts';
import { requireBranches } from '#server/centre/branches/branches.service.ts';
import { requireFile } from '#server/centre/files/files.service.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { hiddenRates, rateToday } from './rate-today.ts';
import { classTable, classSessionTable } from '#server/db/tables/academic/classes.table.ts';

/** A teacher belongs to every branch where they may teach. */
export const teacherBranch = ({ branchId }: SignedInUser) =>
  arrayContains(teacherTable.branchIds, [branchId]);

const columns = {
  _id: teacherTable._id,
  teacherCode: teacherTable.teacherCode,
  firstName: teacherTable.firstName,
  lastName: teacherTable.lastName,
  firstNameEn: teacherTable.firstNameEn,
  lastNameEn: teacherTable.lastNameEn,
  phone: teacherTable.phone,
  email: teacherTable.email,
  gender: teacherTable.gender,
  dateOfBirth: teacherTable.dateOfBirth,
  nationality: teacherTable.nationality,
  photoFileId: teacherTable.photoFileId,
  branchIds: teacherTable.branchIds,
  employmentType: teacherTable.employmentType,
  ...rateToday,
  qualifications: teacherTable.qualifications,
  startDate: teacherTable.startDate,
  unavailability: teacherTable.unavailability,
  note: teacherTable.note,
  status: teacherTable.status,
  archived: teacherTable.archived,
  version: teacherTable.version,
  createdAt: teacherTable.createdAt,
  updatedAt: teacherTable.updatedAt,
} satisfies Record<keyof Teacher, PgColumn | SQL>;

/** A teacher at the branch of `user`; any other is answered as missing. */
export async function findTeacher(
  db: Db | Tx,
  user: SignedInUser,
  _id: string,
  lock = false,
): Promise<Teacher> {
  const fields: Partial<typeof columns> = { ...columns };
  for (const field of hiddenRates(user)) delete fields[field];
  const query = db
    .select(fields)
    .from(teacherTable)
    .where(and(eq(teacherTable._id, _id), ownBranchOnly(user, teacherBranch)));
  const [teacher] = await (lock ? query.for('update') : query);
  if (!teacher) throw new ApiError('notFound');
  return teacher as Teacher;
}

/** The current row of a teacher, locked; answers 409 if somebody changed it since `version`. */
async function lockTeacher(
  tx: Tx,
  user: SignedInUser,
  _id: string,
  version: number,
): Promise<Teacher> {
  const teacher = await findTeacher(tx, user, _id, true);
  if (teacher.version !== version) throw new ApiError('versionConflict');
  await requireNotErased(tx, teacher._id);
  return teacher;
}

/**
 * The branches to store: each once, all existing. A user of one branch may add that branch, but
 * cannot change the teacher's other branches.
 */
async function checkBranches(
  tx: Tx,
  user: SignedInUser,
  written: string[],
  before: readonly string[],
): Promise<string[]> {
  const branchIds = [...new Set(written.map((branchId) => branchId.toLowerCase()))];
  await requireBranches(tx, 'branchIds', branchIds);
  if (seesAllBranches(user.role)) return branchIds;
  const isOwn = branchIds.every(
    (branchId) => branchId === user.branchId || before.includes(branchId),
  );
  const isKept = before.every((branchId) => branchIds.includes(branchId));
  if (!isOwn || !isKept || !branchIds.includes(user.branchId))
    throw fieldsInvalid({ branchIds: 'branchNotYours' });
  return branchIds;
}

async function toStored(
  tx: Tx,
  user: SignedInUser,
  input: TeacherInput,
  before: Pick<Teacher, 'branchIds' | 'photoFileId' | 'teacherCode'>,
) {
  const branchIds = await checkBranches(tx, user, input.branchIds, before.branchIds);
  // The photo belongs to one of the branches; the others see it because the teacher is theirs as
  // well.
  const isMoved =
    input.photoFileId !== before.photoFileId || branchIds.join() !== before.branchIds.join();
  if (isMoved)
    await requireFile(tx, user, {
      field: 'photoFileId',
      fileId: input.photoFileId,
      purpose: 'photo',
      branchId: branchIds[0] ?? user.branchId,
    });
  const row = { ...input, branchIds, teacherCode: before.teacherCode };
  return {
    ...row,
    nameKey: nameKey(input.firstName, input.lastName),
    search: searchText(row, teachers.search),
  };
}

/** Adds a teacher, with the next code of their series. */
export async function addTeacher(
  tx: Tx,
  user: SignedInUser,
  input: TeacherInput,
): Promise<WriteResult<Teacher>> {
  const [teacherCode = ''] = await nextCodes(tx, 'TC');
  const values = await toStored(tx, user, input, { branchIds: [], photoFileId: null, teacherCode });
  const [added] = await tx.insert(teacherTable).values(values).returning({ _id: teacherTable._id });
  const answer = await findTeacher(tx, user, String(added?._id));
  return {
    answer,
    audit: { action: 'create', entity: teachers.name, entityId: answer._id, after: answer },
  };
}

/**
 * Throws if a teacher who is to be archived still has sessions to teach; the error names the
 * classes.
 */
async function requireNoLessons(tx: Tx, teacherId: string): Promise<void> {
  const { rows } = await tx.execute<{ code: string }>(sql`
    select distinct class.class_code as code from ${classTable} class
    join ${classSessionTable} lesson on lesson.class_id = class.id and lesson.status = 'scheduled'
      and lesson.date >= (now() at time zone 'Asia/Vientiane')::date
    where class.status in ('draft', 'open', 'running')
      and (lesson.teacher_id = ${teacherId} or ${teacherId} = any(class.assistant_ids))
    order by code limit 5`);
  if (rows.length > 0)
    throw new ApiError('teacherNeeded', { n: rows.map(({ code }) => code).join(', ') });
}

/** Changes a teacher, unless somebody else did since `version`. */
export async function replaceTeacher(
  tx: Tx,
  user: SignedInUser,
  _id: string,
  { version, ...input }: TeacherInput & { version: number },
): Promise<WriteResult<Teacher>> {
  const before = await lockTeacher(tx, user, _id, version);
  if (input.status === 'left' && before.status !== 'left') await requireNoLessons(tx, before._id);
  const values = await toStored(tx, user, input, before);
  await tx
    .update(teacherTable)
    .set({ ...values, version: version + 1, updatedAt: sql`now()` })
    .where(eq(teacherTable._id, _id));
  const answer = await findTeacher(tx, user, _id);
  return {
    answer,
    audit: { action: 'update', entity: teachers.name, entityId: _id, before, after: answer },
  };
}

/** Archives or restores a teacher; archiving needs a reason. */
export async function archiveTeacher(
  tx: Tx,
  user: SignedInUser,
  _id: string,
  { version, archived, reason }: ArchiveInput,
): Promise<WriteResult<Teacher>> {
  const before = await lockTeacher(tx, user, _id, version);
  if (archived && reason === '') throw fieldsInvalid({ reason: 'reasonNeeded' });
  if (archived) await requireNoLessons(tx, before._id);
  await tx
    .update(teacherTable)
    .set({ archived, version: version + 1, updatedAt: sql`now()` })
    .where(eq(teacherTable._id, _id));
  const answer = await findTeacher(tx, user, _id);
  const audit = { action: archived ? 'archive' : 'restore', entity: teachers.name, entityId: _id };
  return {
    answer,
    audit: { ...audit, before: { archived: before.archived }, after: { archived, reason } },
  };
}
