import { and, asc, desc, eq, sql } from 'drizzle-orm';
import {
  addable,
  MAX_SETS,
  permissionSets,
  removable,
  type AccountRight,
  type PermissionSet,
  type PermissionSetInput,
} from '#contract/rights/permission-sets.ts';
import { staffAccounts } from '#contract/centre/staff-accounts.ts';
import { can } from '#contract/roles.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { accountGrantTable as grantTable } from '#server/db/tables/centre/account-grants.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { permissionSetTable as table } from '#server/db/tables/centre/permission-sets.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { carrySet, hasEnded, tellCarriers } from '#server/centre/users/account-grants.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import type { Session } from '#server/lib/current-user.ts';
import { takeLocks } from '#server/lib/locks.ts';
import type { WriteResult } from '#server/lib/write.ts';
import { findStaffAccount, lockAccounts } from './staff-accounts.service.ts';

const peopleWithSet = sql<PermissionSet['people']>`coalesce((
  select jsonb_agg(jsonb_build_object('userId', person.id,
    'name', person.first_name || ' ' || person.last_name, 'branchId', carrier.branch_id)
    order by person.first_name, person.last_name, carrier.branch_id)
  from account_grants carrier join users person on person.id = carrier.user_id
  where carrier.permission_set_id = permission_sets.id), '[]')`;

/** Every set by its name, with the people whose rights carry it. */
export function listSets(db: Db | Tx, _id?: string): Promise<PermissionSet[]> {
  const { name, role, adds, removes, discountLimitPercent, version, updatedAt } = table;
  return db
    .select({
      _id: table._id,
      name,
      role,
      adds,
      removes,
      discountLimitPercent,
      people: peopleWithSet,
      version,
      updatedAt,
    })
    .from(table)
    .where(_id === undefined ? undefined : eq(table._id, _id))
    .orderBy(asc(table.role), asc(table.name));
}

async function findSet(tx: Tx, _id: string): Promise<PermissionSet> {
  const [set] = await listSets(tx, _id);
  if (!set) throw new ApiError('notFound');
  return set;
}

/** Sets are few and are written seldom, so one write at a time looks at all of them. */
const lockSets = (tx: Tx) => takeLocks(tx, { advisoryKeys: [permissionSets.name] });

const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Throws unless the set stays within the marked lists, changes something, and has a free name. */
async function checkSet(tx: Tx, input: PermissionSetInput, _id?: string): Promise<void> {
  const { role, adds, removes, discountLimitPercent } = input;
  if (adds.some((action) => !addable[role].includes(action)))
    throw fieldsInvalid({ adds: 'rightNotAddable' });
  const mayGo = removable(role);
  if (removes.some((action) => !mayGo.includes(action)))
    throw fieldsInvalid({ removes: 'rightNotHad' });
  if (adds.length + removes.length === 0 && discountLimitPercent === null)
    throw new ApiError('permissionSetEmpty');
  // A limit would be read as a permission where there are no discounts, and as a limit where
  // there is none.
  const permissionSet = { ...input, discountLimitPercent: null };
  if (discountLimitPercent !== null) {
    if (!can({ role, permissionSet }, 'orders:discount'))
      throw fieldsInvalid({ discountLimitPercent: 'noDiscountRight' });
    if (can({ role, permissionSet }, 'orders:adjust'))
      throw fieldsInvalid({ discountLimitPercent: 'discountUnlimited' });
  }
  const others = await tx.select({ _id: table._id, name: table.name }).from(table);
  if (others.some((other) => isSameName(other.name, input.name) && other._id !== _id))
    throw fieldsInvalid({ name: 'taken' });
  if (_id === undefined && others.length >= MAX_SETS) throw new ApiError('permissionSetsFull');
}

/** A right stands in a set once. */
const stored = (input: PermissionSetInput): PermissionSetInput => ({
  ...input,
  adds: [...new Set(input.adds)],
  removes: [...new Set(input.removes)],
});

/** The set without what belongs to the table, for the log of changes. */
const written = ({ name, role, adds, removes, discountLimitPercent }: PermissionSet) => ({
  name,
  role,
  adds,
  removes,
  discountLimitPercent,
});

/** The same with the people whose rights a change touches. */
const touching = (set: PermissionSet) => ({
  ...written(set),
  people: set.people.map(({ name }) => name),
});

export async function addSet(
  tx: Tx,
  input: PermissionSetInput,
): Promise<WriteResult<PermissionSet>> {
  await lockSets(tx);
  await checkSet(tx, input);
  const [added] = await tx.insert(table).values(stored(input)).returning({ _id: table._id });
  const answer = await findSet(tx, String(added?._id));
  const audit = { action: 'create', entity: permissionSets.name, entityId: answer._id };
  return { answer, audit: { ...audit, after: written(answer) } };
}

/** Changes a set for everybody who carries it, from their next request on; its role stays. */
export async function changeSet(
  tx: Tx,
  _id: string,
  { version, ...input }: PermissionSetInput & { version: number },
): Promise<WriteResult<PermissionSet>> {
  await lockSets(tx);
  const before = await findSet(tx, _id);
  if (before.version !== version) throw new ApiError('versionConflict');
  if (before.role !== input.role) throw fieldsInvalid({ role: 'setKeepsRole' });
  await checkSet(tx, input, _id);
  const change = { ...stored(input), version: version + 1, updatedAt: sql`now()` };
  await tx.update(table).set(change).where(eq(table._id, _id));
  await tellCarriers(tx, _id);
  const answer = await findSet(tx, _id);
  const audit = { action: 'update', entity: permissionSets.name, entityId: _id };
  return { answer, audit: { ...audit, before: written(before), after: touching(answer) } };
}

/** Removes a set that nobody carries. */
export async function removeSet(tx: Tx, _id: string): Promise<WriteResult<{ done: true }>> {
  await lockSets(tx);
  const before = await findSet(tx, _id);
  if (before.people.length > 0) throw new ApiError('permissionSetInUse');
  await tx.delete(table).where(eq(table._id, _id));
  return {
    answer: { done: true },
    audit: {
      action: 'remove',
      entity: permissionSets.name,
      entityId: _id,
      before: written(before),
    },
  };
}

function rightsWhere(db: Db | Tx, where: ReturnType<typeof eq>) {
  const { _id, userId, branchId, role, from, until, permissionSetId } = grantTable;
  const { branchName, branchNameLo } = branchTable;
  const isHome = sql<boolean>`${branchId} = ${userTable.branchId}`;
  return db
    .select({
      _id,
      userId,
      branchId,
      branchName,
      branchNameLo,
      role,
      from,
      until,
      isHome,
      permissionSetId,
    })
    .from(grantTable)
    .innerJoin(userTable, eq(userTable._id, userId))
    .innerJoin(branchTable, eq(branchTable._id, branchId))
    .where(and(where, sql`not ${hasEnded}`))
    .orderBy(desc(isHome), asc(branchName));
}

/** The rights of an account that have not ended; a superadmin has none and needs none. */
export async function rightsOfAccount(
  db: Db,
  { user }: Session,
  userId: string,
): Promise<AccountRight[]> {
  const account = await findStaffAccount(db, user, userId);
  return rightsWhere(db, eq(grantTable.userId, account._id));
}

/**
 * Puts a set on a right, or takes it off. It counts from the person's next request on. Nobody
 * changes their own rights; a superadmin, who alone may do this, has none to change.
 */
export async function carryPermissionSet(
  tx: Tx,
  session: Session,
  _id: string,
  permissionSetId: string | null,
): Promise<WriteResult<AccountRight>> {
  const [asked] = await rightsWhere(tx, eq(grantTable._id, _id));
  if (!asked) throw new ApiError('notFound');
  await lockAccounts(tx, session, asked.userId);
  await lockSets(tx);
  const [before] = await rightsWhere(tx, eq(grantTable._id, _id));
  if (!before) throw new ApiError('notFound');
  const sets = await listSets(tx);
  const wanted = sets.find((set) => set._id === permissionSetId?.toLowerCase());
  if (permissionSetId !== null && wanted?.role !== before.role)
    throw fieldsInvalid({ permissionSetId: 'setOfOtherRole' });
  await carrySet(tx, _id, wanted?._id ?? null);
  const nameOf = (id: string | null) => sets.find((set) => set._id === id)?.name ?? '';
  return {
    answer: { ...before, permissionSetId: wanted?._id ?? null },
    audit: {
      action: 'carry-permission-set',
      entity: staffAccounts.name,
      entityId: before.userId,
      before: { branchId: before.branchId, permissionSet: nameOf(before.permissionSetId) },
      after: { branchId: before.branchId, permissionSet: wanted?.name ?? '' },
    },
  };
}
