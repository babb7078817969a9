import { and, eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { BACKGROUND_HEADER } from '#contract/centre/lock.ts';
import { RIGHT_HEADER } from '#contract/rights/right-header.ts';
import { can } from '#contract/roles.ts';
import type { Db } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { clearBrowserCache } from '#server/lib/clear-browser-cache.ts';
import { isReadOnly } from '#server/lib/database-error.ts';
import { sha256 } from '#server/lib/tokens.ts';
import { sessionTable } from '#server/db/tables/centre/sessions.table.ts';
import { actingUser, grantOfSession, hasRight } from '#server/centre/users/account-grants.ts';
import { accountGrantTable } from '#server/db/tables/centre/account-grants.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { type Session, idleLimit, isLockedSession } from '#server/lib/current-user.ts';
import { deviceIdOf } from '#server/centre/auth/devices.ts';
import type { FloodGuard } from './floods.ts';
import { endSessionsOf, extendSession, lastMoment, noteUse } from '#server/centre/auth/sessions.ts';

/** Extending a session is a write, so it happens only once in this time. */
const extendEvery = sql`interval '5 minutes'`;

/** A read goes on while the database takes no changes. The next use of the session writes again. */
async function ifWritable(write: PromiseLike<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isReadOnly(error)) throw error;
  }
}

/** The last use of a session and of its device is written only once in this time. */
const noteEvery = sql`interval '1 minute'`;

/** Says nothing but whether the right is still the same. */
const markOfRight = ({ role, branchId, permissionSet }: Session['user']) =>
  sha256(JSON.stringify([role, branchId, permissionSet ?? null])).slice(0, 16);

type Asked = {
  token: string;
  /** False for a request that the page makes on its own. */
  isUse: boolean;
  /** True for an act of the person, which keeps the screen unlocked. */
  isAct: boolean;
  namedDevice: string | null;
};

async function findSession(
  db: Db,
  { token, isUse, isAct, namedDevice }: Asked,
): Promise<Session | undefined> {
  const tokenHash = sha256(token);
  const [found] = await db
    .select({
      user: actingUser,
      hasRight,
      active: userTable.active,
      mustChangePassword: userTable.mustChangePassword,
      missingHalf: sessionTable.missingHalf,
      knownDevice: sessionTable.deviceId,
      isLocked: isLockedSession,
      toBeNoted: sql<boolean>`${isAct ? sessionTable.lastActAt : sessionTable.lastUsedAt}
        < clock_timestamp() - ${noteEvery}`,
      due: sql<boolean>`${sessionTable.expiresAt} < least(now() + ${idleLimit} - ${extendEvery},
        ${lastMoment})`,
    })
    .from(sessionTable)
    .innerJoin(userTable, eq(userTable._id, sessionTable.userId))
    .leftJoin(accountGrantTable, grantOfSession)
    .where(and(eq(sessionTable.tokenHash, tokenHash), sql`${sessionTable.expiresAt} > now()`));
  if (!found) return undefined;
  if (!found.active) {
    // Enabling the account again must not bring its old sessions back.
    await ifWritable(endSessionsOf(db, found.user._id));
    return undefined;
  }
  const isOpen = found.hasRight && !found.isLocked && found.missingHalf === null;
  if (found.due && isUse && isAct && isOpen) await ifWritable(extendSession(db, tokenHash));
  const deviceId = found.knownDevice ?? namedDevice;
  if (found.toBeNoted || deviceId !== found.knownDevice)
    await ifWritable(noteUse(db, tokenHash, { deviceId, isAct: isAct && !found.isLocked }));
  const { user, mustChangePassword, missingHalf, isLocked } = found;
  const state = { mustChangePassword, missingHalf, isLocked, hasRight: found.hasRight };
  return { user, tokenHash, ...state, deviceId };
}

/**
 * Finds the person by the bearer token, and refuses requests that the route's rule does not allow
 * them. Counts each request by its session, or by its address when it has none.
 */
export function addSessionGuard(app: FastifyInstance, db: Db, floods: FloodGuard): void {
  app.decorateRequest('session', undefined);
  app.addHook('onRequest', async (request, reply) => {
    const {
      action,
      beforePasswordChange,
      beforeSecondFactor = [],
      keepsSession = true,
      whileLocked = false,
      withoutRight = false,
    } = request.routeOptions.config;
    if (!action) return;
    const [, token] = /^Bearer ([\w-]{43})$/.exec(request.headers.authorization ?? '') ?? [];
    const session =
      token === undefined
        ? undefined
        : await findSession(db, {
            token,
            isUse: keepsSession,
            isAct: keepsSession && request.headers[BACKGROUND_HEADER] === undefined,
            namedDevice: deviceIdOf(request),
          });
    // The client ends its session on either answer. Other sites cannot send a token, so they cannot
    // make anybody's browser forget its copies.
    const isOver = token !== undefined && !session;
    const half = session?.missingHalf ?? null;
    const isHalf = half !== null && !beforeSecondFactor.includes(half);
    const isHeld = session?.mustChangePassword && !beforePasswordChange;
    const isEnded = session?.hasRight === false && !withoutRight;
    if (isOver || isHalf || isHeld || isEnded) clearBrowserCache(reply);
    if (!session) {
      await floods.ofAddress(request);
      throw new ApiError('unauthenticated');
    }
    request.session = session;
    reply.header(RIGHT_HEADER, markOfRight(session.user));
    await floods.ofSession(request);
    const { _id: userId, branchId } = session.user;
    request.log = request.log.child({ userId, branchId });
    if (isEnded) throw new ApiError('branchRightEnded');
    if (isHalf) throw new ApiError('secondFactorNeeded');
    if (isHeld) throw new ApiError('passwordChangeNeeded');
    if (session.isLocked && !isHalf && !session.mustChangePassword && !whileLocked)
      throw new ApiError('locked');
    if (!can(session.user, action)) throw new ApiError('forbidden');
  });
}
