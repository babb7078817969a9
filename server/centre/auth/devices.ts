import { and, eq, gte, lte, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEVICE_HEADER } from '#contract/centre/device.ts';
import type { DeviceKind } from '#contract/centre/sessions.ts';
import { id } from '#contract/fields.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { deviceKeyHashOf, KNOWN_DAYS, newDeviceKeyOf, type NewDeviceKey } from './device-key.ts';
import { openPin } from './pins.service.ts';
import { browserName } from '#server/lib/browser-name.ts';
import {
  accountDeviceTable,
  deviceTable,
  sessionGapTable,
} from '#server/db/tables/centre/devices.table.ts';

/** A device that sends nothing for longer than this was silent. */
const silentAfter = sql`interval '5 minutes'`;
/** A device's clock may be wrong by this much. */
export const CLOCK_GRACE_MS = 600_000;
const grace = sql`make_interval(secs => ${CLOCK_GRACE_MS / 1000}::int)`;
/** Silence counts for cash that was taken at most this long ago. */
export const SILENCE_HOURS = 72;

/** The id by which the client names its device; null if it names none. */
export function deviceIdOf({ headers }: FastifyRequest): string | null {
  const named = id.safeParse(headers[DEVICE_HEADER]);
  return named.success ? named.data : null;
}

/** The device of a sign-in, with the words by which its owner knows it. */
export type SignInDevice = {
  deviceId: string | null;
  kind: DeviceKind;
  name: string;
  address: string;
  /** The hash of the key that the server gave this browser; null without one. */
  heldKeyHash: string | null;
  /** The browser cannot keep one, so nothing tells whether it is new. */
  keepsNoKey: boolean;
};

export const signInDeviceOf = (request: FastifyRequest): SignInDevice => {
  const heldKeyHash = deviceKeyHashOf(request);
  return {
    deviceId: deviceIdOf(request),
    ...browserName(request.headers['user-agent']),
    address: request.ip,
    heldKeyHash,
    keepsNoKey: heldKeyHash === null && request.isOfClientOrigin === true,
  };
};

/** The device of a request that may prove its person whole, which then gives it a new key. */
export type ProvingDevice = SignInDevice & NewDeviceKey;

export const provingDeviceOf = (request: FastifyRequest, reply: FastifyReply): ProvingDevice => ({
  ...signInDeviceOf(request),
  ...newDeviceKeyOf(request, reply),
});

/**
 * Remembers that the account signed in on this device. True if it is new to an account that knows
 * others already. The device is told by the key that the server gave it, because anybody can name
 * the id of another one; by its id only until it has a key: docs/security.md, "Devices".
 */
export async function isNewDevice(
  tx: Tx,
  userId: string,
  {
    deviceId,
    heldKeyHash,
    keepsNoKey,
  }: Pick<SignInDevice, 'deviceId' | 'heldKeyHash' | 'keepsNoKey'>,
): Promise<boolean> {
  const known = await tx
    .select({ deviceId: accountDeviceTable.deviceId, keyHash: accountDeviceTable.keyHash })
    .from(accountDeviceTable)
    .where(eq(accountDeviceTable.userId, userId));
  if (deviceId !== null)
    await tx.insert(accountDeviceTable).values({ userId, deviceId }).onConflictDoNothing();
  const isKnown = known.some((one) =>
    one.keyHash === null ? one.deviceId === deviceId : one.keyHash === heldKeyHash,
  );
  return known.length > 0 && !isKnown && !keepsNoKey;
}

/**
 * Notes that the account was proved whole on this device; `withFactor` with its second factor. The
 * device gets a new key, which counts for its other accounts too, so a copy of the old one opens
 * nothing.
 */
export async function noteProof(
  tx: Tx,
  userId: string,
  { deviceId, heldKeyHash, giveKey }: Pick<ProvingDevice, 'deviceId' | keyof NewDeviceKey>,
  withFactor: boolean,
): Promise<void> {
  await openPin(tx, userId);
  if (deviceId === null) return;
  const keyHash = giveKey();
  if (heldKeyHash !== null)
    await tx
      .update(accountDeviceTable)
      .set({ keyHash })
      .where(eq(accountDeviceTable.keyHash, heldKeyHash));
  const now = sql`clock_timestamp()`;
  const proof = { keyHash, wholeAt: now, ...(withFactor && { factorAt: now }) };
  await tx
    .insert(accountDeviceTable)
    .values({ userId, deviceId, ...proof })
    .onConflictDoUpdate({
      target: [accountDeviceTable.userId, accountDeviceTable.deviceId],
      set: proof,
    });
}

/**
 * True if the account has lately signed in whole on this device. The device is told by the key that
 * the server gave it: anybody can name the id of another one. Colleagues who sign in there renew
 * the key, but not this account's time.
 */
export async function isKnownDevice(
  db: Db | Tx,
  userId: string,
  keyHash: string | null,
): Promise<boolean> {
  if (keyHash === null) return false;
  const isIt = and(
    eq(accountDeviceTable.userId, userId),
    eq(accountDeviceTable.keyHash, keyHash),
    sql`${accountDeviceTable.wholeAt} > clock_timestamp() - make_interval(days => ${KNOWN_DAYS}::int)`,
  );
  return (await db.$count(accountDeviceTable, isIt)) > 0;
}

/** Records that a device was heard, and the silence before it. */
export async function hearDevice(tx: Tx, deviceId: string): Promise<void> {
  const { lastHeardAt } = deviceTable;
  const [before] = await tx
    .select({
      lastHeardAt,
      wasSilent: sql<boolean>`${lastHeardAt} < clock_timestamp() - ${silentAfter}`,
    })
    .from(deviceTable)
    .where(eq(deviceTable.deviceId, deviceId))
    .for('update');
  const now = sql`clock_timestamp()`;
  if (before?.wasSilent)
    await tx
      .insert(sessionGapTable)
      .values({ deviceId, from: before.lastHeardAt, until: now as unknown as string });
  await tx
    .insert(deviceTable)
    .values({ deviceId, lastHeardAt: now as unknown as string })
    .onConflictDoUpdate({ target: deviceTable.deviceId, set: { lastHeardAt: now } });
}

/**
 * True if the device was silent at that moment, which is at most `SILENCE_HOURS` ago. The moment is
 * told by the device, so a grace is given on both sides of a silence.
 */
export async function wasSilentAt(
  tx: Tx,
  deviceId: string | null,
  moment: string,
): Promise<boolean> {
  if (deviceId === null) return false;
  const { from, until } = sessionGapTable;
  const fits = and(
    eq(sessionGapTable.deviceId, deviceId),
    lte(from, sql`${moment}::timestamptz + ${grace}`),
    gte(until, sql`${moment}::timestamptz - ${grace}`),
    sql`${moment}::timestamptz > clock_timestamp() - make_interval(hours => ${SILENCE_HOURS}::int)`,
  );
  return (await tx.$count(sessionGapTable, fits)) > 0;
}
