import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

/**
 * Remembers the newest news that somebody has closed. It is no change of their account, so neither
 * its version nor the audit log knows it.
 */
export async function noteSeenNews(db: Db, userId: string, newsId: string): Promise<void> {
  await db.update(userTable).set({ seenNews: newsId }).where(eq(userTable._id, userId));
}
