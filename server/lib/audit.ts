import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest } from 'fastify';
import type { SignedInUser } from '#contract/auth.ts';
import type { Tx } from '#server/db/client.ts';
import { auditTable } from './audit.table.ts';

/** What was done. `before` and `after` are whole records, or parts that may be kept: never a password or a token. */
export type AuditEntry = {
  action: string;
  entity: string;
  entityId: string;
  before?: Record<string, unknown> | undefined;
  after?: Record<string, unknown> | undefined;
  /** Who did it, where that is not the session's person: a sign-in has no session yet. */
  user?: SignedInUser;
};

/** Who acts, from where; the server itself when there is no request. */
export type Actor = { user: SignedInUser | undefined; ip: string; device: string; requestId: string };

/** For what the server does on its own at start. */
export const serverActor: Actor = { user: undefined, ip: '', device: 'server', requestId: '' };

const MAX_DEVICE_LENGTH = 200;

export function actorOf(request: FastifyRequest): Actor {
  const device = (request.headers['user-agent'] ?? '').slice(0, MAX_DEVICE_LENGTH);
  return { user: request.session?.user, ip: request.ip, device, requestId: request.id };
}

/** Of an update only the fields that differ, so that a row shows the change and not the whole record twice. */
function changedFields({ action, before, after }: AuditEntry) {
  if (action !== 'update' || !before || !after) return { before: before ?? null, after: after ?? null };
  const changed = Object.keys(after).filter((field) => !isDeepStrictEqual(before[field], after[field]));
  const only = (record: Record<string, unknown>) =>
    Object.fromEntries(changed.map((field) => [field, record[field] ?? null]));
  return { before: only(before), after: only(after) };
}

function rowOf(actor: Actor, entry: AuditEntry): typeof auditTable.$inferInsert {
  const user = entry.user ?? actor.user;
  return {
    actorId: user?._id ?? null,
    actorName: user ? `${user.firstName} ${user.lastName}` : '',
    role: user?.role ?? '',
    branchId: user?.branchId ?? null,
    ip: actor.ip,
    device: actor.device,
    requestId: actor.requestId,
    action: entry.action,
    entity: entry.entity,
    entityId: entry.entityId,
    ...changedFields(entry),
  };
}

/** Adds to the audit log, a row for each record that changed; `tx` is the transaction of the write it tells about. */
export async function recordAudit(tx: Tx, actor: Actor, audit: AuditEntry | readonly AuditEntry[]): Promise<void> {
  await recordAudits(tx, actor, [audit].flat());
}

/** The same for what adds many records at once: a few hundred, or the statement gets too long. */
export async function recordAudits(tx: Tx, actor: Actor, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length > 0) await tx.insert(auditTable).values(entries.map((entry) => rowOf(actor, entry)));
}
