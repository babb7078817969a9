import { and, eq, getTableColumns, inArray, ne, or, sql, type SQL } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import {
  parentInput,
  parents,
  type ChildOfParent,
  type ParentDuplicate,
  type ParentInput,
  type ParentRecord,
} from '#contract/people/parents.ts';
import { nameKey } from '#contract/people/people.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { recordAudit } from '#server/lib/audit.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { takeLocks } from '#server/lib/locks.ts';
import { requireNotErased } from '#server/lib/not-erased.ts';
import { searchText } from '#server/db/search-text.ts';
import type { Writer } from '#server/lib/writer.ts';
import { requireBranch } from '#server/centre/branches/branches.service.ts';
import { requireFile } from '#server/centre/files/files.service.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { studentName, studentTable } from '#server/db/tables/people/students.table.ts';
import { parentTable as table } from '#server/db/tables/people/parents.table.ts';

type Named = Pick<ParentInput, 'firstName' | 'lastName' | 'phone'>;
type Save = ParentInput & { confirmedDuplicate: boolean };
export type KnownParent = typeof table.$inferSelect;

/**
 * The number of children linked to a parent, without archived ones. The names are written out,
 * because drizzle drops the table's name in a query of one table and SQL would then read the column
 * of the inner table.
 */
export const childCount = sql<number>`(
  select count(*)::int
  from ${guardianTable} link
  join ${studentTable} child on child.id = link.student_id
  where link.parent_id = parents.id and not child.archived
)`;

const { search: _search, nameKey: _nameKey, ...columns } = getTableColumns(table);

/** One parent as the contract describes it; not found if `user` may not see it. */
export async function readParent(
  db: Db | Tx,
  user: SignedInUser,
  _id: string,
): Promise<ParentRecord> {
  const [row] = await db
    .select({ ...columns, children: childCount })
    .from(table)
    .where(and(eq(table._id, _id), ownBranchOnly(user, table.branchId)));
  if (!row) throw new ApiError('notFound');
  return row;
}

/** The children of a parent that `user` may see, without archived ones. */
export async function readChildren(
  db: Db,
  user: SignedInUser,
  parentId: string,
): Promise<ChildOfParent[]> {
  const { _id: studentId, studentCode, dateOfBirth, status } = getTableColumns(studentTable);
  const { relation, isPayer } = getTableColumns(guardianTable);
  return db
    .select({ studentId, studentCode, ...studentName, dateOfBirth, relation, isPayer, status })
    .from(guardianTable)
    .innerJoin(studentTable, eq(studentTable._id, guardianTable.studentId))
    .where(
      and(
        eq(guardianTable.parentId, parentId),
        eq(studentTable.archived, false),
        ownBranchOnly(user, studentTable.homeBranchId),
      ),
    )
    .orderBy(studentCode);
}

/**
 * Locks one parent until the transaction ends; throws if the version differs from that of the
 * request.
 */
export async function lockParent(
  tx: Tx,
  user: SignedInUser,
  _id: string,
  version: number,
): Promise<ParentRecord> {
  await takeLocks(tx, { parents: [_id] });
  const row = await readParent(tx, user, _id);
  if (row.version !== version) throw new ApiError('versionConflict');
  await requireNotErased(tx, row._id);
  return row;
}

/** The columns that follow from the input. */
export const derived = (input: Partial<ParentInput> & Named) => ({
  nameKey: nameKey(input.firstName, input.lastName),
  search: searchText(input, parents.search),
});

/** The advisory locks under which two desks must not add the same parent at once. */
export const parentLockKeys = ({ firstName, lastName, phone }: Named) => [
  `parent-name:${nameKey(firstName, lastName)}`,
  `parent-phone:${phone}`,
];

/** Parents that `user` may see with the same phone or the same name. */
export function sameParents(
  db: Db | Tx,
  user: SignedInUser,
  named: Named,
  exceptId?: string,
): Promise<ParentDuplicate[]> {
  const key = nameKey(named.firstName, named.lastName);
  const same: (SQL | undefined)[] = [
    named.phone === ''
      ? undefined
      : or(eq(table.phone, named.phone), eq(table.phone2, named.phone)),
    named.firstName === '' || named.lastName === '' ? undefined : eq(table.nameKey, key),
  ];
  if (same.every((condition) => condition === undefined)) return Promise.resolve([]);
  const { _id, firstName, lastName, phone, archived } = columns;
  return db
    .select({ _id, firstName, lastName, phone, archived, children: childCount })
    .from(table)
    .where(
      and(
        or(...same),
        sql`${table.mergedIntoId} is null`,
        ownBranchOnly(user, table.branchId),
        exceptId === undefined ? undefined : ne(table._id, exceptId),
      ),
    )
    .orderBy(table.archived, table._id)
    .limit(5);
}

/** Adds a parent to the branch of `input`, unless there is a duplicate. */
export async function addParent(
  tx: Tx,
  user: SignedInUser,
  input: ParentInput,
): Promise<ParentRecord> {
  const [added] = await tx
    .insert(table)
    .values({ ...input, ...derived(input) })
    .returning({ _id: table._id });
  return readParent(tx, user, String(added?._id));
}

async function check(
  tx: Tx,
  user: SignedInUser,
  { confirmedDuplicate, ...input }: Save,
  before?: ParentRecord,
): Promise<void> {
  await requireBranch(tx, user, 'branchId', input.branchId);
  await requireFile(tx, user, {
    field: 'photoFileId',
    fileId: input.photoFileId,
    purpose: 'photo',
    branchId: input.branchId,
  });
  const isSame = before && parentLockKeys(before).join() === parentLockKeys(input).join();
  if (isSame || confirmedDuplicate) return;
  if ((await sameParents(tx, user, input, before?._id)).length > 0)
    throw new ApiError('duplicateFound');
}

export async function createParent(tx: Tx, user: SignedInUser, save: Save): Promise<ParentRecord> {
  await takeLocks(tx, { addsPeople: true, advisoryKeys: parentLockKeys(save) });
  await check(tx, user, save);
  const { confirmedDuplicate: _confirmed, ...input } = save;
  return addParent(tx, user, input);
}

/**
 * The form of a student shows the guardians' names and phones, so a change of these gives the
 * student a new version, which an open form notices.
 */
export async function touchChildren(tx: Tx, parentId: string, exceptId?: string): Promise<void> {
  const ofParent = tx
    .select({ _id: guardianTable.studentId })
    .from(guardianTable)
    .where(eq(guardianTable.parentId, parentId));
  await tx
    .update(studentTable)
    .set({ version: sql`${studentTable.version} + 1` })
    .where(
      and(
        inArray(studentTable._id, ofParent),
        exceptId === undefined ? undefined : ne(studentTable._id, exceptId),
      ),
    );
}

export async function replaceParent(
  tx: Tx,
  user: SignedInUser,
  _id: string,
  { version, ...save }: Save & { version: number },
): Promise<{ before: ParentRecord; after: ParentRecord }> {
  await takeLocks(tx, { addsPeople: true, advisoryKeys: parentLockKeys(save) });
  const before = await lockParent(tx, user, _id, version);
  if (before.mergedIntoId !== null) throw new ApiError('alreadyMerged');
  await check(tx, user, save, before);
  const { confirmedDuplicate: _confirmed, ...input } = save;
  await tx
    .update(table)
    .set({ ...input, ...derived(input), version: version + 1, updatedAt: sql`now()` })
    .where(eq(table._id, _id));
  const isShown = (['firstName', 'lastName', 'phone'] as const).some(
    (field) => before[field] !== input[field],
  );
  if (isShown) await touchChildren(tx, _id);
  return { before, after: await readParent(tx, user, _id) };
}

/** Archives or restores a parent. The payer of a student in class cannot be archived. */
export async function archiveParent(
  tx: Tx,
  user: SignedInUser,
  _id: string,
  { version, archived, reason }: { version: number; archived: boolean; reason: string },
): Promise<ParentRecord> {
  const before = await lockParent(tx, user, _id, version);
  if (before.mergedIntoId !== null) throw new ApiError('alreadyMerged');
  if (archived && reason === '') throw fieldsInvalid({ reason: 'reasonNeeded' });
  const paysFor = await tx
    .select({ _id: studentTable._id })
    .from(guardianTable)
    .innerJoin(studentTable, eq(studentTable._id, guardianTable.studentId))
    .where(
      and(
        eq(guardianTable.parentId, _id),
        eq(guardianTable.isPayer, true),
        eq(studentTable.status, 'active'),
        eq(studentTable.archived, false),
      ),
    )
    .limit(1);
  if (archived && paysFor.length > 0) throw new ApiError('stillNeeded');
  await tx
    .update(table)
    .set({ archived, version: version + 1, updatedAt: sql`now()` })
    .where(eq(table._id, _id));
  return readParent(tx, user, _id);
}

/** A guardian as the form of a student has it; `parentId` is null for a parent to be added. */
type NamedGuardian = Named & { parentId: string | null };

/** Loads and locks the parents that are to be linked. */
export async function parentsIn(
  tx: Tx,
  guardians: readonly NamedGuardian[],
): Promise<KnownParent[]> {
  const ids = guardians.flatMap(({ parentId }) => parentId ?? []);
  if (ids.length === 0) return [];
  return tx.select().from(table).where(inArray(table._id, ids));
}

/** True if a parent that is about to be added may exist already. */
export async function hasSameParent(
  tx: Tx,
  user: SignedInUser,
  guardians: readonly NamedGuardian[],
): Promise<boolean> {
  for (const guardian of guardians) {
    if (guardian.parentId === null && (await sameParents(tx, user, guardian)).length > 0)
      return true;
  }
  return false;
}

/** Changes the phone of a parent on the form of the student `studentId`, which stays as it is. */
export async function changePhone(
  { tx, actor }: Writer,
  studentId: string,
  parent: KnownParent,
  phone: string,
): Promise<void> {
  if (parent.phone === phone) return;
  const changed = { ...parent, phone };
  await tx
    .update(table)
    .set({ phone, ...derived(changed), version: parent.version + 1, updatedAt: sql`now()` })
    .where(eq(table._id, parent._id));
  await touchChildren(tx, parent._id, studentId);
  const entry = { action: 'update', entity: 'parents', entityId: parent._id };
  await recordAudit(tx, actor, { ...entry, before: { phone: parent.phone }, after: { phone } });
}

/** Adds the parent who is typed on the form of a student. */
export async function addGuardian(
  { tx, user, actor }: Writer,
  guardian: Named,
  branchId: string,
): Promise<string> {
  const { firstName, lastName, phone } = guardian;
  const added: ParentRecord = await addParent(
    tx,
    user,
    parentInput.parse({ firstName, lastName, phone, branchId }),
  );
  await recordAudit(tx, actor, {
    action: 'create',
    entity: 'parents',
    entityId: added._id,
    after: added,
  });
  return added._id;
}
