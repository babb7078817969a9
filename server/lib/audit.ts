import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest } from 'fastify';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { Tx } from '#server/db/client.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';

/**
 * One audited action. `before` and `after` are whole records, or parts that may be kept: never a
 * password or a token.
 */
export type AuditEntry = {
  action: string;
  entity: string;
  entityId: string;
  before?: Record<string, unknown> | undefined;
  after?: Record<string, unknown> | undefined;
  /** The branch of the record, if neither `after` nor `before` names it. */
  branchId?: string;
  /** The reason, if the record does not keep it. */
  reason?: string;
  /** The actor, if it is not the person of the session: a sign-in has no session yet. */
  user?: SignedInUser;
};

/** The actor and their device; the server itself when there is no request. */
export type Actor = {
  user: SignedInUser | undefined;
  ip: string;
  device: string;
  requestId: string;
  clientKey: string | null;
};

/** The actor of work that the server does by itself when it starts. */
export const serverActor: Actor = {
  user: undefined,
  ip: '',
  device: 'server',
  requestId: '',
  clientKey: null,
};

const MAX_DEVICE_LENGTH = 200;

export function actorOf(request: FastifyRequest): Actor {
  const device = (request.headers['user-agent'] ?? '').slice(0, MAX_DEVICE_LENGTH);
  const key = request.headers['idempotency-key'];
  const clientKey = typeof key === 'string' ? key : null;
  return { user: request.session?.user, ip: request.ip, device, requestId: request.id, clientKey };
}

/**
 * An update keeps only the fields that differ, so that a row shows the change and not the whole
 * record twice.
 */
function changedFields({ action, before, after }: AuditEntry) {
  if (action !== 'update' || !before || !after)
    return { before: before ?? null, after: after ?? null };
  const changed = Object.keys(after).filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  );
  const only = (record: Record<string, unknown>) =>
    Object.fromEntries(changed.map((field) => [field, record[field] ?? null]));
  return { before: only(before), after: only(after) };
}

/** The fields in which records keep their branch and the reason of a change. */
const branchFields = ['branchId', 'homeBranchId'] as const;
const reasonFields = ['reason', 'statusReason', 'overrideReason'] as const;

const textIn = (
  record: Record<string, unknown> | null | undefined,
  fields: readonly string[],
): string | undefined =>
  fields
    .map((field) => record?.[field])
    .find((value): value is string => typeof value === 'string' && value !== '');

function branchOf({ entity, entityId, branchId, before, after }: AuditEntry): string | null {
  if (entity === 'branches') return entityId;
  return branchId ?? textIn(after, branchFields) ?? textIn(before, branchFields) ?? null;
}

function rowOf(actor: Actor, entry: AuditEntry): typeof auditTable.$inferInsert {
  const user = entry.user ?? actor.user;
  const changed = changedFields(entry);
  return {
    actorId: user?._id ?? null,
    actorName: user ? `${user.firstName} ${user.lastName}` : '',
    role: user?.role ?? '',
    branchId: user?.branchId ?? null,
    recordBranchId: branchOf(entry),
    ip: actor.ip,
    device: actor.device,
    requestId: actor.requestId,
    clientKey: actor.clientKey,
    reason: entry.reason ?? textIn(changed.after, reasonFields) ?? '',
    action: entry.action,
    entity: entry.entity,
    entityId: entry.entityId,
    ...changed,
  };
}

/** Adds a row to the audit log for each changed record; `tx` is the transaction of that change. */
export async function recordAudit(
  tx: Tx,
  actor: Actor,
  audit: AuditEntry | readonly AuditEntry[],
): Promise<void> {
  await recordAudits(tx, actor, [audit].flat());
}

/** Adds many entries, a few hundred at a time, because the statement would get too long. */
export async function recordAudits(
  tx: Tx,
  actor: Actor,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length > 0)
    await tx.insert(auditTable).values(entries.map((entry) => rowOf(actor, entry)));
}
