import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { FieldError } from '#contract/field-errors.ts';
import { parentInput, type ParentRecord } from '#contract/people/parents.ts';
import { seesAllBranches } from '#contract/roles.ts';
import type { Guardian, GuardianInput, StudentInput } from '#contract/people/students.ts';
import { nameKey } from '#contract/people/people.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { recordAudit, type Actor } from '#server/lib/audit.ts';
import {
  addParent,
  derived,
  sameParents,
  touchChildren,
} from '#server/people/parents/parent-records.service.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { guardianTable as table } from '#server/db/tables/people/guardians.table.ts';

type Input = Pick<StudentInput, 'guardians' | 'homeBranchId' | 'status'>;
type KnownParent = typeof parentTable.$inferSelect;

/** The guardians of a student, in the order in which to call them. */
export function guardiansOf(db: Db | Tx, studentId: string): Promise<Guardian[]> {
  return db
    .select({
      parentId: table.parentId,
      firstName: parentTable.firstName,
      lastName: parentTable.lastName,
      phone: parentTable.phone,
      relation: table.relation,
      isPayer: table.isPayer,
      isPrimaryContact: table.isPrimaryContact,
      canPickUp: table.canPickUp,
    })
    .from(table)
    .innerJoin(parentTable, eq(parentTable._id, table.parentId))
    .where(eq(table.studentId, studentId))
    .orderBy(asc(table.position));
}

/** Loads and locks the parents that are to be linked. */
export async function parentsIn(
  tx: Tx,
  guardians: readonly GuardianInput[],
): Promise<KnownParent[]> {
  const ids = guardians.flatMap(({ parentId }) => parentId ?? []);
  if (ids.length === 0) return [];
  return tx.select().from(parentTable).where(inArray(parentTable._id, ids));
}

/** The errors in the guardians of a student. */
function problemsOf(
  { guardians, status }: Input,
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

type Change = { tx: Tx; user: SignedInUser; actor: Actor; studentId: string };

async function changePhone(
  { tx, actor, studentId }: Change,
  parent: KnownParent,
  phone: string,
): Promise<void> {
  if (parent.phone === phone) return;
  const changed = { ...parent, phone };
  await tx
    .update(parentTable)
    .set({ phone, ...derived(changed), version: parent.version + 1, updatedAt: sql`now()` })
    .where(eq(parentTable._id, parent._id));
  await touchChildren(tx, parent._id, studentId);
  const entry = { action: 'update', entity: 'parents', entityId: parent._id };
  await recordAudit(tx, actor, { ...entry, before: { phone: parent.phone }, after: { phone } });
}

async function addNew(
  { tx, user, actor }: Change,
  guardian: GuardianInput,
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

/** True if a parent that is about to be added may exist already. */
export async function hasSameParent(
  tx: Tx,
  user: SignedInUser,
  guardians: readonly GuardianInput[],
): Promise<boolean> {
  for (const guardian of guardians) {
    if (guardian.parentId === null && (await sameParents(tx, user, guardian)).length > 0)
      return true;
  }
  return false;
}

/**
 * The parents among `locked` that `user` may link to a student; throws for any other. A linked
 * parent may stay linked, whichever branch has their record.
 */
export function checkGuardians(
  user: SignedInUser,
  input: Input,
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

/**
 * Stores the guardians of a student: adds new parents, changes phones, and links all in the given
 * order.
 */
export async function writeGuardians(
  change: Change,
  input: Input,
  parents: Map<string, KnownParent>,
): Promise<void> {
  const { tx, studentId } = change;
  await tx.delete(table).where(and(eq(table.studentId, studentId)));
  for (const [position, guardian] of input.guardians.entries()) {
    const { relation, isPayer, isPrimaryContact, canPickUp } = guardian;
    const parent = guardian.parentId === null ? undefined : parents.get(guardian.parentId);
    if (guardian.parentId !== null && !parent) throw new ApiError('notFound');
    if (parent) await changePhone(change, parent, guardian.phone);
    const parentId = parent?._id ?? (await addNew(change, guardian, input.homeBranchId));
    await tx
      .insert(table)
      .values({ studentId, parentId, position, relation, isPayer, isPrimaryContact, canPickUp });
  }
}
