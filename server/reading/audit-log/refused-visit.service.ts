import { and, eq, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { Db } from '#server/db/client.ts';
import { recordAudit, type Actor } from '#server/lib/audit.ts';
import { auditTable as table } from '#server/db/tables/log/audit.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

/** Writes at most one entry per user and minute, so that reloading a page cannot fill the log. */
export function noteRefusedVisit(
  db: Db,
  actor: Actor,
  user: SignedInUser,
  path: string,
): Promise<{ done: true }> {
  return db.transaction(async (tx) => {
    // Two tabs at once wait for each other here.
    await tx
      .select({ _id: userTable._id })
      .from(userTable)
      .where(eq(userTable._id, user._id))
      .for('no key update');
    const lately = and(
      eq(table.actorId, user._id),
      eq(table.action, 'refused'),
      sql`${table.at} > now() - interval '1 minute'`,
    );
    if ((await tx.$count(table, lately)) === 0)
      await recordAudit(tx, actor, {
        action: 'refused',
        entity: 'screens',
        entityId: path,
        branchId: user.branchId,
      });
    return { done: true };
  });
}
