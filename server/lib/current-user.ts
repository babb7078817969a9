import { and, eq, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { LOCK_MINUTES } from '#contract/centre/lock.ts';
import type { MissingHalf } from '#contract/centre/second-factor.ts';
import type { Tx } from '#server/db/client.ts';
import { sessionTable } from '#server/db/tables/centre/sessions.table.ts';
import { ApiError } from './api-error.ts';

export type Session = {
  /** The person, with the role and the branch that the session works in. */
  user: SignedInUser;
  tokenHash: string;
  mustChangePassword: boolean;
  /** The half that it still lacks; it opens nothing else until then. */
  missingHalf: MissingHalf | null;
  /** Its screen is locked; it opens only the ways out of the lock. */
  isLocked: boolean;
  /** False if the right in its branch was taken away or has ended; it opens nothing any more. */
  hasRight: boolean;
  /** The device that the session runs on; null if the client has not named it. */
  deviceId: string | null;
};

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | undefined;
  }
}

/** A session ends this long after its last use, or earlier by the limit in `session.ts`. */
export const idleLimit = sql`interval '12 hours'`;

/**
 * A session is locked by its person, or because nobody was at work for so long
 * (docs/security.md, "The lock").
 */
export const isLockedSession = sql<boolean>`(${sessionTable.lockedAt} is not null
  or ${sessionTable.lastActAt} < clock_timestamp() - make_interval(mins => ${LOCK_MINUTES}::int))`;

/** A session without its second half ends after this long. */
export const halfLimit = sql`interval '5 minutes'`;

/** The signed-in person; every route that is not public has one. */
export function currentUser(request: FastifyRequest): SignedInUser {
  return currentSession(request).user;
}

export function currentSession(request: FastifyRequest): Session {
  if (!request.session) throw new ApiError('unauthenticated');
  return request.session;
}

/**
 * Throws `unauthenticated` if the session ended while slow work went before its write, such as the
 * check of a password. From here on it cannot end before the write does.
 */
export async function holdSession(tx: Tx, { tokenHash }: Session): Promise<void> {
  const isLiving = and(
    eq(sessionTable.tokenHash, tokenHash),
    sql`${sessionTable.expiresAt} > now()`,
  );
  // This lock keeps the row from being deleted, and lets its use be noted.
  const living = await tx
    .select({ _id: sessionTable._id })
    .from(sessionTable)
    .where(isLiving)
    .for('key share');
  if (living.length === 0) throw new ApiError('unauthenticated');
}
