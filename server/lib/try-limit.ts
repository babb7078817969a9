import { eq, inArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/client.ts';
import { signInAttemptTable as attempts } from '#server/db/tables/centre/sign-in-attempts.table.ts';
import { ApiError } from './api-error.ts';
import { sha256 } from './tokens.ts';

/** A counter of tries, and the number of failures it allows before a wait. */
export type Bucket = { key: string; freeFailures: number };

const FIRST_BLOCK_S = 5;
export const LONGEST_BLOCK_S = 60;
/** The count starts again after this long without a failure. */
const forgottenAfter = sql`interval '15 minutes'`;

/** The stored name of a bucket, hashed, so that e-mail addresses and IPs are not kept. */
export const bucketId = (key: string) => sha256(key);

const isRemembered = sql`${attempts.lastFailureAt} > clock_timestamp() - ${forgottenAfter}`;
const failuresNow = sql`case when ${isRemembered} then ${attempts.failures} + 1 else 1 end`;

/** 5, 10, 20, 40, 60 seconds; the exponent is limited, because a long attack would overflow it. */
const blockAfter = (
  free: number,
) => sql`case when ${failuresNow} >= ${free}::int then clock_timestamp() + make_interval(secs =>
  least(${LONGEST_BLOCK_S}::int,
    ${FIRST_BLOCK_S}::int * power(2, least(10, ${failuresNow} - ${free}::int)))) end`;

async function countTry(tx: Tx, { key, freeFailures }: Bucket): Promise<void> {
  const bucket = bucketId(key);
  const counted = await tx
    .insert(attempts)
    .values({ bucket, failures: 1, lastFailureAt: sql`clock_timestamp()` })
    .onConflictDoUpdate({
      target: attempts.bucket,
      set: {
        failures: failuresNow,
        lastFailureAt: sql`clock_timestamp()`,
        blockedUntil: blockAfter(freeFailures),
      },
      // A try during a block does not count, or an attacker could keep an account blocked for ever.
      setWhere: sql`${attempts.blockedUntil} is null
        or ${attempts.blockedUntil} <= clock_timestamp()`,
    })
    .returning({ bucket: attempts.bucket });
  if (counted.length > 0) return;
  const wait = sql<number>`greatest(1,
    ceil(extract(epoch from ${attempts.blockedUntil} - clock_timestamp())))::int`;
  const [blocked] = await tx.select({ wait }).from(attempts).where(eq(attempts.bucket, bucket));
  const n = blocked?.wait ?? 1;
  throw new ApiError('tooManyTries', { n, headers: { 'retry-after': String(n) } });
}

/**
 * Counts a try before it is made, so that parallel tries cannot slip through; throws `tooManyTries`
 * if one of the buckets has to wait. Buckets are locked in the given order, so every caller gives
 * the narrow one first.
 */
export async function countTries(db: Db, buckets: Bucket[]): Promise<void> {
  await db.transaction(async (tx) => {
    for (const bucket of buckets) await countTry(tx, bucket);
  });
}

/**
 * Counts a try in a counter that never waits, before the try is made; returns the tries so far. The
 * key names the time in which it counts.
 */
export async function countPlainly(db: Db, key: string): Promise<number> {
  const [counted] = await db
    .insert(attempts)
    .values({ bucket: bucketId(key), failures: 1, lastFailureAt: sql`clock_timestamp()` })
    .onConflictDoUpdate({
      target: attempts.bucket,
      set: { failures: sql`${attempts.failures} + 1`, lastFailureAt: sql`clock_timestamp()` },
    })
    .returning({ failures: attempts.failures });
  return counted?.failures ?? 1;
}

/** Forgets counters; true if there was one of them. */
export async function forgetCounters(tx: Tx, keys: string[]): Promise<boolean> {
  const forgotten = await tx
    .delete(attempts)
    .where(inArray(attempts.bucket, keys.map(bucketId)))
    .returning({ bucket: attempts.bucket });
  return forgotten.length > 0;
}

/** Takes back the count of a try that was right. */
export async function forgiveTry(tx: Tx, buckets: Bucket[]): Promise<void> {
  const ids = buckets.map(({ key }) => bucketId(key));
  await tx
    .update(attempts)
    .set({ failures: sql`greatest(${attempts.failures} - 1, 0)`, blockedUntil: null })
    .where(inArray(attempts.bucket, ids));
}

/** Notes a try that succeeded, which ends the count of failures. */
export async function noteSuccess(tx: Tx, key: string): Promise<void> {
  const success = { failures: 0, lastSuccessAt: sql`now()`, blockedUntil: null };
  await tx
    .insert(attempts)
    .values({ bucket: bucketId(key), ...success })
    .onConflictDoUpdate({ target: attempts.bucket, set: success });
}
