import { eq, inArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/client.ts';
import { signInAttemptTable as attempts } from '#server/modules/auth/sign-in-attempts.table.ts';
import { ApiError } from './api-error.ts';
import { sha256 } from './tokens.ts';

/** Something tries are counted for, and how many failures it may have before it has to wait. */
export type Bucket = { key: string; freeFailures: number };

const FIRST_BLOCK_S = 5;
export const LONGEST_BLOCK_S = 60;
/** Without a failure for this long the count starts again. */
const forgottenAfter = sql`interval '15 minutes'`;

/** The stored name of a bucket: e-mail addresses and IPs are not kept. */
export const bucketId = (key: string) => sha256(key);

const isRemembered = sql`${attempts.lastFailureAt} > clock_timestamp() - ${forgottenAfter}`;
const failuresNow = sql`case when ${isRemembered} then ${attempts.failures} + 1 else 1 end`;

/** 5, 10, 20, 40, 60 seconds; the exponent is held small, or a long attack would overflow it. */
const blockAfter = (
  free: number,
) => sql`case when ${failuresNow} >= ${free}::int then clock_timestamp() + make_interval(secs =>
  least(${LONGEST_BLOCK_S}::int, ${FIRST_BLOCK_S}::int * power(2, least(10, ${failuresNow} - ${free}::int)))) end`;

async function countTry(tx: Tx, { key, freeFailures }: Bucket): Promise<void> {
  const bucket = bucketId(key);
  const counted = await tx
    .insert(attempts)
    .values({ bucket, failures: 1, lastFailureAt: sql`clock_timestamp()` })
    .onConflictDoUpdate({
      target: attempts.bucket,
      set: { failures: failuresNow, lastFailureAt: sql`clock_timestamp()`, blockedUntil: blockAfter(freeFailures) },
      // A try during a block changes nothing, so that nobody can keep a door shut by knocking.
      setWhere: sql`${attempts.blockedUntil} is null or ${attempts.blockedUntil} <= clock_timestamp()`,
    })
    .returning({ bucket: attempts.bucket });
  if (counted.length > 0) return;
  const wait = sql<number>`greatest(1, ceil(extract(epoch from ${attempts.blockedUntil} - clock_timestamp())))::int`;
  const [blocked] = await tx.select({ wait }).from(attempts).where(eq(attempts.bucket, bucket));
  const n = blocked?.wait ?? 1;
  throw new ApiError('tooManyTries', { n, headers: { 'retry-after': String(n) } });
}

/**
 * Counts a try before it is made, so that many at once cannot slip through together; throws `tooManyTries` when one of
 * the buckets has to wait. Buckets are taken in the order given: give the narrow one first, everywhere.
 */
export async function countTries(db: Db, buckets: Bucket[]): Promise<void> {
  await db.transaction(async (tx) => {
    for (const bucket of buckets) await countTry(tx, bucket);
  });
}

/** Takes back the count of a try that turned out right. */
export async function forgiveTry(tx: Tx, buckets: Bucket[]): Promise<void> {
  const ids = buckets.map(({ key }) => bucketId(key));
  await tx
    .update(attempts)
    .set({ failures: sql`greatest(${attempts.failures} - 1, 0)`, blockedUntil: null })
    .where(inArray(attempts.bucket, ids));
}
