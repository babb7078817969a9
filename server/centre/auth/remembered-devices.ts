import { and, eq, gt, ne, notInArray, sql, type SQL } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { mayBeRemembered, REMEMBERED_DAYS } from '#contract/centre/second-factor.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { rememberedDeviceTable as table } from '#server/db/tables/centre/second-factors.table.ts';
import { accountDeviceTable as proved } from '#server/db/tables/centre/devices.table.ts';
import { sessionTable } from '#server/db/tables/centre/sessions.table.ts';
import { NEW_DEVICE_DAYS } from '#contract/centre/sessions.ts';
import { newToken, sha256 } from '#server/lib/tokens.ts';
import type { Session } from '#server/lib/current-user.ts';
import type { SignInDevice } from './devices.ts';

/** A row that still counts. */
export const isRemembered = gt(table.expiresAt, sql`now()`);

/** Remembers the device; its key is in the answer alone. Null for people who always type a code. */
export async function rememberDevice(
  tx: Tx,
  { _id: userId, role }: SignedInUser,
  { deviceId, kind, name, address }: SignInDevice,
): Promise<string | null> {
  if (deviceId === null || !mayBeRemembered(role)) return null;
  const key = newToken();
  const now = sql`clock_timestamp()`;
  const row = {
    keyHash: sha256(key),
    deviceKind: kind,
    deviceName: name,
    address,
    expiresAt: sql`now() + make_interval(days => ${REMEMBERED_DAYS}::int)`,
  };
  await tx
    .insert(table)
    .values({ userId, deviceId, ...row })
    .onConflictDoUpdate({
      target: [table.userId, table.deviceId],
      set: { ...row, createdAt: now, lastUsedAt: now },
    });
  return key;
}

/** True if the key is that of this account on this device, which then needs no code. */
export async function isKeyOfDevice(
  tx: Tx,
  { _id: userId, role }: SignedInUser,
  deviceId: string | null,
  key: string | undefined,
): Promise<boolean> {
  if (key === undefined || deviceId === null || !mayBeRemembered(role)) return false;
  const used = await tx
    .update(table)
    .set({ lastUsedAt: sql`clock_timestamp()` })
    .where(
      and(
        eq(table.userId, userId),
        eq(table.deviceId, deviceId),
        eq(table.keyHash, sha256(key)),
        isRemembered,
      ),
    )
    .returning({ _id: table._id });
  return used.length > 0;
}

/**
 * The PIN of an account opens no device on which it was not proved since. The key stays: by it the
 * browser is no new one at its next sign-in.
 */
const unproved = { wholeAt: null, factorAt: null };

/** The devices of an account ask for a code again, and take no PIN until then. */
export async function forgetDevices(db: Db | Tx, userId: string): Promise<void> {
  await db.delete(table).where(eq(table.userId, userId));
  await db.update(proved).set(unproved).where(eq(proved.userId, userId));
}

/** The same for one device. */
export async function forgetDevice(tx: Tx, userId: string, deviceId: string | null): Promise<void> {
  if (deviceId === null) return;
  await tx.delete(table).where(and(eq(table.userId, userId), eq(table.deviceId, deviceId)));
  await tx
    .update(proved)
    .set(unproved)
    .where(and(eq(proved.userId, userId), eq(proved.deviceId, deviceId)));
}

type OwnDevice = Pick<Session, 'user' | 'tokenHash'>;

/**
 * The next sign-in of the person on these devices is news again; never on that of this session,
 * because an account that knows none would take the next one for its first.
 */
async function forgetFirstSignIns(
  tx: Tx,
  { user, tokenHash }: OwnDevice,
  which: SQL,
): Promise<void> {
  const here = tx
    .select({ deviceId: sessionTable.deviceId })
    .from(sessionTable)
    .where(eq(sessionTable.tokenHash, tokenHash));
  await tx
    .delete(proved)
    .where(and(eq(proved.userId, user._id), ne(proved.deviceId, sql`(${here})`), which));
}

/** The person denied the sign-in on this device. */
export const forgetFirstSignIn = (tx: Tx, session: OwnDevice, deviceId: string): Promise<void> =>
  forgetFirstSignIns(tx, session, eq(proved.deviceId, deviceId));

/** The person chose a new password, perhaps because somebody signed in on a new device. */
export const forgetLateSignIns = (tx: Tx, session: OwnDevice): Promise<void> =>
  forgetFirstSignIns(
    tx,
    session,
    sql`${proved.firstSignInAt} > clock_timestamp() - make_interval(days => ${NEW_DEVICE_DAYS}::int)`,
  );

/**
 * The devices of an account but that of this session, if the session is one of the account, ask for
 * a code again.
 */
export async function forgetOtherDevices(tx: Tx, userId: string, tokenHash: string): Promise<void> {
  const { deviceId } = sessionTable;
  const here = tx
    .select({ deviceId })
    .from(sessionTable)
    .where(
      and(
        eq(sessionTable.tokenHash, tokenHash),
        eq(sessionTable.userId, userId),
        sql`${deviceId} is not null`,
      ),
    );
  await tx.delete(table).where(and(eq(table.userId, userId), notInArray(table.deviceId, here)));
  await tx
    .update(proved)
    .set(unproved)
    .where(and(eq(proved.userId, userId), notInArray(proved.deviceId, here)));
}

/**
 * Every account types a code again, as after a restore, whose keys are older than the browsers'.
 */
export async function forgetAllDevices(tx: Tx): Promise<void> {
  await tx.delete(table);
  await tx.update(proved).set({ ...unproved, keyHash: null });
}
