import { and, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/client.ts';
import {
  bucketId,
  countPlainly,
  forgetCounters,
  forgiveTry,
  noteSuccess,
  type Bucket,
} from '#server/lib/try-limit.ts';
import { dayInLaos } from '#contract/dates.ts';
import { networkOf } from '#server/lib/network-of.ts';
import { signInAttemptTable as attempts } from '#server/db/tables/centre/sign-in-attempts.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { isKnownDevice } from './devices.ts';
import { hasSecondFactor } from './second-factor.service.ts';

const FREE_PER_ACCOUNT = 5;
const FREE_PER_KNOWN_ADDRESS = 10;
/** The tablets of a school share one address, and clerks mistype. */
const FREE_PER_ADDRESS = 30;
const knownFor = sql`interval '30 days'`;

const pairKey = (email: string, address: string) => `pair:${email}|${networkOf(address)}`;

async function isKnown(db: Db, email: string, address: string): Promise<boolean> {
  const recently = sql`${attempts.lastSuccessAt} > now() - ${knownFor}`;
  return (
    (await db.$count(
      attempts,
      and(eq(attempts.bucket, bucketId(pairKey(email, address))), recently),
    )) > 0
  );
}

/** The counter of an address, of IPv6 of its network, over all accounts. */
export const addressBucket = (address: string): Bucket => ({
  key: `address:${networkOf(address)}`,
  freeFailures: FREE_PER_ADDRESS,
});

/**
 * The counters of a sign-in. An address that has recently signed in to this account has a counter
 * of its own, so that strangers who guess cannot lock out the account's owner; all others share a
 * counter by account and one by address.
 */
export async function signInBuckets(db: Db, email: string, address: string): Promise<Bucket[]> {
  if (await isKnown(db, email, address))
    return [{ key: pairKey(email, address), freeFailures: FREE_PER_KNOWN_ADDRESS }];
  return [{ key: `account:${email}`, freeFailures: FREE_PER_ACCOUNT }, addressBucket(address)];
}

/** After so many failures on one day an account takes only known devices or a second factor. */
const MOST_FAILURES_A_DAY = 50;
/** After so many further ones there on that day, a known device opens it no longer either. */
const MOST_ON_KNOWN_DEVICE = 10;
/** As many elsewhere open the step before a second factor, or guessing would go on all day. */
const MOST_BEFORE_FACTOR = 10;

/** The counter of an account on this day in Laos; it never makes anybody wait. */
export const dayKey = (email: string) => `day:${dayInLaos()}|${email}`;
/** The counter of an account that came to that limit, on a device with this key. */
const knownDeviceKey = (email: string, keyHash: string) => `${dayKey(email)}|${keyHash}`;
/** The counter of an account with a second factor that came to that limit, everywhere else. */
const beforeFactorKey = (email: string) => `${dayKey(email)}|factor`;
/** A mark that the account came to that limit, until its owner is told. */
const limitedKey = (email: string) => `limited:${email}`;

/** Whether a sign-in may succeed, as known before its password was checked. */
export type DayLimit = {
  /** The account has more failures on this day than are free. */
  isLimited: boolean;
  /** False if even the right password is answered as a wrong one. */
  opens: boolean;
};

/** Counts the try of a device that the account knows; false on others, and after the last one. */
async function mayTryHere(
  db: Db,
  { _id, email }: { _id: string; email: string },
  keyHash: string | null,
): Promise<boolean> {
  if (keyHash === null || !(await isKnownDevice(db, _id, keyHash))) return false;
  return (await countPlainly(db, knownDeviceKey(email, keyHash))) <= MOST_ON_KNOWN_DEVICE;
}

/** Counts the try where a second factor follows; false without one, and after the last one. */
async function mayTryBeforeFactor(
  db: Db,
  { _id, email }: { _id: string; email: string },
): Promise<boolean> {
  if (!(await hasSecondFactor(db, _id))) return false;
  return (await countPlainly(db, beforeFactorKey(email))) <= MOST_BEFORE_FACTOR;
}

/**
 * Counts the try before it is made. An account that is guessed at opens only on a device on which
 * it has signed in before, told by the key in its cookie, or where a second factor follows. A right
 * password elsewhere is answered as a wrong one, so nobody learns that it is right. A known device
 * may be stolen, and a right password is worth knowing even where a factor follows, so both have
 * few tries then.
 */
export async function countOfDay(db: Db, email: string, keyHash: string | null): Promise<DayLimit> {
  const tries = await countPlainly(db, dayKey(email));
  if (tries <= MOST_FAILURES_A_DAY) return { isLimited: false, opens: true };
  const [account] = await db
    .select({ _id: userTable._id })
    .from(userTable)
    .where(eq(userTable.email, email));
  const opens =
    account !== undefined &&
    ((await mayTryHere(db, { _id: account._id, email }, keyHash)) ||
      (await mayTryBeforeFactor(db, { _id: account._id, email })));
  return { isLimited: true, opens };
}

/** Marks an account that failed beyond the limit of the day. */
export const markLimited = (tx: Tx, email: string): Promise<number> =>
  countPlainly(tx, limitedKey(email));

/** Takes the count of a right try back. */
export const forgiveOfDay = (tx: Tx, email: string, keyHash: string | null): Promise<void> =>
  forgiveTry(tx, [
    { key: dayKey(email), freeFailures: MOST_FAILURES_A_DAY },
    { key: beforeFactorKey(email), freeFailures: MOST_BEFORE_FACTOR },
    ...(keyHash === null
      ? []
      : [{ key: knownDeviceKey(email, keyHash), freeFailures: MOST_ON_KNOWN_DEVICE }]),
  ]);

/** True once after the account came to the limit of a day: its owner is told at this sign-in. */
export const takeLimitMark = (tx: Tx, email: string): Promise<boolean> =>
  forgetCounters(tx, [limitedKey(email)]);

/** Opens an account again on every device; its new temporary password was never guessed at. */
export const forgetFailures = (tx: Tx, email: string): Promise<boolean> =>
  forgetCounters(tx, [dayKey(email), beforeFactorKey(email)]);

/** Remembers that `address` signed in to this account. */
export const rememberAddress = (tx: Tx, email: string, address: string): Promise<void> =>
  noteSuccess(tx, pairKey(email, address));
