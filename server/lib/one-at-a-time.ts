import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';

/** Whoever names words passes it, many at once; who adds thousands of rows closes it, for there are not that many locks. */
const GATE = 'one-at-a-time';

/**
 * Lets one transaction at a time go on that names any of `words`, until it ends: what is then looked up and found missing
 * is still missing when it is added. Always in the same order, so that two never wait for each other.
 */
export async function oneAtATime(tx: Tx, words: readonly string[]): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended(${GATE}, 0))`);
  for (const word of [...new Set(words)].sort()) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${word}, 0))`);
  }
}

/** The same as if every word there is were named. */
export async function aloneWithAllWords(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${GATE}, 0))`);
}
