import { randomBytes, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { LoginAnswer, LoginInput, SignedInUser } from '#contract/centre/auth.ts';
import type { Role } from '#contract/roles.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import type { Actor } from '#server/lib/audit.ts';
import { hashPassword, isOldHash, verifyPassword } from '#server/lib/password.ts';
import { newToken, sha256 } from '#server/lib/tokens.ts';
import { countTries, forgiveTry, type Bucket } from '#server/lib/try-limit.ts';
import { writeAudited, type WriteResult } from '#server/lib/write.ts';
import { rolesOf } from '#server/centre/users/account-grants.ts';
import { publicUser } from '#server/centre/users/public-user.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { halfLimit, holdSession, idleLimit, type Session } from '#server/lib/current-user.ts';
import { sessionTable } from '#server/db/tables/centre/sessions.table.ts';
import {
  changeUser,
  lockActiveUser,
  ownPassword,
  replaceOldHash,
  useTemporaryPassword,
} from '#server/centre/users/change-user.ts';
import { raiseAlert } from '#server/centre/alerts/raise-alert.ts';
import {
  hearDevice,
  isNewDevice,
  noteProof,
  type ProvingDevice,
  type SignInDevice,
} from './devices.ts';
import { recordFailure } from './failed-sign-in.ts';
import { signInAudit, type NewDevice } from './new-devices.ts';
import { hashNewPasswordOf } from './new-password.ts';
import { isOwnPassword, requireOwnPassword } from './own-password.ts';
import { forgetDevices, forgetLateSignIns, isKeyOfDevice } from './remembered-devices.ts';
import { missingHalfOf, recoveryCodesLeft } from './second-factor.service.ts';
import { completeSession, endOtherSessions, unlockSession } from './sessions.ts';
import {
  countOfDay,
  forgiveOfDay,
  rememberAddress,
  signInBuckets,
  takeLimitMark,
} from './sign-in-limits.ts';

/** The roles of which superadmins hear when they sign in on a new device. */
const watchedRoles: readonly Role[] = ['superadmin', 'finance'];

/**
 * Starts a session for `user`; the token is only in the answer and is stored nowhere. The key of a
 * remembered device stands for the code. It works in the account's own branch, or in `branchId`,
 * where `user` has the role of that branch.
 */
export async function startSession(
  tx: Tx,
  user: SignedInUser,
  device: SignInDevice,
  deviceKey?: string,
  branchId: string | null = null,
): Promise<LoginAnswer & { newDevice: NewDevice | undefined }> {
  const { deviceId, kind, name, address } = device;
  const token = newToken();
  const half = await missingHalfOf(tx, user);
  const isKnown = half === 'code' && (await isKeyOfDevice(tx, user, deviceId, deviceKey));
  const missingHalf = isKnown ? null : half;
  const sessionId = randomUUID();
  await tx.insert(sessionTable).values({
    _id: sessionId,
    tokenHash: sha256(token),
    userId: user._id,
    branchId,
    expiresAt: sql`now() + ${missingHalf === null ? idleLimit : halfLimit}`,
    missingHalf,
    deviceId,
    deviceKind: kind,
    deviceName: name,
    address,
  });
  if (deviceId !== null) await hearDevice(tx, deviceId);
  const isNew = await isNewDevice(tx, user._id, device);
  if (isNew && (await rolesOf(tx, user)).some((role) => watchedRoles.includes(role)))
    await raiseAlert(tx, {
      kind: 'newDevice',
      branchId: user.branchId,
      subjectId: user._id,
      detail: [user.email, name, address].filter(Boolean).join(' · '),
    });
  const account = await changeUser(tx, user._id, { lastSignInAt: sql`now()` });
  return {
    token,
    user,
    missingHalf,
    mustChangePassword: account?.mustChangePassword ?? false,
    wasLimited: false,
    recoveryLeft: isKnown ? await recoveryCodesLeft(tx, user._id) : null,
    newDevice: isNew ? { _id: sessionId, newDevice: true } : undefined,
  };
}

/** An account whose password was typed. */
export type SignInAccount = {
  user: SignedInUser;
  isRight: boolean;
  mustChangePassword: boolean;
  passwordHash: string;
};

/**
 * The account of this e-mail address, and whether the password is right; an unknown address takes
 * as long as a known one.
 */
export async function findSignInAccount(
  db: Db,
  email: string,
  password: string,
): Promise<SignInAccount | undefined> {
  const { passwordHash, active, mustChangePassword } = userTable;
  const [account] = await db
    .select({ ...publicUser, passwordHash, active, mustChangePassword })
    .from(userTable)
    .where(eq(userTable.email, email));
  const isRight = await verifyPassword(password, account?.passwordHash);
  if (!account) return undefined;
  const { passwordHash: hash, active: isActive, mustChangePassword: mustChange, ...user } = account;
  return {
    user,
    isRight: isRight && isActive,
    mustChangePassword: mustChange,
    passwordHash: hash,
  };
}

/** Uses the temporary password up, which is an alert: whoever gave it knew it too. */
async function signInWithTemporary(
  tx: Tx,
  { _id, branchId, email }: SignedInUser,
  { name, address }: SignInDevice,
): Promise<void> {
  if (!(await useTemporaryPassword(tx, _id))) throw new ApiError('temporaryPasswordEnded');
  await raiseAlert(tx, {
    kind: 'temporaryPasswordUsed',
    branchId,
    subjectId: _id,
    detail: [email, name, address].filter(Boolean).join(' · '),
  });
}

/**
 * Signs in; a wrong password, an unknown account and a disabled one get the same answer after the
 * same time.
 */
export async function signIn(
  db: Db,
  actor: Actor,
  { email, password, deviceKey }: LoginInput,
  device: ProvingDevice,
): Promise<LoginAnswer> {
  const buckets = await signInBuckets(db, email, actor.ip);
  await countTries(db, buckets);
  const { isLimited, opens } = await countOfDay(db, email, device.heldKeyHash);
  let account = await findSignInAccount(db, email, password);
  // Another sign-in may have stored the same password at the cost of today, so it is read again.
  for (let tried = 0; tried < 2 && account?.isRight && opens; tried += 1) {
    const right = { account, password, buckets, device, deviceKey };
    const begun = await beginSession(db, actor, right);
    if (begun) return begun;
    account = await findSignInAccount(db, email, password);
  }
  await recordFailure(db, actor, account?.user, isLimited);
  throw new ApiError('loginFailed');
}

type RightSignIn = Pick<LoginInput, 'password' | 'deviceKey'> & {
  account: SignInAccount;
  buckets: Bucket[];
  device: ProvingDevice;
};

/** Begins the session of a right password; undefined if the account has another one by now. */
async function beginSession(
  db: Db,
  actor: Actor,
  { account, password, buckets, device, deviceKey }: RightSignIn,
): Promise<LoginAnswer | undefined> {
  const { user, mustChangePassword, passwordHash } = account;
  const { email } = user;
  // Slow, so it runs before the transaction.
  const newHash = isOldHash(passwordHash) ? await hashPassword(password) : undefined;
  return writeAudited(db, actor, async (tx) => {
    if (!(await lockActiveUser(tx, user._id, passwordHash)))
      return { answer: undefined, audit: [] };
    if (mustChangePassword) await signInWithTemporary(tx, user, device);
    if (newHash !== undefined)
      await replaceOldHash(tx, user._id, { old: passwordHash, new: newHash });
    await forgiveTry(tx, buckets);
    await forgiveOfDay(tx, email, device.heldKeyHash);
    await rememberAddress(tx, email, actor.ip);
    const { newDevice, ...begun } = await startSession(tx, user, device, deviceKey);
    if (begun.missingHalf === null) await noteProof(tx, user._id, device, false);
    // Whoever has only the password is told nothing.
    const wasLimited = begun.missingHalf === null && (await takeLimitMark(tx, email));
    const answer = { ...begun, wasLimited };
    return { answer, audit: signInAudit(user, newDevice) };
  });
}

/**
 * Unlocks a screen: nothing changes on the server, but the audit log records who returned and when.
 */
export async function unlockScreen(
  db: Db,
  actor: Actor,
  session: Session,
  password: string,
): Promise<{ done: true }> {
  const { user, tokenHash } = session;
  await requireOwnPassword(db, actor, session, password);
  return writeAudited(db, actor, async (tx) => {
    await holdSession(tx, session);
    await unlockSession(tx, tokenHash);
    return {
      answer: { done: true },
      audit: { action: 'unlock', entity: 'users', entityId: user._id },
    };
  });
}

/**
 * Checks the old password and hashes the new one; both are slow, so they run before the
 * transaction.
 */
export async function prepareNewPassword(
  db: Db,
  actor: Actor,
  session: Session,
  oldPassword: string,
  newPassword: string,
): Promise<string> {
  const { user, mustChangePassword } = session;
  if (!(await isOwnPassword(db, actor, session, oldPassword)))
    throw fieldsInvalid({ oldPassword: 'passwordWrong' });
  // The person who issued a temporary password still knows it.
  if (mustChangePassword && oldPassword === newPassword)
    throw fieldsInvalid({ newPassword: 'passwordSame' });
  if (oldPassword === newPassword) throw fieldsInvalid({ newPassword: 'passwordUnchanged' });
  return hashNewPasswordOf(db, user._id, newPassword);
}

/**
 * Stores the new password, ends every other session and every remembered device, and forgets the
 * other devices that were new lately.
 */
export async function replacePassword(
  tx: Tx,
  session: Session,
  passwordHash: string,
): Promise<WriteResult<{ done: true }>> {
  const { user, tokenHash, missingHalf } = session;
  const change = { ...ownPassword(passwordHash), updatedAt: sql`now()` };
  await changeUser(tx, user._id, change);
  // The time for the set-up of the factor begins anew.
  if (missingHalf !== null) await completeSession(tx, tokenHash, missingHalf);
  await endOtherSessions(tx, user._id, tokenHash);
  await forgetDevices(tx, user._id);
  await forgetLateSignIns(tx, session);
  return {
    answer: { done: true },
    audit: { action: 'change-password', entity: 'users', entityId: user._id },
  };
}

const DRAFT_KEY_BYTES = 32;

/**
 * The key of this user's drafts, created by the first request; two requests at once get the same
 * key.
 */
export async function draftKeyOfUser(db: Db, userId: string): Promise<string> {
  const made = randomBytes(DRAFT_KEY_BYTES).toString('base64');
  const change = { draftKey: sql`coalesce(${userTable.draftKey}, ${made})` };
  return String((await changeUser(db, userId, change))?.draftKey);
}
