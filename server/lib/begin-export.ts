import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from './api-error.ts';
import { actorOf, recordAudit } from './audit.ts';
import { currentSession } from './current-user.ts';
import { requireExportsLeft } from './quota.ts';

const AT_ONCE = 2;
/** An export takes seconds; nobody knows how many. */
const RETRY_AFTER_S = 5;

/** Exports that are being sent by this process, by session. */
const running = new Map<string, number>();

/** Counts the export until its answer has been sent or its person has left. */
function takePlace(session: string, reply: FastifyReply): void {
  const others = running.get(session) ?? 0;
  if (others >= AT_ONCE)
    throw new ApiError('exportsRunning', { headers: { 'retry-after': String(RETRY_AFTER_S) } });
  running.set(session, others + 1);
  reply.raw.once('close', () => {
    const left = (running.get(session) ?? 1) - 1;
    if (left === 0) running.delete(session);
    else running.set(session, left);
  });
}

/**
 * Writes an export into the log before it is sent. Throws if two others of the session are being
 * sent, or the account has exported too many lists in this hour.
 */
export async function beginExport(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  {
    entity,
    entityId = '',
    after,
    inSameWrite,
  }: {
    entity: string;
    /** The person, if the export is about one alone. */
    entityId?: string;
    after: Record<string, unknown>;
    /** Further work of the same transaction, after the row of the log. */
    inSameWrite?: (tx: Tx, user: SignedInUser) => Promise<void>;
  },
): Promise<void> {
  const { tokenHash, user } = currentSession(request);
  takePlace(tokenHash, reply);
  await db.transaction(async (tx) => {
    await requireExportsLeft(tx, user._id);
    await recordAudit(tx, actorOf(request), { action: 'export', entity, entityId, after });
    await inSameWrite?.(tx, user);
  });
}
