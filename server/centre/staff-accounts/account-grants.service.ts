import { and, asc, eq, isNull, ne, sql, type SQL } from 'drizzle-orm';
import {
  type AccountGrant,
  type GrantInput,
  staffAccounts,
} from '#contract/centre/staff-accounts.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { dayInLaos } from '#contract/dates.ts';
import { seesAllBranches } from '#contract/roles.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { accountGrantTable as table } from '#server/db/tables/centre/account-grants.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { forgetDevices } from '#server/centre/auth/remembered-devices.ts';
import { endSessionsIn } from '#server/centre/auth/sessions.ts';
import { hasEnded, putGrant, removeGrant } from '#server/centre/users/account-grants.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import type { Session } from '#server/lib/current-user.ts';
import type { WriteResult } from '#server/lib/write.ts';
import { signRole } from './raised-accounts.ts';
import { lockAccounts } from './staff-accounts.service.ts';

/** The right in an account's own branch is changed with the account. */
const isBeside = ne(table.branchId, userTable.branchId);

/**
 * The rights that `user` gives and takes: a superadmin all of them, an admin that of staff in the
 * own branch, unless it carries a permission set.
 */
function inCareOf(user: SignedInUser): SQL | undefined {
  if (seesAllBranches(user.role)) return isBeside;
  const isOfStaff = and(eq(table.role, 'staff'), isNull(table.permissionSetId));
  return and(isBeside, eq(table.branchId, user.branchId), isOfStaff);
}

/** The rights in other branches than the account's own that `user` gives and takes. */
export function listGrants(
  db: Db | Tx,
  user: SignedInUser,
  where: SQL | undefined,
): Promise<AccountGrant[]> {
  const { _id, userId, branchId, role, from, until } = table;
  const { branchName, branchNameLo } = branchTable;
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
      hasEnded,
      name: sql<string>`${userTable.firstName} || ' ' || ${userTable.lastName}`,
      email: userTable.email,
    })
    .from(table)
    .innerJoin(userTable, eq(userTable._id, userId))
    .innerJoin(branchTable, eq(branchTable._id, branchId))
    .where(and(where, inCareOf(user)))
    .orderBy(asc(userTable.firstName), asc(userTable.lastName), asc(branchName));
}

/** The same of one account. */
export const grantsOfAccount = (db: Db, user: SignedInUser, userId: string | undefined) =>
  listGrants(db, user, userId === undefined ? undefined : eq(table.userId, userId));

async function findGrant(tx: Tx, user: SignedInUser, _id: string): Promise<AccountGrant> {
  const [grant] = await listGrants(tx, user, eq(table._id, _id));
  if (!grant) throw new ApiError('notFound');
  return grant;
}

/** The account of a right that is to be given, without anything that its giver need not know. */
async function findPerson(tx: Tx, email: string) {
  const { _id, role, branchId } = userTable;
  const [person] = await tx
    .select({ _id, role, branchId })
    .from(userTable)
    .where(and(eq(userTable.email, email), eq(userTable.active, true)));
  if (!person) throw fieldsInvalid({ email: 'personUnknown' });
  return person;
}

async function checkInput(tx: Tx, user: SignedInUser, input: GrantInput): Promise<void> {
  const isOwn = input.branchId === user.branchId && input.role === 'staff';
  if (!isOwn && !seesAllBranches(user.role)) throw new ApiError('forbidden');
  if ((await tx.$count(branchTable, eq(branchTable._id, input.branchId))) === 0)
    throw fieldsInvalid({ branchId: 'branchUnknown' });
  if (input.until !== null && input.until < dayInLaos()) throw fieldsInvalid({ until: 'dayOver' });
}

/** A right that is given until a later day, or for good. */
const lastsLonger = (before: AccountGrant, until: string | null): boolean =>
  before.until !== null && (until === null || until > before.until);

const written = ({ branchId, role, until }: AccountGrant) => ({ branchId, role, until });

/**
 * Gives an account a right in a branch, or changes the one that it has there. Nobody does that for
 * themselves. A right of admin or finance that is new, or lasts longer than before, needs a second
 * superadmin and is an alert, as when an account is raised to it. Sessions that worked there with
 * another right, or with one that had ended, do not come back.
 */
export async function giveGrant(
  tx: Tx,
  session: Session,
  { approvalToken, ...sent }: GrantInput & { approvalToken: string | null },
): Promise<WriteResult<AccountGrant>> {
  const { user } = session;
  const input = { ...sent, branchId: sent.branchId.toLowerCase() };
  await checkInput(tx, user, input);
  const person = await findPerson(tx, input.email);
  await lockAccounts(tx, session, person._id);
  if (person._id === user._id) throw new ApiError('ownAccount');
  if (seesAllBranches(person.role)) throw fieldsInvalid({ email: 'worksEverywhere' });
  if (person.branchId === input.branchId) throw fieldsInvalid({ branchId: 'branchIsOwn' });
  const there = and(eq(table.userId, person._id), eq(table.branchId, input.branchId));
  const [before] = await listGrants(tx, user, there);
  // A wider right is in the care of superadmins alone.
  if (!before && (await tx.$count(table, there)) > 0) throw new ApiError('forbidden');
  const { branchId, role, until } = input;
  const _id = await putGrant(tx, { userId: person._id, branchId, role, until }, user._id);
  const answer = await findGrant(tx, user, _id);
  const isNew = before?.role !== role || before.hasEnded;
  if (before?.role !== role) await forgetDevices(tx, person._id);
  const signer =
    isNew || lastsLonger(before, until)
      ? await signRole(tx, session, answer, approvalToken)
      : undefined;
  if (isNew) await endSessionsIn(tx, person._id, branchId);
  return {
    answer,
    audit: {
      action: 'give-right',
      entity: staffAccounts.name,
      entityId: person._id,
      ...(before && { before: written(before) }),
      after: { ...written(answer), ...signer },
    },
  };
}

/** Takes a right away; sessions that work with it answer 403 from now on. */
export async function takeGrant(
  tx: Tx,
  session: Session,
  _id: string,
): Promise<WriteResult<{ done: true }>> {
  await lockAccounts(tx, session, (await findGrant(tx, session.user, _id)).userId);
  // A superadmin may have made it wider meanwhile.
  const grant = await findGrant(tx, session.user, _id);
  if (grant.userId === session.user._id) throw new ApiError('ownAccount');
  await removeGrant(tx, _id);
  return {
    answer: { done: true },
    audit: {
      action: 'take-right',
      entity: staffAccounts.name,
      entityId: grant.userId,
      before: written(grant),
    },
  };
}
