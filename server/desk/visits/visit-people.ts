import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { parentInput } from '#contract/people/parents.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { can, seesAllBranches } from '#contract/roles.ts';
import { studentInput } from '#contract/people/students.ts';
import type { VisitInput } from '#contract/desk/visits.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import { takeLocks } from '#server/lib/locks.ts';
import type { Writer } from '#server/lib/writer.ts';
import { clashLocks } from '#server/academic/classes/clashes.ts';
import type { WaitingPlace } from '#server/ledger/orders/waiting-places.ts';
import {
  addParent,
  parentLockKeys,
  sameParents,
} from '#server/people/parents/parent-records.service.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { hasToDoWith } from '#server/people/students/known-here.ts';
import { createStudent, studentLockKeys } from '#server/people/students/student-records.service.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { payerOf, mergedPayer, type Payer } from '#server/ledger/orders/payer-account.ts';

/**
 * The people of a visit by the names that the visit uses: keys for new people, ids for existing
 * ones.
 */
export type VisitPeople = {
  idOf: (key: string) => string;
  made: { key: string; _id: string }[];
  audit: AuditEntry[];
};

export const studentKeysOf = ({ places, products, adjustments, payer }: VisitInput): string[] => [
  ...new Set(
    [...places, ...products, ...adjustments]
      .flatMap(({ studentKey }) => studentKey ?? [])
      .concat(payer.kind === 'student' ? [payer.studentKey] : []),
  ),
];

export const parentKeysOf = ({ newStudents, payer }: VisitInput): string[] => [
  ...new Set([
    ...newStudents.flatMap(({ guardians }) => guardians.map(({ parentKey }) => parentKey)),
    ...(payer.kind === 'parent' ? [payer.parentKey] : []),
  ]),
];

/**
 * Locks the classes and people of a visit in the common order of all writes, and new people by
 * their advisory keys. Returns the payer whose money is locked, after merges; null if the visit
 * adds the payer. `waiting` are places of the orders that it pays.
 */
export async function lockPeopleAndClasses(
  { tx }: Writer,
  input: VisitInput,
  waiting: readonly Pick<WaitingPlace, 'classId' | 'studentId'>[] = [],
): Promise<Payer | null> {
  const { newStudents, newParents } = input;
  const added = new Set([...newStudents, ...newParents].map(({ key }) => key));
  const students = studentKeysOf(input).filter((key) => !added.has(key));
  const payer = payerOf(input, (key) => key);
  const { payerParentId, payerStudentId } = payer;
  const isThere = [payerParentId, payerStudentId].some((id) => id !== null && !added.has(id));
  const root = isThere ? await mergedPayer(tx, payer) : null;
  await takeLocks(tx, {
    addsPeople: added.size > 0,
    classes: [...input.places, ...waiting].map(({ classId }) => classId),
    advisoryKeys: [
      ...newStudents.flatMap(studentLockKeys),
      ...newParents.flatMap(parentLockKeys),
      ...clashLocks({ studentIds: students }),
    ],
    parents: [
      ...parentKeysOf(input).filter((key) => !added.has(key)),
      root?.payerParentId ?? [],
    ].flat(),
    students: [
      ...students,
      ...waiting.map(({ studentId }) => studentId),
      root?.payerStudentId ?? [],
    ].flat(),
  });
  return root;
}

/**
 * Throws unless the desk may read these parents: by their own record, a child who is known in the
 * branch, or an order there. A visit names the credit and the siblings of nobody else.
 */
export async function requireParents(
  db: Db | Tx,
  user: SignedInUser,
  ids: readonly string[],
  branchId: string,
): Promise<void> {
  if (ids.length === 0 || seesAllBranches(user.role)) return;
  const hasChild = sql`exists (
    select from ${guardianTable} link
    join ${studentTable} child on child.id = link.student_id
    where link.parent_id = parents.id
      and (child.home_branch_id = ${branchId} or ${hasToDoWith(sql`child.id`, branchId)}))`;
  const owes = sql`exists (
    select from ${orderTable} charged_order
    where charged_order.payer_parent_id = parents.id and charged_order.branch_id = ${branchId})`;
  const seen = await db.$count(
    parentTable,
    and(inArray(parentTable._id, [...ids]), or(eq(parentTable.branchId, branchId), hasChild, owes)),
  );
  if (seen < ids.length) throw new ApiError('notFound');
}

/** Throws unless the students are known in the branch of the visit. */
export async function requireStudents(
  db: Db | Tx,
  studentIds: readonly string[],
  branchId: string,
): Promise<void> {
  if (studentIds.length === 0) return;
  // Students of other branches may pay debts here, but not enrol: the checks of places refuse that.
  const isHere = or(
    eq(studentTable.homeBranchId, branchId),
    hasToDoWith(studentTable._id, branchId),
  );
  const known = await db.$count(
    studentTable,
    and(inArray(studentTable._id, [...studentIds]), eq(studentTable.archived, false), isHere),
  );
  if (known < studentIds.length) throw new ApiError('notFound');
}

const prefixFieldErrors = (field: string, at: number, error: unknown) => {
  if (!(error instanceof ApiError) || !error.details.fields) throw error;
  const fields = Object.fromEntries(
    Object.entries(error.details.fields).map(([path, problem]) => [
      `${field}.${at}.${path}`,
      problem,
    ]),
  );
  throw new ApiError(error.code, { ...error.details, fields });
};

/** Adds the new people of a visit, parents first; all names are locked already. */
export async function addNewPeople(writer: Writer, input: VisitInput): Promise<VisitPeople> {
  const { tx, user } = writer;
  const { newParents, newStudents, branchId } = input;
  const ids = new Map<string, string>();
  const audit: AuditEntry[] = [];
  if (newParents.length + newStudents.length > 0 && !can(user, 'students:write'))
    throw new ApiError('forbidden');
  for (const { key, confirmedDuplicate, ...named } of newParents) {
    if (!confirmedDuplicate && (await sameParents(tx, user, named)).length > 0)
      throw new ApiError('duplicateFound', { rows: [{ key }] });
    const added = await addParent(tx, user, parentInput.parse({ ...named, branchId }));
    ids.set(key, added._id);
    audit.push({ action: 'create', entity: 'parents', entityId: added._id, after: added });
  }
  const known = parentKeysOf(input).filter((key) => !ids.has(key));
  await requireParents(tx, user, known, branchId);
  const parents = [...known, ...ids.values()];
  const named =
    parents.length === 0 || newStudents.length === 0
      ? []
      : await tx.select().from(parentTable).where(inArray(parentTable._id, parents));
  for (const [at, { key, guardians, confirmedDuplicate, ...fields }] of newStudents.entries()) {
    const links = guardians.map(({ parentKey, relation, isPayer }, place) => {
      const parent = named.find(({ _id }) => _id === (ids.get(parentKey) ?? parentKey));
      if (!parent) throw new ApiError('notFound');
      const { _id: parentId, firstName, lastName, phone } = parent;
      return {
        parentId,
        firstName,
        lastName,
        phone,
        relation,
        isPayer,
        isPrimaryContact: place === 0,
        canPickUp: true,
      };
    });
    const save = studentInput.parse({ ...fields, guardians: links, homeBranchId: branchId });
    const added = await createStudent(writer, { ...save, confirmedDuplicate }).catch(
      (error: unknown) => prefixFieldErrors('newStudents', at, error),
    );
    ids.set(key, added._id);
    audit.push({ action: 'create', entity: 'students', entityId: added._id, after: added });
  }
  return {
    idOf: (key) => ids.get(key) ?? key,
    made: [...ids].map(([key, _id]) => ({ key, _id })),
    audit,
  };
}
