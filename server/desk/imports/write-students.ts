import { and, count, eq, inArray, ne, or } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { parentInput, parents } from '#contract/people/parents.ts';
import { nameKey } from '#contract/people/people.ts';
import { students, type GuardianInput, type StudentInput } from '#contract/people/students.ts';
import type { Tx } from '#server/db/client.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { recordAudits } from '#server/lib/audit.ts';
import { searchText } from '#server/db/search-text.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { inSlices } from './in-slices.ts';
import type { Added, LinkedParent, Writing } from './import-kind.ts';
import type { AddedIds } from '#server/db/tables/desk/imports.table.ts';

type Named = Pick<GuardianInput, 'firstName' | 'lastName' | 'phone'>;

/** Families share phones, so only the same phone and the same name are the same parent. */
export const keyOf = ({ firstName, lastName, phone }: Named) =>
  `${phone} ${nameKey(firstName, lastName)}`;

const inUse = (branchId: string) =>
  and(eq(parentTable.branchId, branchId), eq(parentTable.archived, false));

/**
 * The ids of the parents of all rows by their key: existing records, and new rows for the others.
 */
async function parentsOf(
  { tx, branchId }: Writing,
  inputs: StudentInput[],
  chosen: readonly LinkedParent[],
) {
  const wanted = inputs.flatMap(({ guardians }) => guardians);
  const ids = new Map<string, string>();
  const seen = new Set<string>();
  for (const some of inSlices([...new Set(wanted.map(({ phone }) => phone))])) {
    const mine = and(inUse(branchId), inArray(parentTable.phone, some));
    // The parents are locked, so that nobody archives one before its children are linked.
    for (const parent of await tx
      .select()
      .from(parentTable)
      .where(mine)
      .orderBy(parentTable._id)
      .for('share')) {
      ids.set(keyOf(parent), parent._id);
      seen.add(parent._id);
    }
  }
  for (const some of inSlices(chosen)) {
    const mine = and(
      inUse(branchId),
      inArray(
        parentTable._id,
        some.map(({ parentId }) => parentId),
      ),
    );
    const held = new Set(
      (await tx.select().from(parentTable).where(mine).orderBy(parentTable._id).for('share')).map(
        ({ _id }) => _id,
      ),
    );
    if (some.some(({ parentId }) => !held.has(parentId))) throw new ApiError('importChanged');
    for (const { guardian, parentId } of some) ids.set(keyOf(guardian), parentId);
  }
  const found = new Set(ids.keys());
  const linked = new Set(wanted.map(keyOf).filter((key) => found.has(key))).size;
  const added = wanted.flatMap((guardian) => {
    if (ids.has(keyOf(guardian))) return [];
    const { firstName, lastName, phone } = guardian;
    const parent = {
      _id: uuidv7(),
      ...parentInput.parse({ firstName, lastName, phone, branchId }),
    };
    ids.set(keyOf(guardian), parent._id);
    return {
      ...parent,
      nameKey: nameKey(firstName, lastName),
      search: searchText(parent, parents.search),
    };
  });
  for (const { _id } of added) seen.add(_id);
  return { ids, added, linked, seen };
}

/** True if somebody has added one of the guardians during the import. */
async function haveCome(
  { tx, branchId }: Writing,
  { ids, seen }: Awaited<ReturnType<typeof parentsOf>>,
  inputs: StudentInput[],
): Promise<boolean> {
  const phones = inputs.flatMap(({ guardians }) => guardians.map(({ phone }) => phone));
  for (const some of inSlices([...new Set(phones)])) {
    const found = await tx
      .select()
      .from(parentTable)
      .where(and(inUse(branchId), inArray(parentTable.phone, some)));
    if (found.some((parent) => !seen.has(parent._id) && ids.has(keyOf(parent)))) return true;
  }
  return false;
}

/** The guardians of one student; two that have the same record become one. */
function linksOf(
  studentId: string,
  guardians: readonly GuardianInput[],
  ids: ReadonlyMap<string, string>,
) {
  const links = guardians.map((guardian, position) => ({
    ...{
      studentId,
      parentId: ids.get(keyOf(guardian)) ?? '',
      position,
      relation: guardian.relation,
    },
    ...{
      isPayer: guardian.isPayer,
      isPrimaryContact: guardian.isPrimaryContact,
      canPickUp: guardian.canPickUp,
    },
  }));
  return links.filter(
    ({ parentId }, at) => links.findIndex((other) => other.parentId === parentId) === at,
  );
}

/** Adds students with their parents in batches, all in the transaction of `writing`. */
export async function addStudents(
  writing: Writing,
  inputs: StudentInput[],
  chosen: readonly LinkedParent[],
): Promise<Added> {
  const { tx, codes, actor, tell } = writing;
  const family = await parentsOf(writing, inputs, chosen);
  for (const some of inSlices(family.added)) {
    await insertMany(tx, parentTable, some);
    const entries = some.map(({ search: _search, nameKey: _key, ...after }) => ({
      entityId: after._id,
      after,
    }));
    await recordAudits(
      tx,
      actor,
      entries.map((entry) => ({ action: 'create', entity: parents.name, ...entry })),
    );
  }
  const rows = inputs.map((input, at) => ({
    _id: uuidv7(),
    studentCode: codes[at] ?? '',
    ...input,
  }));
  let done = 0;
  for (const some of inSlices(rows)) {
    await insertMany(
      tx,
      studentTable,
      some.map(({ guardians: _guardians, ...row }) => ({
        ...row,
        nameKey: nameKey(row.firstName, row.lastName),
        search: searchText(row, students.search),
      })),
    );
    await insertMany(
      tx,
      guardianTable,
      some.flatMap(({ _id, guardians }) => linksOf(_id, guardians, family.ids)),
    );
    await recordAudits(
      tx,
      actor,
      some.map((after) => ({
        action: 'create',
        entity: students.name,
        entityId: after._id,
        after,
      })),
    );
    done += some.length;
    tell({ done, total: rows.length });
  }
  const added = {
    students: rows.map(({ _id }) => _id),
    parents: family.added.map(({ _id }) => _id),
    teachers: [],
  };
  return {
    added,
    parentsLinked: family.linked,
    cameSince: () => haveCome(writing, family, inputs),
  };
}

async function refuse(
  tx: Tx,
  table: typeof studentTable | typeof parentTable,
  ids: string[],
): Promise<void> {
  const changed = and(inArray(table._id, ids), or(ne(table.version, 1), eq(table.archived, true)));
  const [row] = await tx.select({ rows: count() }).from(table).where(changed);
  if (row && row.rows > 0) throw new ApiError('importInUse');
}

/**
 * Removes imported students and parents again, unless somebody has changed them or linked one of
 * these parents to another student.
 */
export async function removeStudents(
  tx: Tx,
  { students: studentIds, parents: parentIds }: AddedIds,
): Promise<number> {
  for (const some of inSlices(studentIds)) {
    await tx
      .select({ _id: studentTable._id })
      .from(studentTable)
      .where(inArray(studentTable._id, some))
      .for('update');
    await refuse(tx, studentTable, some);
    await tx.delete(guardianTable).where(inArray(guardianTable.studentId, some));
  }
  for (const some of inSlices(parentIds)) {
    await refuse(tx, parentTable, some);
    // The links of the imported students are deleted by now, so these belong to others.
    const [left] = await tx
      .select({ rows: count() })
      .from(guardianTable)
      .where(inArray(guardianTable.parentId, some));
    if (left && left.rows > 0) throw new ApiError('importInUse');
  }
  for (const some of inSlices(studentIds))
    await tx.delete(studentTable).where(inArray(studentTable._id, some));
  for (const some of inSlices(parentIds))
    await tx.delete(parentTable).where(inArray(parentTable._id, some));
  return studentIds.length;
}
