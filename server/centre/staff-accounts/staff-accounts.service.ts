import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { can, managedRoles, seesAllBranches } from '#contract/roles.ts';
import {
  staffAccounts,
  type IssuedAccount,
  type StaffAccount,
  type StaffAccountInput,
} from '#contract/centre/staff-accounts.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import type { Actor } from '#server/lib/audit.ts';
import { hashPassword } from '#server/lib/password.ts';
import { searchText } from '#server/db/search-text.ts';
import { newTemporaryPassword } from '#server/lib/temporary-password.ts';
import type { WriteResult } from '#server/lib/write.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { requireFile } from '#server/centre/files/files.service.ts';
import { accountGrantTable } from '#server/db/tables/centre/account-grants.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { lockRight, setsCarriedBy } from '#server/centre/users/account-grants.ts';
import type { Session } from '#server/lib/current-user.ts';
import { requireNotErased } from '#server/lib/not-erased.ts';
import { raiseAlert } from '#server/centre/alerts/raise-alert.ts';
import { isOwnPassword } from '#server/centre/auth/own-password.ts';
import { removePin } from '#server/centre/auth/pins.service.ts';
import { removeSecondFactor } from '#server/centre/auth/second-factor.service.ts';
import { forgetFailures } from '#server/centre/auth/sign-in-limits.ts';
import { endOtherSessions } from '#server/centre/auth/sessions.ts';
import { signRole, tellOfRole } from './raised-accounts.ts';
import { addUser, changeUser, temporaryPassword } from '#server/centre/users/change-user.ts';

/** The columns of an account for its administrators: no hash and no key. */
const accountColumns = {
  _id: userTable._id,
  firstName: userTable.firstName,
  lastName: userTable.lastName,
  email: userTable.email,
  phone: userTable.phone,
  profileImage: userTable.profileImage,
  role: userTable.role,
  branchId: userTable.branchId,
  active: userTable.active,
  mustChangePassword: userTable.mustChangePassword,
  temporaryUntil: userTable.temporaryUntil,
  temporaryUsedAt: userTable.temporaryUsedAt,
  lastSignInAt: userTable.lastSignInAt,
  version: userTable.version,
  createdAt: userTable.createdAt,
  updatedAt: userTable.updatedAt,
} satisfies Record<keyof StaffAccount, PgColumn>;

const superadmin = eq(userTable.role, 'superadmin');

/**
 * The accounts that `user` manages: all, or those of their branch with a role that they may manage.
 * An account with wider rights in another branch is left to superadmins: whoever gives it a
 * password could use them.
 */
function inCareOf(user: SignedInUser) {
  if (seesAllBranches(user.role)) return undefined;
  return and(
    eq(userTable.branchId, user.branchId),
    inArray(userTable.role, [...managedRoles(user)]),
    sql`not exists (select 1 from ${accountGrantTable} where ${accountGrantTable.userId} =
      ${userTable._id} and ${accountGrantTable.branchId} <> ${user.branchId}
      and ${accountGrantTable.role} <> 'staff')`,
  );
}

/** An account that `user` manages; any other is answered as missing. */
export async function findStaffAccount(
  db: Db | Tx,
  user: SignedInUser,
  _id: string,
): Promise<StaffAccount> {
  const [account] = await db
    .select(accountColumns)
    .from(userTable)
    .where(and(eq(userTable._id, _id), inCareOf(user)));
  if (!account) throw new ApiError('notFound');
  return account;
}

/** An account that `user` manages, by its e-mail address. */
export async function findAccountByEmail(
  db: Db,
  user: SignedInUser,
  email: string,
): Promise<StaffAccount> {
  const [account] = await db
    .select({ _id: userTable._id })
    .from(userTable)
    .where(eq(userTable.email, email));
  if (!account) throw new ApiError('notFound');
  return findStaffAccount(db, user, account._id);
}

/**
 * Locks every superadmin, the accounts and their editor in one order, so that two of these
 * transactions never deadlock. The editor's rights are checked again, because they may have been
 * removed since the request arrived.
 */
export async function lockAccounts(
  tx: Tx,
  { user }: Pick<Session, 'user'>,
  ...ids: readonly string[]
): Promise<void> {
  const locked = await tx
    .select({ _id: userTable._id, role: userTable.role, active: userTable.active })
    .from(userTable)
    .where(or(superadmin, inArray(userTable._id, [...ids, user._id])))
    .orderBy(asc(userTable._id))
    .for('update');
  const editor = locked.find((account) => account._id === user._id);
  const right =
    editor?.role === 'superadmin' ? editor : await lockRight(tx, user._id, user.branchId);
  if (!editor?.active || right?.role !== user.role || !can(right, staffAccounts.write))
    throw new ApiError('forbidden');
}

async function checkInput(tx: Tx, user: SignedInUser, input: StaffAccountInput): Promise<void> {
  const isOwnBranch = input.branchId.toLowerCase() === user.branchId;
  const isInCare =
    managedRoles(user).includes(input.role) && (isOwnBranch || seesAllBranches(user.role));
  if (!isInCare) throw new ApiError('forbidden');
  if ((await tx.$count(branchTable, eq(branchTable._id, input.branchId))) === 0)
    throw fieldsInvalid({ branchId: 'branchUnknown' });
  await requireFile(tx, user, {
    field: 'profileImage',
    fileId: input.profileImage,
    purpose: 'photo',
    branchId: input.branchId,
  });
}

const stored = (input: StaffAccountInput) => ({
  ...input,
  search: searchText(input, staffAccounts.search),
});

/** A new temporary password with its hash; hashing is slow, so it runs before the transaction. */
export async function prepareTemporaryPassword(): Promise<{ password: string; hash: string }> {
  const password = newTemporaryPassword();
  return { password, hash: await hashPassword(password) };
}

/** A second superadmin's signature, where the new role needs one. */
type Signed = { approvalToken: string | null };
type Prepared = Awaited<ReturnType<typeof prepareTemporaryPassword>>;

/** Adds an account with a temporary password, which only the answer contains. */
export async function addAccount(
  tx: Tx,
  { user }: Session,
  { approvalToken, ...input }: StaffAccountInput & Signed,
  { password, hash }: Prepared,
): Promise<WriteResult<IssuedAccount>> {
  await lockAccounts(tx, { user });
  await checkInput(tx, user, input);
  const account = await findStaffAccount(
    tx,
    user,
    await addUser(tx, { ...stored(input), ...temporaryPassword(hash) }),
  );
  const signer = await signRole(tx, { user }, account, approvalToken);
  const audit = {
    action: 'create',
    entity: staffAccounts.name,
    entityId: account._id,
    after: { ...account, ...signer },
  };
  return { answer: { ...account, temporaryPassword: password }, audit };
}

/**
 * Nobody demotes or disables themselves, so one superadmin always remains: the last but one can be
 * demoted only by the other, and `lockAccounts` has just checked that the other is still one.
 */
function checkRights(user: SignedInUser, before: StaffAccount, input: StaffAccountInput): void {
  const keeps = input.active && input.role === before.role;
  if (before._id === user._id && !keeps) throw new ApiError('ownAccount');
}

/**
 * Refuses another e-mail address of one's own account without its password, as if the address were
 * wrong: somebody at an open screen would get a way in of their own.
 */
export async function requireOwnProof(
  db: Db,
  actor: Actor,
  session: Session,
  _id: string,
  { email, password }: { email: string; password: string | undefined },
): Promise<void> {
  const { user } = session;
  if (_id.toLowerCase() !== user._id || email === user.email) return;
  if (password === undefined || !(await isOwnPassword(db, actor, session, password)))
    throw fieldsInvalid({ email: 'unlockPasswordWrong' });
}

/**
 * Changes an account. Somebody who is disabled, or gets a new role or branch, is signed out
 * everywhere.
 */
export async function replaceAccount(
  tx: Tx,
  session: Session,
  _id: string,
  { version, approvalToken, ...input }: StaffAccountInput & Signed & { version: number },
): Promise<WriteResult<StaffAccount>> {
  await lockAccounts(tx, session, _id);
  const before = await findStaffAccount(tx, session.user, _id);
  if (before.version !== version) throw new ApiError('versionConflict');
  await requireNotErased(tx, before._id);
  await checkInput(tx, session.user, input);
  checkRights(session.user, before, input);
  const sets = await setsCarriedBy(tx, _id);
  const isMoved = input.role !== before.role || input.branchId.toLowerCase() !== before.branchId;
  // A new role or branch would take the set off, which superadmins alone may do.
  if (isMoved && sets !== '' && !seesAllBranches(session.user.role))
    throw fieldsInvalid({ role: 'rightCarriesSet' });
  const values = { ...stored(input), version: version + 1, updatedAt: sql`now()` };
  await changeUser(tx, _id, values);
  const answer = await findStaffAccount(tx, session.user, _id);
  const isNew = answer.role !== before.role || (answer.active && !before.active);
  // A superadmin who gets another role only loses rights.
  const isLowered = before.active && before.role === 'superadmin';
  const signer = isNew && !isLowered && (await signRole(tx, session, answer, approvalToken));
  if (isNew && isLowered) await tellOfRole(tx, session, answer);
  const isOther = answer.role !== before.role || answer.branchId !== before.branchId;
  // Nothing that opens an account stays with one that may be erased.
  if (!answer.active) await removePin(tx, _id);
  if (isOther || !answer.active) await endOtherSessions(tx, _id, session.tokenHash);
  return {
    answer,
    audit: {
      action: 'update',
      entity: staffAccounts.name,
      entityId: _id,
      before: { ...before, permissionSet: sets },
      after: { ...answer, permissionSet: await setsCarriedBy(tx, _id), ...signer },
    },
  };
}

/** Gives a temporary password to somebody who forgot theirs, and signs them out everywhere. */
export async function giveTemporaryPassword(
  tx: Tx,
  session: Session,
  _id: string,
  { password, hash }: Prepared,
): Promise<WriteResult<IssuedAccount>> {
  await lockAccounts(tx, session, _id);
  const { _id: userId, email } = await findStaffAccount(tx, session.user, _id);
  // Users change their own password with the old one, which proves who they are.
  if (userId === session.user._id) throw new ApiError('ownAccount');
  await requireNotErased(tx, userId);
  await changeUser(tx, userId, temporaryPassword(hash));
  await forgetFailures(tx, email);
  await endOtherSessions(tx, userId, session.tokenHash);
  const account = await findStaffAccount(tx, session.user, userId);
  const audit = { action: 'temporary-password', entity: staffAccounts.name, entityId: userId };
  return { answer: { ...account, temporaryPassword: password }, audit };
}

/**
 * Takes the second factor off somebody who lost phone and codes, and signs them out everywhere.
 * Only superadmins may, nobody for themselves, and it is an alert.
 */
export async function takeSecondFactorOff(
  tx: Tx,
  session: Session,
  _id: string,
): Promise<WriteResult<{ done: true }>> {
  if (session.user.role !== 'superadmin') throw new ApiError('forbidden');
  await lockAccounts(tx, session, _id);
  const account = await findStaffAccount(tx, session.user, _id);
  if (account._id === session.user._id) throw new ApiError('ownAccount');
  if (!(await removeSecondFactor(tx, account._id))) throw new ApiError('secondFactorOff');
  await endOtherSessions(tx, account._id, session.tokenHash);
  await raiseAlert(tx, {
    kind: 'secondFactorRemoved',
    branchId: account.branchId,
    subjectId: session.user._id,
    detail: account.email,
  });
  return {
    answer: { done: true },
    audit: { action: 'remove-second-factor', entity: staffAccounts.name, entityId: account._id },
  };
}

/** Ends every session of an account, for example after a tablet was lost. */
export async function signOutEverywhere(
  tx: Tx,
  session: Session,
  _id: string,
): Promise<WriteResult<{ done: true }>> {
  await lockAccounts(tx, session, _id);
  const { _id: userId } = await findStaffAccount(tx, session.user, _id);
  await endOtherSessions(tx, userId, session.tokenHash);
  return {
    answer: { done: true },
    audit: { action: 'sign-out-everywhere', entity: staffAccounts.name, entityId: userId },
  };
}
