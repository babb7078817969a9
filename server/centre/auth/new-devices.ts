import { and, eq, gt, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { NEW_DEVICE_DAYS, type OwnSession } from '#contract/centre/sessions.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import { browserName } from '#server/lib/browser-name.ts';

// The log of changes says which sign-in was the first one on a device. It outlives the session, so
// a stranger who signs out again hides nothing: docs/security.md, "Devices".

/** What the log says of a sign-in on a new device; it has address and browser by itself. */
export type NewDevice = { _id: string; newDevice: true };

export const signInAudit = (
  user: SignedInUser,
  newDevice: NewDevice | undefined,
  action = 'sign-in',
): AuditEntry => ({
  action,
  entity: 'users',
  entityId: user._id,
  user,
  ...(newDevice && { after: newDevice }),
});

/**
 * The sign-ins on new devices of the last days. A new password cuts none of them off, because a
 * stranger could choose it.
 */
export async function newDeviceSignIns(db: Db | Tx, userId: string): Promise<OwnSession[]> {
  const { actorId, at, after, entity, entityId, ip, device } = auditTable;
  const lately = sql`clock_timestamp() - make_interval(days => ${NEW_DEVICE_DAYS}::int)`;
  const own = and(eq(actorId, userId), gt(at, lately), eq(entity, 'users'), eq(entityId, userId));
  const rows = await db
    .select({ _id: sql<string | null>`${after} ->> '_id'`, at, ip, device })
    .from(auditTable)
    .where(and(own, sql`${after} ->> 'newDevice' = 'true'`))
    .orderBy(at, auditTable._id);
  return rows.map(({ _id, at: when, ip: address, device: header }) => {
    const { kind, name } = browserName(header);
    return {
      _id: String(_id),
      deviceKind: kind,
      deviceName: name,
      address,
      createdAt: when,
      lastUsedAt: when,
      rememberedUntil: null,
      isThis: false,
      isSignedIn: false,
      isNew: true,
    };
  });
}
