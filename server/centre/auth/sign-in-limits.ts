import { and, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/client.ts';
import { bucketId, noteSuccess, type Bucket } from '#server/lib/try-limit.ts';
import { signInAttemptTable as attempts } from '#server/db/tables/centre/sign-in-attempts.table.ts';

const FREE_PER_ACCOUNT = 5;
const FREE_PER_KNOWN_ADDRESS = 10;
/** The tablets of a school share one address, and clerks mistype. */
const FREE_PER_ADDRESS = 30;
const knownFor = sql`interval '30 days'`;

const pairKey = (email: string, address: string) => `pair:${email}|${address}`;

async function isKnown(db: Db, email: string, address: string): Promise<boolean> {
  const recently = sql`${attempts.lastSuccessAt} > now() - ${knownFor}`;
  return (
    (await db.$count(
      attempts,
      and(eq(attempts.bucket, bucketId(pairKey(email, address))), recently),
    )) > 0
  );
}

/**
 * The counters of a sign-in. An address that has recently signed in to this account has a counter
 * of its own, so that strangers who guess cannot lock out the account's owner; all others share a
 * counter by account and one by address.
 */
export async function signInBuckets(db: Db, email: string, address: string): Promise<Bucket[]> {
  if (await isKnown(db, email, address))
    return [{ key: pairKey(email, address), freeFailures: FREE_PER_KNOWN_ADDRESS }];
  return [
    { key: `account:${email}`, freeFailures: FREE_PER_ACCOUNT },
    { key: `address:${address}`, freeFailures: FREE_PER_ADDRESS },
  ];
}

/** Remembers that `address` signed in to this account. */
export const rememberAddress = (tx: Tx, email: string, address: string): Promise<void> =>
  noteSuccess(tx, pairKey(email, address));
