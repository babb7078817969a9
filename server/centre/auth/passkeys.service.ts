import { and, asc, eq } from 'drizzle-orm';
import type { LoginAnswer, SignedInUser } from '#contract/centre/auth.ts';
import {
  MOST_PASSKEYS,
  type OwnPasskey,
  type PasskeyInput,
  type UsedPasskey,
} from '#contract/centre/second-factor.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { passkeyTable as passkeys } from '#server/db/tables/centre/passkeys.table.ts';
import { secondFactorTable } from '#server/db/tables/centre/second-factors.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { lockActiveUser } from '#server/centre/users/change-user.ts';
import { publicUser } from '#server/centre/users/public-user.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Actor } from '#server/lib/audit.ts';
import type { SecretBox } from '#server/lib/secret-box.ts';
import { sha256 } from '#server/lib/tokens.ts';
import { countTries, forgiveTry } from '#server/lib/try-limit.ts';
import { writeAudited, type WriteResult } from '#server/lib/write.ts';
import { startSession } from './auth.service.ts';
import { noteProof, type ProvingDevice } from './devices.ts';
import { recordFailure } from './failed-sign-in.ts';
import { signInAudit } from './new-devices.ts';
import { readNewPasskey, takePasskey, useChallenge } from './passkey-ceremonies.ts';
import type { PasskeySite } from './passkey-site.ts';
import { halfAfterCode, hasSecondFactor, recoveryCodesLeft } from './second-factor.service.ts';
import { completeSession } from './sessions.ts';
import {
  addressBucket,
  countOfDay,
  forgiveOfDay,
  rememberAddress,
  signInBuckets,
  takeLimitMark,
} from './sign-in-limits.ts';

const ownColumns = {
  _id: passkeys._id,
  name: passkeys.name,
  createdAt: passkeys.createdAt,
  lastUsedAt: passkeys.lastUsedAt,
};

export function ownPasskeysOf(db: Db, userId: string): Promise<OwnPasskey[]> {
  return db
    .select(ownColumns)
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt));
}

/**
 * Only an account with a second factor has passkeys, because a device may be lost and recovery
 * codes then open the account. Locks the factor, so that no two requests pass the limit together.
 */
export async function requireRoomForPasskey(tx: Tx, userId: string): Promise<void> {
  await tx
    .select({ userId: secondFactorTable.userId })
    .from(secondFactorTable)
    .where(eq(secondFactorTable.userId, userId))
    .for('update');
  if (!(await hasSecondFactor(tx, userId))) throw new ApiError('secondFactorOff');
  if ((await tx.$count(passkeys, eq(passkeys.userId, userId))) >= MOST_PASSKEYS)
    throw new ApiError('passkeysFull', { n: MOST_PASSKEYS });
}

/** Keeps a passkey that a browser made after `challenge`. */
export async function addPasskey(
  tx: Tx,
  site: PasskeySite,
  { _id: userId }: SignedInUser,
  challenge: string | undefined,
  { name, passkey }: PasskeyInput,
): Promise<WriteResult<OwnPasskey>> {
  if (challenge === undefined) throw new ApiError('passkeyRefused');
  await requireRoomForPasskey(tx, userId);
  const made = await readNewPasskey(site, challenge, passkey);
  const { transports = [] } = passkey.response;
  const [added] = await tx
    .insert(passkeys)
    .values({ userId, name, transports, ...made })
    .onConflictDoNothing({ target: passkeys.credentialId })
    .returning(ownColumns);
  if (!added) throw new ApiError('passkeyTaken');
  const audit = { action: 'add-passkey', entity: 'users', entityId: userId, after: { name } };
  return { answer: added, audit };
}

const isOwn = (userId: string, _id: string) =>
  and(eq(passkeys._id, _id), eq(passkeys.userId, userId));

export async function renamePasskey(
  tx: Tx,
  { _id: userId }: SignedInUser,
  _id: string,
  name: string,
): Promise<WriteResult<OwnPasskey>> {
  const [before] = await tx
    .select({ name: passkeys.name })
    .from(passkeys)
    .where(isOwn(userId, _id))
    .for('update');
  const [renamed] = await tx
    .update(passkeys)
    .set({ name })
    .where(isOwn(userId, _id))
    .returning(ownColumns);
  if (!renamed) throw new ApiError('notFound');
  const about = { action: 'rename-passkey', entity: 'users', entityId: userId };
  return { answer: renamed, audit: { ...about, before, after: { name } } };
}

export async function removePasskey(
  tx: Tx,
  { _id: userId }: SignedInUser,
  _id: string,
): Promise<WriteResult<{ done: true }>> {
  const [before] = await tx
    .delete(passkeys)
    .where(isOwn(userId, _id))
    .returning({ name: passkeys.name });
  if (!before) throw new ApiError('notFound');
  const audit = { action: 'remove-passkey', entity: 'users', entityId: userId, before };
  return { answer: { done: true }, audit };
}

/** The account of a passkey; a passkey that names another one than it was made for has none. */
async function accountOf(db: Db, { id, response }: UsedPasskey) {
  const { active, mustChangePassword } = userTable;
  const [account] = await db
    .select({ user: publicUser, active, mustChangePassword })
    .from(passkeys)
    .innerJoin(userTable, eq(userTable._id, passkeys.userId))
    .where(eq(passkeys.credentialId, id));
  const { userHandle } = response;
  const named = userHandle && Buffer.from(userHandle, 'base64url').toString();
  return named && named !== account?.user._id ? undefined : account;
}

type PasskeyEntry = { actor: Actor; site: PasskeySite; used: UsedPasskey; device: ProvingDevice };

/**
 * Signs in with a passkey alone, which stands for the password and the code, because the device has
 * checked who holds it. Counted like a password; a disabled account and an unknown passkey get the
 * same answer.
 */
export async function signInWithPasskey(
  db: Db,
  box: SecretBox | undefined,
  { actor, site, used, device }: PasskeyEntry,
): Promise<LoginAnswer> {
  const account = await accountOf(db, used);
  const email = account?.user.email;
  const buckets =
    email === undefined ? [addressBucket(actor.ip)] : await signInBuckets(db, email, actor.ip);
  await countTries(db, buckets);
  const isLimited =
    email !== undefined && (await countOfDay(db, email, device.heldKeyHash)).isLimited;
  const challenge = await useChallenge(db, { purpose: 'signIn', tokenHash: null }, used);
  const begun =
    account?.active &&
    (await writeAudited(db, actor, async (tx) => {
      const { user, mustChangePassword } = account;
      if (
        !(await lockActiveUser(tx, user._id)) ||
        !(await takePasskey(tx, site, challenge, used, user._id))
      )
        return { answer: undefined, audit: [] };
      await forgiveTry(tx, buckets);
      await forgiveOfDay(tx, user.email, device.heldKeyHash);
      // A temporary password is somebody's word that the account needs a new beginning.
      if (mustChangePassword) return { answer: null, audit: [] };
      await rememberAddress(tx, user.email, actor.ip);
      const { newDevice, ...session } = await startSession(tx, user, device);
      const missingHalf = await halfAfterCode(tx, box, user._id);
      await completeSession(tx, sha256(session.token), missingHalf);
      if (missingHalf === null) await noteProof(tx, user._id, device, true);
      const wasLimited = missingHalf === null && (await takeLimitMark(tx, user.email));
      const recoveryLeft = missingHalf === null ? await recoveryCodesLeft(tx, user._id) : null;
      return {
        answer: { ...session, missingHalf, wasLimited, recoveryLeft },
        audit: signInAudit(user, newDevice),
      };
    }));
  if (begun) return begun;
  if (begun === null) throw new ApiError('passkeyAfterPassword');
  await recordFailure(db, actor, account?.user, isLimited);
  throw new ApiError('passkeyRefused');
}
