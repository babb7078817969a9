import { and, eq, inArray, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { nameKey } from '#contract/people/people.ts';
import { parentInput } from '#contract/people/parents.ts';
import {
  students,
  type Guardian,
  type GuardianInput,
  type StudentInput,
} from '#contract/people/students.ts';
import type { Tx } from '#server/db/client.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { searchText } from '#server/db/search-text.ts';
import { addRecords, removeRecords } from '#server/lib/added-rows.ts';
import { recordAudit } from '#server/lib/audit.ts';
import { nextCodes } from '#server/lib/numbering.ts';
import type { Writer } from '#server/lib/writer.ts';
import {
  addParents,
  familyKey,
  holdParents,
  parentsByPhone,
} from '#server/people/parents/added-parents.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { guardiansOf } from './student-records.service.ts';

/** A guardian of a file; `parentId` is the record that a person has named for them. */
export type MovedGuardian = Omit<GuardianInput, 'parentId'> & {
  phone2: string;
  parentId?: string | null;
};
export type MovedStudent = Omit<StudentInput, 'guardians'> & {
  _id: string;
  studentCode: string;
  guardians: MovedGuardian[];
};

/** The parents of all rows by their key, after those that are missing were added. */
async function familiesOf(
  writer: Writer,
  rows: readonly Pick<MovedStudent, 'guardians' | 'homeBranchId'>[],
  ofBranch: string | undefined,
) {
  const wanted = rows.flatMap(({ guardians, homeBranchId: branchId }) =>
    guardians.map((guardian) => ({ ...guardian, branchId })),
  );
  const ids = await parentsByPhone(
    writer.tx,
    wanted.map(({ phone }) => phone),
    ofBranch,
  );
  const linked = wanted.flatMap(({ parentId, ...guardian }) =>
    parentId ? [{ guardian, parentId }] : [],
  );
  const held = await holdParents(
    writer.tx,
    linked.map(({ parentId }) => parentId),
  );
  for (const { guardian, parentId } of linked)
    ids.set(familyKey(guardian), held.get(parentId) ?? parentId);
  const added = new Map<string, string>();
  const parents = wanted.flatMap((guardian) => {
    const key = familyKey(guardian);
    if (ids.has(key)) return [];
    const { firstName, lastName, phone, phone2, branchId } = guardian;
    // The rest has the values of an empty form; a name without a surname is kept as it is.
    const empty = parentInput.parse({ firstName, lastName: '-', phone, phone2, branchId });
    const parent = { ...empty, lastName, _id: uuidv7() };
    ids.set(key, parent._id);
    added.set(key, parent._id);
    return [parent];
  });
  await addParents(writer, parents);
  return { ids, added };
}

/** The guardians of one student; two that have the same record become one. */
function linksOf(
  { _id: studentId, guardians }: Pick<MovedStudent, '_id' | 'guardians'>,
  ids: ReadonlyMap<string, string>,
) {
  const links = guardians.map((guardian, position) => ({
    studentId,
    parentId: ids.get(familyKey(guardian)) ?? '',
    position,
    relation: guardian.relation,
    isPayer: guardian.isPayer,
    isPrimaryContact: guardian.isPrimaryContact,
    canPickUp: guardian.canPickUp,
  }));
  return links.filter(
    ({ parentId }, at) => links.findIndex((other) => other.parentId === parentId) === at,
  );
}

/**
 * Adds students with the codes that they have, and with their guardians; those without a code get
 * the next ones. With `ofBranch` only guardians of that branch are theirs. Gives the ids of the
 * parents that were added for each student.
 */
export async function addMovedStudents(
  writer: Writer,
  rows: readonly MovedStudent[],
  ofBranch?: string | null,
): Promise<Map<string, string[]>> {
  const { ids, added } = await familiesOf(writer, rows, ofBranch ?? undefined);
  const without = rows.filter(({ studentCode }) => studentCode === '');
  const codes = without.length === 0 ? [] : await nextCodes(writer.tx, 'ST', without.length);
  await addRecords(
    writer,
    studentTable,
    students,
    rows.map(({ guardians: _guardians, ...row }) => ({
      ...row,
      studentCode:
        row.studentCode || (codes[without.findIndex(({ _id }) => _id === row._id)] ?? ''),
      nameKey: nameKey(row.firstName, row.lastName),
    })),
  );
  await insertMany(
    writer.tx,
    guardianTable,
    rows.flatMap((row) => linksOf(row, ids)),
  );
  const beside = new Map<string, string[]>();
  for (const row of rows) {
    const own = [...new Set(row.guardians.map(familyKey))].flatMap((key) => {
      const parentId = added.get(key);
      added.delete(key);
      return parentId ?? [];
    });
    beside.set(row._id, own);
  }
  return beside;
}

/** A link that a file has given to a student who was there, as it was made. */
export type AddedLink = Omit<typeof guardianTable.$inferSelect, 'studentId' | 'position'>;

/**
 * Gives a student who is there further guardians, behind those whom they have. Gives the links, and
 * the ids of the parents that were added.
 */
export async function linkGuardians(
  writer: Writer,
  studentId: string,
  guardians: readonly MovedGuardian[],
): Promise<{ links: AddedLink[]; added: string[] }> {
  const { tx } = writer;
  const [student] = await tx
    .select({ homeBranchId: studentTable.homeBranchId })
    .from(studentTable)
    .where(eq(studentTable._id, studentId));
  if (!student || guardians.length === 0) return { links: [], added: [] };
  const { parentId, position } = guardianTable;
  const there = await tx
    .select({ parentId, position })
    .from(guardianTable)
    .where(eq(guardianTable.studentId, studentId));
  const { ids, added } = await familiesOf(
    writer,
    [{ ...student, guardians: [...guardians] }],
    undefined,
  );
  const first = Math.max(-1, ...there.map((link) => link.position)) + 1;
  const links = linksOf({ _id: studentId, guardians: [...guardians] }, ids)
    .filter((link) => there.every((one) => one.parentId !== link.parentId))
    .map((link) => ({ ...link, position: first + link.position }));
  await insertMany(tx, guardianTable, links);
  return {
    links: links.map(({ studentId: _student, position: _place, ...link }) => link),
    added: [...new Set(added.values())],
  };
}

/** Takes such guardians from a student again. */
export async function unlinkGuardians(
  tx: Tx,
  studentId: string,
  parentIds: readonly string[],
): Promise<void> {
  const which = inArray(guardianTable.parentId, [...parentIds]);
  await tx.delete(guardianTable).where(and(eq(guardianTable.studentId, studentId), which));
}

/** Parents are archived while all their children are. */
async function parentsFollow(tx: Tx, studentId: string): Promise<void> {
  await tx.execute(sql`
    update parents set archived = next.archived, version = version + 1, updated_at = now()
    from (
      select link.parent_id, bool_and(child.archived) as archived from guardians link
      join students child on child.id = link.student_id
      where link.parent_id in (select parent_id from guardians where student_id = ${studentId})
      group by 1) next
    where parents.id = next.parent_id and parents.archived <> next.archived`);
}

type ChangedBeside = {
  /** The version that the undone change made. */
  undoes?: number | null;
  /** The guardians before, where they have changed with the fields. */
  guardians?: readonly Guardian[];
};

/**
 * Changes fields of one student, and gives the version afterwards. With `undoes` a record that
 * nobody else has changed gets its version of before, because it is that record again.
 */
export async function changeMovedStudent(
  { tx, actor }: Pick<Writer, 'tx' | 'actor'>,
  _id: string,
  change: Partial<Omit<StudentInput, 'guardians'>> & { archived?: boolean },
  { undoes = null, guardians }: ChangedBeside = {},
): Promise<number | null> {
  const [before] = await tx
    .select()
    .from(studentTable)
    .where(eq(studentTable._id, _id))
    .for('update');
  if (!before) return null;
  const after = { ...before, ...change };
  const version = before.version + (undoes === before.version ? -1 : 1);
  await tx
    .update(studentTable)
    .set({
      ...change,
      nameKey: nameKey(after.firstName, after.lastName),
      search: searchText(after, students.search),
      version,
      updatedAt: sql`now()`,
    })
    .where(eq(studentTable._id, _id));
  if (change.archived !== undefined) await parentsFollow(tx, _id);
  await recordAudit(tx, actor, {
    action: 'update',
    entity: students.name,
    entityId: _id,
    before: { ...before, ...(guardians && { guardians }) },
    after: { ...after, ...(guardians && { guardians: await guardiansOf(tx, _id) }) },
  });
  return version;
}

/** Removes students with the links to their guardians. */
export async function removeMovedStudents(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.delete(guardianTable).where(inArray(guardianTable.studentId, [...ids]));
  await removeRecords(tx, studentTable, ids);
}
