import { setTimeout as wait } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Action } from '#contract/roles.ts';
import type { SettledWrite } from '#contract/centre/settled-writes.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { currentSession, currentUser, holdSession } from './current-user.ts';
import type { Api } from './api.ts';
import { ApiError } from './api-error.ts';
import { actorOf, recordAudit, type Actor, type AuditEntry } from './audit.ts';
import { isRetryable } from './database-error.ts';
import { idempotencyTable } from '#server/db/tables/log/idempotency.table.ts';
import { slowFingerprint } from './password.ts';
import { responses } from './response-schemas.ts';
import { sha256 } from './tokens.ts';
import { writerOf, type Writer } from './writer.ts';

/**
 * The result of a write. It does not compile without its audit entry, or one for each changed
 * record.
 */
export type WriteResult<Answer> = { answer: Answer; audit: AuditEntry | readonly AuditEntry[] };

/**
 * A write without an idempotency key (sign-in, set-up, start): work and audit row in one
 * transaction.
 */
export function writeAudited<Answer>(
  db: Db,
  actor: Actor,
  work: (tx: Tx) => Promise<WriteResult<Answer>>,
): Promise<Answer> {
  return db.transaction(async (tx) => {
    const { answer, audit } = await work(tx);
    await recordAudit(tx, actor, audit);
    return answer;
  });
}

/**
 * The part of a request that must be the same for a repeated key. Of a body with a password only a
 * slow fingerprint is kept, salted with the key, because from a quick one it could be guessed.
 */
async function requestHash(request: FastifyRequest, salt: string): Promise<string> {
  const [path] = request.url.split('?');
  // A route that asks for no body reads nothing of one.
  const isTaken = Buffer.isBuffer(request.body) || request.routeOptions.schema?.body !== undefined;
  const body = isTaken ? request.body : undefined;
  const text = Buffer.isBuffer(body) ? sha256(body) : JSON.stringify(body ?? null);
  const content = request.routeOptions.config.secretBody ? await slowFingerprint(text, salt) : text;
  return sha256([request.method, path, content].join('\n'));
}

/** The status of a key whose sender was told that the write never arrived. */
const VOID = 410;

type Stored = typeof idempotencyTable.$inferSelect;

function ofKey(userId: string, key: string) {
  return and(eq(idempotencyTable.userId, userId), eq(idempotencyTable.key, key));
}

function replay<Answer>(stored: Stored | undefined, hash: string) {
  if (stored?.status === VOID) throw new ApiError('writeVoided');
  if (!stored || stored.requestHash !== hash) throw new ApiError('idempotencyKeyReused');
  return { status: stored.status ?? 200, answer: stored.answer as Answer, replayed: true };
}

const TRIES_AGAIN = 3;
const PAUSE_MS = 50;

/**
 * Thrown by a write that found other rows after locking than it had locked. The transaction is then
 * tried again.
 */
export class RetryTransaction extends ApiError {
  constructor() {
    super('tryAgain');
  }
}

/**
 * Thrown by a write that meets orders whose hold has ended and is not written yet: `writeOnce`
 * lapses them and tries once more.
 */
export class HoldEnded extends ApiError {
  readonly orderIds: readonly string[];

  constructor(orderIds: readonly string[]) {
    super('holdEnded');
    this.orderIds = orderIds;
  }
}

/**
 * Repeats a transaction that was aborted by a deadlock, or that threw `RetryTransaction`. The
 * pauses grow and are random, so that two transactions do not collide again.
 */
export async function retryOnConflict<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let tried = 1; tried <= TRIES_AGAIN; tried += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!(error instanceof RetryTransaction) && !isRetryable(error)) throw error;
      await wait(PAUSE_MS * tried * (0.5 + Math.random()));
    }
  }
  return transaction();
}

type Write<Answer, Prepared> = {
  status: number;
  /** Slow work that must not hold a transaction open; skipped for a repeated key. */
  prepare?: () => Promise<Prepared>;
  /** May run more than once, so it changes only what `tx` can roll back. */
  work: (tx: Tx, prepared: Prepared) => Promise<WriteResult<Answer>>;
  /** The stored answer for a repeated key, for answers with a secret that must not be kept. */
  stored?: (answer: Answer) => Answer;
};

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Writes the end of a hold that a write has found. The app sets it, because only orders know
     * what a hold keeps.
     */
    lapseOrder: (orderId: string) => Promise<void>;
  }
}

/** One try of `writeOnce`; throws `HoldEnded` for orders that must be lapsed first. */
async function tryToWrite<Answer, Prepared = undefined>(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, prepare, work, stored: keep = (answer) => answer }: Write<Answer, Prepared>,
): Promise<Answer> {
  const userId = currentUser(request)._id;
  const key = String(request.headers['idempotency-key']);
  const hash = await requestHash(request, `${userId} ${key}`);
  const isAnswered = async () => (await db.$count(idempotencyTable, ofKey(userId, key))) > 0;
  const prepareOnce = async () => {
    if (!prepare || (await isAnswered())) return undefined;
    return await prepare().catch(async (error: unknown) => {
      // The first request with this key may have been saved meanwhile; then this one would be
      // refused because of its own result.
      if (await isAnswered()) return undefined;
      throw error;
    });
  };
  const prepared = (await prepareOnce()) as Prepared;
  const isSlow = prepare !== undefined || request.routeOptions.config.secretBody === true;
  const outcome = await retryOnConflict(() =>
    db.transaction(async (tx) => {
      // The insert waits for an uncommitted one of the same key. Afterwards either its answer
      // exists, or it failed and this one continues.
      const claimed = await tx
        .insert(idempotencyTable)
        .values({ userId, key, requestHash: hash })
        .onConflictDoNothing()
        .returning();
      if (claimed.length === 0) {
        const [stored] = await tx.select().from(idempotencyTable).where(ofKey(userId, key));
        return replay<Answer>(stored, hash);
      }
      const { answer, audit } = await work(tx, prepared);
      // After the work, because others lock accounts before their sessions, too.
      if (isSlow) await holdSession(tx, currentSession(request));
      await recordAudit(tx, actorOf(request), audit);
      await tx
        .update(idempotencyTable)
        .set({ status, answer: keep(answer) })
        .where(ofKey(userId, key));
      return { status, answer, replayed: false };
    }),
  );
  if (outcome.replayed) reply.header('idempotent-replay', 'true');
  reply.code(outcome.status);
  return outcome.answer;
}

/**
 * The one way a signed-in person changes anything: one transaction claims the key, does the work,
 * adds the audit row and stores the answer. A repeated key gets the stored answer; one that arrives
 * meanwhile waits for it. If the work finds orders whose hold has ended, they are lapsed and it is
 * tried once more.
 */
export async function writeOnce<Answer, Prepared = undefined>(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  write: Write<Answer, Prepared>,
): Promise<Answer> {
  try {
    return await tryToWrite(db, request, reply, write);
  } catch (error) {
    if (!(error instanceof HoldEnded)) throw error;
    for (const orderId of error.orderIds) await request.server.lapseOrder(orderId);
    return tryToWrite(db, request, reply, write);
  }
}

/** A request whose path and body the schemas of its route have read. */
type Sent<Params extends z.ZodMiniType, Body extends z.ZodMiniType> = FastifyRequest<{
  Params: z.output<Params>;
  Body: z.output<Body>;
}>;

type WriteRoute<
  Answer extends z.ZodMiniType,
  Params extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Prepared,
> = {
  method: 'POST' | 'PUT';
  path: string;
  /** The rule of `contract/roles.ts` that the writer must satisfy. */
  action: Action;
  /** Other facts of the route, see `server/http/access.ts`. */
  config?: Omit<FastifyContextConfig, 'action'>;
  params?: Params;
  body?: Body;
  /** The status of a write that is saved, and the schema of its answer. */
  status: number;
  answer: Answer;
  /** Slow work before the transaction; skipped for a repeated key. */
  prepare?: (request: Sent<Params, Body>) => Promise<Prepared>;
  /** May run more than once, so it changes only what the writer's transaction can roll back. */
  work: (
    writer: Writer,
    request: Sent<Params, Body>,
    prepared: Prepared,
  ) => Promise<WriteResult<z.input<Answer>>>;
  /** The stored answer for a repeated key, for answers with a secret that must not be kept. */
  stored?: (answer: z.input<Answer>) => z.input<Answer>;
};

/** A route that writes: its rule, its schemas, and the work that `writeOnce` does for it. */
export function writeRoute<
  Answer extends z.ZodMiniType,
  Params extends z.ZodMiniType = z.ZodMiniUnknown,
  Body extends z.ZodMiniType = z.ZodMiniUnknown,
  Prepared = undefined,
>(api: Api, db: Db, route: WriteRoute<Answer, Params, Body, Prepared>): void {
  const { method, path, action, config, params, body, status, answer } = route;
  const { prepare, work, stored } = route;
  // Without the types that Fastify infers from schemas, because here the schemas are type
  // parameters, from which it infers nothing.
  const untyped = api as unknown as FastifyInstance;
  untyped.route<{ Params: z.output<Params>; Body: z.output<Body> }>({
    method,
    url: path,
    config: { ...config, action },
    schema: {
      ...(params && { params }),
      ...(body && { body }),
      response: responses(status, answer),
    },
    handler: (request, reply) =>
      writeOnce<z.input<Answer>, Prepared>(db, request, reply, {
        status,
        ...(prepare && { prepare: () => prepare(request) }),
        work: (tx, prepared) => work(writerOf(request, tx), request, prepared),
        ...(stored && { stored }),
      }),
  });
}

/** The answer of a user's earlier write, by its key; undefined if there is none. */
export async function storedAnswer(tx: Tx, userId: string, key: string): Promise<unknown> {
  const [stored] = await tx.select().from(idempotencyTable).where(ofKey(userId, key));
  return stored?.answer ?? undefined;
}

/**
 * Settles for good whether the write with this key was saved. The insert waits for an uncommitted
 * one of the same key; if there is none, the key is void from now on and a late write changes
 * nothing.
 */
export function settleWrite(db: Db, userId: string, key: string): Promise<SettledWrite> {
  return db.transaction(async (tx) => {
    await tx
      .insert(idempotencyTable)
      .values({ userId, key, requestHash: '', status: VOID })
      .onConflictDoNothing();
    const [stored] = await tx.select().from(idempotencyTable).where(ofKey(userId, key));
    return stored && stored.status !== VOID
      ? { outcome: 'saved', answer: stored.answer }
      : { outcome: 'notSent' };
  });
}
