import { and, eq, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/client.ts';
import { idleLimit } from '#server/lib/current-user.ts';
import { sessionTable } from '#server/db/tables/centre/sessions.table.ts';
import { hearDevice } from './devices.ts';

/** A session ends this long after the sign-in, even if it is used (see `idleLimit`). */
const totalLimit = sql`interval '30 days'`;

/** A session cannot be extended beyond this moment. */
export const lastMoment = sql`${sessionTable.createdAt} + ${totalLimit}`;

export async function extendSession(db: Db, tokenHash: string): Promise<void> {
  await db
    .update(sessionTable)
    .set({ expiresAt: sql`least(now() + ${idleLimit}, ${lastMoment})` })
    .where(eq(sessionTable.tokenHash, tokenHash));
}

/**
 * Notes that the session and its device are in use. A session keeps the device that it first named,
 * so a client cannot seem silent under another name.
 */
export async function noteUse(db: Db, tokenHash: string, deviceId: string | null): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .update(sessionTable)
      .set({ lastUsedAt: sql`clock_timestamp()`, deviceId })
      .where(eq(sessionTable.tokenHash, tokenHash));
    if (deviceId !== null) await hearDevice(tx, deviceId);
  });
}

export async function endSessionsOf(db: Db, userId: string): Promise<void> {
  await db.delete(sessionTable).where(eq(sessionTable.userId, userId));
}

/** Ends the sessions of an account except this one. */
export async function endOtherSessions(tx: Tx, userId: string, tokenHash: string): Promise<void> {
  await tx
    .delete(sessionTable)
    .where(and(eq(sessionTable.userId, userId), ne(sessionTable.tokenHash, tokenHash)));
}

/** Signs everybody out. */
export async function endAllSessions(tx: Tx): Promise<void> {
  await tx.delete(sessionTable);
}
