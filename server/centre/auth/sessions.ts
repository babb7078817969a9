import { and, desc, eq, ne, notExists, sql } from 'drizzle-orm';
import type { MissingHalf } from '#contract/centre/second-factor.ts';
import type { OwnSession, SessionsEnded } from '#contract/centre/sessions.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { halfLimit, idleLimit, type Session } from '#server/lib/current-user.ts';
import type { WriteResult } from '#server/lib/write.ts';
import { accountGrantTable } from '#server/db/tables/centre/account-grants.table.ts';
import { rememberedDeviceTable } from '#server/db/tables/centre/second-factors.table.ts';
import { sessionTable } from '#server/db/tables/centre/sessions.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { hearDevice } from './devices.ts';
import { newDeviceSignIns } from './new-devices.ts';
import {
  forgetAllDevices,
  forgetDevice,
  forgetDevices,
  forgetFirstSignIn,
  forgetOtherDevices,
  isRemembered,
} from './remembered-devices.ts';

/**
 * A session ends this long after the sign-in, even if it is used (see `idleLimit`); earlier for
 * those who decide about money and accounts, in whatever branch.
 */
const totalLimit = sql`(
  select case when ${userTable.role} = 'superadmin' or exists (
      select 1 from ${accountGrantTable} where ${accountGrantTable.userId} = ${userTable._id}
        and ${accountGrantTable.role} = 'finance')
    then interval '7 days' else interval '30 days' end
  from ${userTable} where ${userTable._id} = ${sessionTable.userId})`;

/** A session cannot be extended beyond this moment. */
export const lastMoment = sql`${sessionTable.createdAt} + ${totalLimit}`;

/** The session is complete, or goes on with the set-up of a factor that was lost. */
export async function completeSession(
  tx: Tx,
  tokenHash: string,
  missingHalf: MissingHalf | null = null,
): Promise<void> {
  await tx
    .update(sessionTable)
    .set({
      missingHalf,
      expiresAt: sql`now() + ${missingHalf === null ? idleLimit : halfLimit}`,
    })
    .where(eq(sessionTable.tokenHash, tokenHash));
}

/** Locks a session that lacks the code, so that it is taken once; false if it lacks none. */
export async function lockHalf(tx: Tx, tokenHash: string): Promise<boolean> {
  const locked = await tx
    .select({ _id: sessionTable._id })
    .from(sessionTable)
    .where(and(eq(sessionTable.tokenHash, tokenHash), eq(sessionTable.missingHalf, 'code')))
    .for('no key update');
  return locked.length > 0;
}

export async function extendSession(db: Db, tokenHash: string): Promise<void> {
  await db
    .update(sessionTable)
    .set({ expiresAt: sql`least(now() + ${idleLimit}, ${lastMoment})` })
    .where(eq(sessionTable.tokenHash, tokenHash));
}

/**
 * Notes that the session and its device are in use. A session keeps the device that it first named,
 * so a client cannot seem silent under another name.
 */
export async function noteUse(
  db: Db,
  tokenHash: string,
  { deviceId, isAct }: { deviceId: string | null; isAct: boolean },
): Promise<void> {
  const now = sql`clock_timestamp()`;
  await db.transaction(async (tx) => {
    await tx
      .update(sessionTable)
      .set({ lastUsedAt: now, ...(isAct && { lastActAt: now }), deviceId })
      .where(eq(sessionTable.tokenHash, tokenHash));
    if (deviceId !== null) await hearDevice(tx, deviceId);
  });
}

/** Locks the session until its person types the password. */
export async function lockSession(tx: Tx, tokenHash: string): Promise<void> {
  await tx
    .update(sessionTable)
    .set({ lockedAt: sql`coalesce(${sessionTable.lockedAt}, clock_timestamp())` })
    .where(eq(sessionTable.tokenHash, tokenHash));
}

export async function unlockSession(tx: Tx, tokenHash: string): Promise<void> {
  await tx
    .update(sessionTable)
    .set({ lockedAt: null, lastActAt: sql`clock_timestamp()` })
    .where(eq(sessionTable.tokenHash, tokenHash));
}

export async function endSessionsOf(db: Db, userId: string): Promise<void> {
  await forgetDevices(db, userId);
  await db.delete(sessionTable).where(eq(sessionTable.userId, userId));
}

/**
 * Ends the sessions of an account except this one, and its remembered devices; returns the number
 * of sessions.
 */
export async function endOtherSessions(tx: Tx, userId: string, tokenHash: string): Promise<number> {
  await forgetOtherDevices(tx, userId, tokenHash);
  const ended = await tx
    .delete(sessionTable)
    .where(and(eq(sessionTable.userId, userId), ne(sessionTable.tokenHash, tokenHash)))
    .returning({ _id: sessionTable._id });
  return ended.length;
}

/** Ends the sessions of an account that work in a branch which is not its own. */
export async function endSessionsIn(tx: Tx, userId: string, branchId: string): Promise<void> {
  await tx
    .delete(sessionTable)
    .where(and(eq(sessionTable.userId, userId), eq(sessionTable.branchId, branchId)));
}

/** Devices of the person on which no session lives, but which ask for no code. */
async function signedOutDevices(db: Db, userId: string): Promise<OwnSession[]> {
  const { _id, deviceId, deviceKind, deviceName, address, createdAt, lastUsedAt, expiresAt } =
    rememberedDeviceTable;
  const living = db
    .select({ one: sql`1` })
    .from(sessionTable)
    .where(
      and(
        eq(sessionTable.userId, userId),
        eq(sessionTable.deviceId, deviceId),
        sql`${sessionTable.expiresAt} > now()`,
      ),
    );
  const rows = await db
    .select({
      _id,
      deviceKind,
      deviceName,
      address,
      createdAt,
      lastUsedAt,
      rememberedUntil: expiresAt,
    })
    .from(rememberedDeviceTable)
    .where(and(eq(rememberedDeviceTable.userId, userId), isRemembered, notExists(living)));
  return rows.map((row) => ({ ...row, isThis: false, isSignedIn: false, isNew: false }));
}

/**
 * The living sessions and the remembered devices of the person, and the sign-ins on new devices
 * that have ended again, the last used first.
 */
export async function ownSessions(db: Db, { user, tokenHash }: Session): Promise<OwnSession[]> {
  const { _id, deviceKind, deviceName, address, createdAt, lastUsedAt } = sessionTable;
  const remembered = and(
    eq(rememberedDeviceTable.userId, sessionTable.userId),
    eq(rememberedDeviceTable.deviceId, sessionTable.deviceId),
    isRemembered,
  );
  const sessions = await db
    .select({
      _id,
      deviceKind,
      deviceName,
      address,
      createdAt,
      lastUsedAt,
      isThis: sql<boolean>`${sessionTable.tokenHash} = ${tokenHash}`,
      rememberedUntil: rememberedDeviceTable.expiresAt,
    })
    .from(sessionTable)
    .leftJoin(rememberedDeviceTable, remembered)
    .where(and(eq(sessionTable.userId, user._id), sql`${sessionTable.expiresAt} > now()`))
    .orderBy(desc(lastUsedAt), desc(createdAt));
  const news = await newDeviceSignIns(db, user._id);
  const isNew = (own: string) => news.some(({ _id: one }) => one === own);
  return [
    ...sessions.map((session) => ({ ...session, isSignedIn: true, isNew: isNew(session._id) })),
    ...(await signedOutDevices(db, user._id)),
    ...news.filter(({ _id: own }) => !sessions.some(({ _id: living }) => living === own)),
  ].toSorted((one, two) => two.lastUsedAt.localeCompare(one.lastUsedAt));
}

/** Ends the session, or the device that is only remembered, of this id; undefined without one. */
async function endDevice(tx: Tx, own: Session, _id: string) {
  const { user, tokenHash } = own;
  const isOther = and(
    eq(sessionTable._id, _id),
    eq(sessionTable.userId, user._id),
    ne(sessionTable.tokenHash, tokenHash),
  );
  const { deviceId, deviceName, address } = sessionTable;
  const [session] = await tx
    .delete(sessionTable)
    .where(isOther)
    .returning({ deviceId, deviceName, address });
  if (session) {
    const news = await newDeviceSignIns(tx, user._id);
    await forgetDevice(tx, user._id, session.deviceId);
    if (session.deviceId !== null && news.some((one) => one._id === _id))
      await forgetFirstSignIn(tx, own, session.deviceId);
    return session;
  }
  const isOwn = and(eq(rememberedDeviceTable._id, _id), eq(rememberedDeviceTable.userId, user._id));
  const [device] = await tx.delete(rememberedDeviceTable).where(isOwn).returning({
    deviceId: rememberedDeviceTable.deviceId,
    deviceName: rememberedDeviceTable.deviceName,
    address: rememberedDeviceTable.address,
  });
  // Its PIN ends too, as where a session lives there.
  if (device) await forgetDevice(tx, user._id, device.deviceId);
  return device;
}

/**
 * Ends a session of the person on another device, which asks for a code again. Throws `notFound`
 * for one of somebody else.
 */
export async function endOwnSession(
  tx: Tx,
  session: Session,
  _id: string,
): Promise<WriteResult<SessionsEnded>> {
  const ended = await endDevice(tx, session, _id);
  if (!ended) throw new ApiError('notFound');
  const { deviceName, address } = ended;
  return {
    answer: { ended: 1 },
    audit: {
      action: 'end-session',
      entity: 'users',
      entityId: session.user._id,
      after: { deviceName, address },
    },
  };
}

/** Signs everybody out, and asks for a code on every device again. */
export async function endAllSessions(tx: Tx): Promise<void> {
  await forgetAllDevices(tx);
  await tx.delete(sessionTable);
}
