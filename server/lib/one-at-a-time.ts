import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';

/**
 * Lets one transaction at a time go on that names any of `words`, until it ends: what is then looked up and found missing
 * is still missing when it is added. Always in the same order, so that two never wait for each other.
 */
export async function oneAtATime(tx: Tx, words: readonly string[]): Promise<void> {
  for (const word of [...new Set(words)].sort()) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${word}, 0))`);
  }
}
