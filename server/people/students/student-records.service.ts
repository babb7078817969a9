import { and, asc, eq, getTableColumns, ne, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type * as z from 'zod/mini';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { dayInLaos } from '#contract/dates.ts';
import type { FieldError } from '#contract/field-errors.ts';
import { nameKey } from '#contract/people/people.ts';
import {
  students,
  studentProblems,
  type Guardian,
  type StudentDuplicate,
  type StudentInput,
  type StudentRecord,
  type studentReplace,
  type studentSave,
} from '#contract/people/students.ts';
import { seesAllBranches } from '#contract/roles.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { takeLocks } from '#server/lib/locks.ts';
import { requireNotErased } from '#server/lib/not-erased.ts';
import { nextCodes } from '#server/lib/numbering.ts';
import { searchText } from '#server/db/search-text.ts';
import type { Writer } from '#server/lib/writer.ts';
import { requireBranch } from '#server/centre/branches/branches.service.ts';
import { requireFile } from '#server/centre/files/files.service.ts';
import {
  addGuardian,
  changePhone,
  hasSameParent,
  parentLockKeys,
  parentsIn,
  type KnownParent,
} from '#server/people/parents/parent-records.service.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { studentName, studentTable as table } from '#server/db/tables/people/students.table.ts';

type Save = z.output<typeof studentSave>;
type Guarded = Pick<StudentInput, 'guardians' | 'homeBranchId' | 'status'>;
type Named = Pick<StudentInput, 'firstName' | 'lastName' | 'dateOfBirth' | 'phone'>;

const { search: _search, nameKey: _nameKey, ...columns } = getTableColumns(table);
const SIBLINGS_SHOWN = 20;

/** The guardians of a student, in the order in which to call them. */
export function guardiansOf(db: Db | Tx, studentId: string): Promise<Guardian[]> {
  return db
    .select({
      parentId: guardianTable.parentId,
      firstName: parentTable.firstName,
      lastName: parentTable.lastName,
      phone: parentTable.phone,
      relation: guardianTable.relation,
      isPayer: guardianTable.isPayer,
      isPrimaryContact: guardianTable.isPrimaryContact,
      canPickUp: guardianTable.canPickUp,
    })
    .from(guardianTable)
    .innerJoin(parentTable, eq(parentTable._id, guardianTable.parentId))
    .where(eq(guardianTable.studentId, studentId))
    .orderBy(asc(guardianTable.position));
}

async function siblingsOf(
  db: Db | Tx,
  user: SignedInUser,
  studentId: string,
): Promise<StudentRecord['siblings']> {
  const own = alias(guardianTable, 'own');
  const { _id, studentCode } = columns;
  return db
    .selectDistinct({ _id, studentCode, ...studentName })
    .from(own)
    .innerJoin(guardianTable, eq(guardianTable.parentId, own.parentId))
    .innerJoin(table, eq(table._id, guardianTable.studentId))
    .where(
      and(
        eq(own.studentId, studentId),
        ne(table._id, studentId),
        eq(table.archived, false),
        ownBranchOnly(user, table.homeBranchId),
      ),
    )
    .orderBy(studentCode)
    .limit(SIBLINGS_SHOWN);
}

/** The whole record of one student; not found if `user` may not see it. */
export async function readStudent(
  db: Db | Tx,
  user: SignedInUser,
  _id: string,
): Promise<StudentRecord> {
  const [row] = await db
    .select(columns)
    .from(table)
    .where(and(eq(table._id, _id), ownBranchOnly(user, table.homeBranchId)));
  if (!row) throw new ApiError('notFound');
  return {
    ...row,
    guardians: await guardiansOf(db, _id),
    siblings: await siblingsOf(db, user, _id),
  };
}

/**
 * Locks one student until the transaction ends; throws if the version differs from that of the
 * request.
 */
export async function lockStudent(
  tx: Tx,
  user: SignedInUser,
  _id: string,
  version: number,
): Promise<StudentRecord> {
  await takeLocks(tx, { students: [_id] });
  const row = await readStudent(tx, user, _id);
  if (row.version !== version) throw new ApiError('versionConflict');
  await requireNotErased(tx, row._id);
  return row;
}

/** The advisory locks under which two desks must not add the same student at once. */
export const studentLockKeys = ({ firstName, lastName, dateOfBirth, phone }: Named) => [
  `student-name:${nameKey(firstName, lastName)} ${dateOfBirth}`,
  ...(phone === '' ? [] : [`student-phone:${phone}`]),
];

/**
 * Students that `user` may see with the same phone, or the same name and date of birth. Among the
 * children of the guardians `parentIds` the name alone is enough, because a family does not use it
 * twice.
 */
export function sameStudents(
  db: Db | Tx,
  user: SignedInUser,
  named: Named,
  { parentIds = [], exceptId }: { parentIds?: readonly string[]; exceptId?: string | undefined },
): Promise<StudentDuplicate[]> {
  const isOfFamily = sql`exists (
    select from ${guardianTable} link
    where link.student_id = students.id and link.parent_id = any(${sql.param(parentIds)}::uuid[]))`;
  const same: (SQL | undefined)[] = [
    named.phone === '' ? undefined : eq(table.phone, named.phone),
    named.firstName === '' || named.lastName === ''
      ? undefined
      : and(
          eq(table.nameKey, nameKey(named.firstName, named.lastName)),
          or(sql`${table.dateOfBirth} is not distinct from ${named.dateOfBirth}::date`, isOfFamily),
        ),
  ];
  if (same.every((condition) => condition === undefined)) return Promise.resolve([]);
  const { _id, studentCode, firstName, lastName, nickname, dateOfBirth, phone, archived } = columns;
  return db
    .select({ _id, studentCode, firstName, lastName, nickname, dateOfBirth, phone, archived })
    .from(table)
    .where(
      and(
        or(...same),
        sql`${table.mergedIntoId} is null`,
        ownBranchOnly(user, table.homeBranchId),
        exceptId === undefined ? undefined : ne(table._id, exceptId),
      ),
    )
    .orderBy(table.archived, studentCode)
    .limit(5);
}

/** Takes all locks of a save, in the one order that all saves use. */
async function claim({ tx }: Writer, { guardians, ...named }: Save): Promise<KnownParent[]> {
  const added = guardians.filter(({ parentId }) => parentId === null);
  const advisoryKeys = [...studentLockKeys(named), ...added.flatMap(parentLockKeys)];
  await takeLocks(tx, {
    addsPeople: true,
    advisoryKeys,
    parents: guardians.flatMap(({ parentId }) => parentId ?? []),
  });
  return parentsIn(tx, guardians);
}

async function refuseDuplicates(
  { tx, user }: Writer,
  input: Save,
  before?: StudentRecord,
): Promise<void> {
  if (input.confirmedDuplicate) return;
  const isSame = before && studentLockKeys(before).join() === studentLockKeys(input).join();
  const parentIds = input.guardians.flatMap(({ parentId }) => parentId ?? []);
  const among = { parentIds, exceptId: before?._id };
  const isDuplicate = !isSame && (await sameStudents(tx, user, input, among)).length > 0;
  if (isDuplicate || (await hasSameParent(tx, user, input.guardians)))
    throw new ApiError('duplicateFound');
}

/** The errors in the guardians of a student. */
function problemsOf(
  { guardians, status }: Guarded,
  parents: Map<string, KnownParent>,
  linked: ReadonlySet<string>,
): Record<string, FieldError> {
  const problems: Record<string, FieldError> = {};
  guardians.forEach(({ parentId, isPayer }, at) => {
    if (parentId === null) return;
    const parent = parents.get(parentId);
    const isAway =
      parent?.archived && (!linked.has(parent._id) || (isPayer && status === 'active'));
    if (!parent || isAway) problems[`guardians.${at}.parentId`] = 'personUnknown';
  });
  const keys = guardians.map(
    ({ parentId, firstName, lastName, phone }) =>
      parentId === null && `${nameKey(firstName, lastName)} ${phone}`,
  );
  keys.forEach((key, at) => {
    if (key !== false && keys.indexOf(key) < at) problems[`guardians.${at}.phone`] = 'personTwice';
  });
  return problems;
}

/**
 * The parents among `locked` that `user` may link to a student; throws for any other. A linked
 * parent may stay linked, whichever branch has their record.
 */
export function checkGuardians(
  user: SignedInUser,
  input: Guarded,
  locked: readonly KnownParent[],
  before: readonly Guardian[],
) {
  const linked = new Set(before.map(({ parentId }) => parentId));
  const isOwn = (parent: KnownParent) =>
    seesAllBranches(user.role) || parent.branchId === user.branchId || linked.has(parent._id);
  const parents = new Map(locked.filter(isOwn).map((parent) => [parent._id, parent]));
  const problems = problemsOf(input, parents, linked);
  if (Object.keys(problems).length > 0) throw fieldsInvalid(problems);
  return parents;
}

/** Checks every rule of docs/domain.md, "Students"; returns the linked parents. */
async function check(
  { tx, user }: Writer,
  input: Save,
  locked: KnownParent[],
  before?: StudentRecord,
) {
  const problems = studentProblems(input, dayInLaos());
  if (Object.keys(problems).length > 0) throw fieldsInvalid(problems);
  await requireBranch(tx, user, 'homeBranchId', input.homeBranchId);
  await requireFile(tx, user, {
    field: 'photoFileId',
    fileId: input.photoFileId,
    purpose: 'photo',
    branchId: input.homeBranchId,
  });
  return checkGuardians(user, input, locked, before?.guardians ?? []);
}

const columnsOf = ({ confirmedDuplicate: _confirmed, guardians: _guardians, ...input }: Save) =>
  input;

/**
 * The columns that follow from the input. A search also finds the student by the codes of merged
 * records.
 */
export async function derivedColumns(
  tx: Tx,
  input: StudentInput,
  { _id, studentCode }: { _id: string | undefined; studentCode: string },
) {
  const merged =
    _id === undefined
      ? []
      : await tx.select({ code: table.studentCode }).from(table).where(eq(table.mergedIntoId, _id));
  const codes = [studentCode, ...merged.map(({ code }) => code)].join(' ');
  return {
    nameKey: nameKey(input.firstName, input.lastName),
    search: searchText({ ...input, studentCode: codes }, students.search),
  };
}

/**
 * Stores the guardians of a student: adds new parents, changes phones, and links all in the given
 * order.
 */
async function writeGuardians(
  writer: Writer,
  studentId: string,
  input: Guarded,
  parents: Map<string, KnownParent>,
): Promise<void> {
  const { tx } = writer;
  await tx.delete(guardianTable).where(eq(guardianTable.studentId, studentId));
  for (const [position, guardian] of input.guardians.entries()) {
    const { relation, isPayer, isPrimaryContact, canPickUp } = guardian;
    const parent = guardian.parentId === null ? undefined : parents.get(guardian.parentId);
    if (guardian.parentId !== null && !parent) throw new ApiError('notFound');
    if (parent) await changePhone(writer, studentId, parent, guardian.phone);
    const parentId = parent?._id ?? (await addGuardian(writer, guardian, input.homeBranchId));
    await tx
      .insert(guardianTable)
      .values({ studentId, parentId, position, relation, isPayer, isPrimaryContact, canPickUp });
  }
}

/** Adds a student and their new parents. */
export async function createStudent(writer: Writer, input: Save): Promise<StudentRecord> {
  const { tx, user } = writer;
  const locked = await claim(writer, input);
  const parents = await check(writer, input, locked);
  await refuseDuplicates(writer, input);
  const [studentCode = ''] = await nextCodes(tx, 'ST');
  const derived = await derivedColumns(tx, input, { _id: undefined, studentCode });
  const [added] = await tx
    .insert(table)
    .values({ ...columnsOf(input), ...derived, studentCode })
    .returning({ _id: table._id });
  const studentId = String(added?._id);
  await writeGuardians(writer, studentId, input, parents);
  return readStudent(tx, user, studentId);
}

/** Replaces a student's record, unless somebody changed it since it was read. */
export async function replaceStudent(
  writer: Writer,
  _id: string,
  { version, ...input }: z.output<typeof studentReplace>,
) {
  const { tx, user } = writer;
  const locked = await claim(writer, input);
  const before = await lockStudent(tx, user, _id, version);
  if (before.mergedIntoId !== null) throw new ApiError('alreadyMerged');
  const parents = await check(writer, input, locked, before);
  await refuseDuplicates(writer, input, before);
  await tx
    .update(table)
    .set({
      ...columnsOf(input),
      ...(await derivedColumns(tx, input, before)),
      version: version + 1,
      updatedAt: sql`now()`,
    })
    .where(eq(table._id, _id));
  await writeGuardians(writer, _id, input, parents);
  return { before, after: await readStudent(tx, user, _id) };
}
