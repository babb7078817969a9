import { and, eq, lt, sql, type SQL } from 'drizzle-orm';
import type { OwnPin, SignedInUser } from '#contract/centre/auth.ts';
import { can, seesAllBranches } from '#contract/roles.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { accountPinTable as pins } from '#server/db/tables/centre/account-pins.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { accountDeviceTable as devices } from '#server/db/tables/centre/devices.table.ts';
import { secondFactorTable } from '#server/db/tables/centre/second-factors.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { hashPassword, verifyPassword } from '#server/lib/password.ts';
import { pinProblem } from '#server/lib/pin-rules.ts';
import type { WriteResult } from '#server/lib/write.ts';
import { PIN_HOURS } from './device-key.ts';

/** So many wrong tries close a PIN until its person signs in again. */
const MOST_WRONG_PINS = 5;
const lately = sql`clock_timestamp() - make_interval(hours => ${PIN_HOURS}::int)`;

/** The account has a second factor that counts. */
export const hasFactor: SQL<boolean> = sql<boolean>`exists (
  select 1 from ${secondFactorTable} where ${secondFactorTable.userId} = ${userTable._id}
    and ${secondFactorTable.confirmedAt} is not null)`;

/**
 * The account may take this device over with its PIN: the branch allows it, the PIN is open, and
 * the person has signed in here lately, with the second factor if they have one. The device is told
 * by the key that the server gave it then, because anybody can name the id of another one.
 */
export const mayUsePin = (
  branchId: string,
  deviceId: string | null,
  keyHash: string | null,
): SQL<boolean> =>
  deviceId === null || keyHash === null
    ? sql<boolean>`false`
    : sql<boolean>`exists (
  select 1 from ${pins}
    join ${devices} on ${devices.userId} = ${pins.userId}
    join ${branchTable} on ${branchTable._id} = ${branchId}
  where ${pins.userId} = ${userTable._id} and ${pins.wrongPins} < ${MOST_WRONG_PINS}::int
    and ${devices.deviceId} = ${deviceId} and ${devices.keyHash} = ${keyHash}
    and ${devices.wholeAt} > ${lately}
    and ${branchTable.pinTakeOver}
    and (${devices.factorAt} > ${lately} or not ${hasFactor}))`;

/** Counts a try before it is made, and returns whether the PIN is right. */
export async function isRightPin(db: Db, userId: string, pin: string): Promise<boolean> {
  const [counted] = await db
    .update(pins)
    .set({ wrongPins: sql`${pins.wrongPins} + 1` })
    .where(and(eq(pins.userId, userId), lt(pins.wrongPins, MOST_WRONG_PINS)))
    .returning({ pinHash: pins.pinHash });
  return verifyPassword(pin, counted?.pinHash);
}

/** Forgets the wrong tries after a right PIN or a whole sign-in. */
export async function openPin(tx: Tx, userId: string): Promise<void> {
  await tx.update(pins).set({ wrongPins: 0 }).where(eq(pins.userId, userId));
}

/** Takes the PIN of an account off; false if there was none. */
export async function removePin(tx: Tx, userId: string): Promise<boolean> {
  const removed = await tx
    .delete(pins)
    .where(eq(pins.userId, userId))
    .returning({ userId: pins.userId });
  return removed.length > 0;
}

/** GET `/auth/pin`. */
export async function ownPinOf(db: Db, user: SignedInUser): Promise<OwnPin> {
  const { _id, role, branchId } = user;
  const [branch] = await db
    .select({ allowsPin: branchTable.pinTakeOver })
    .from(branchTable)
    .where(eq(branchTable._id, branchId));
  // A superadmin, who sees all branches, signs in with the form.
  const worksHere = can(user, 'drawers:write') && !seesAllBranches(role);
  return {
    isOn: (await db.$count(pins, eq(pins.userId, _id))) > 0,
    isOffered: worksHere && (branch?.allowsPin ?? false),
  };
}

/** The hash of a new PIN; slow, so it is made before the transaction. */
export async function hashNewPin(db: Db, user: SignedInUser, pin: string): Promise<string> {
  if (!(await ownPinOf(db, user)).isOffered) throw new ApiError('pinOff');
  const [person] = await db
    .select({ phone: userTable.phone })
    .from(userTable)
    .where(eq(userTable._id, user._id));
  const problem = pinProblem(pin, person?.phone ?? '');
  if (problem !== undefined) throw fieldsInvalid({ pin: problem });
  return hashPassword(pin);
}

/** Keeps a new PIN in place of the old one. */
export async function putPin(
  tx: Tx,
  userId: string,
  pinHash: string,
): Promise<WriteResult<{ done: true }>> {
  const row = { pinHash, wrongPins: 0 };
  await tx
    .insert(pins)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: pins.userId, set: row });
  return {
    answer: { done: true },
    audit: { action: 'set-pin', entity: 'users', entityId: userId },
  };
}
