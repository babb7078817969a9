import { and, eq } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SettledWrite } from '#contract/settled-writes.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { currentUser } from '#server/plugins/session.ts';
import { ApiError } from './api-error.ts';
import { actorOf, recordAudit, type Actor, type AuditEntry } from './audit.ts';
import { idempotencyTable } from './idempotency.table.ts';
import { sha256 } from './tokens.ts';

/** What the work of a write gives back; without its audit entry, or one for each record it changed, it does not compile. */
export type Written<Answer> = { answer: Answer; audit: AuditEntry | readonly AuditEntry[] };

/** A write without an idempotency key (sign-in, set-up, start): work and audit row in one transaction. */
export function writeAudited<Answer>(
  db: Db,
  actor: Actor,
  work: (tx: Tx) => Promise<Written<Answer>>,
): Promise<Answer> {
  return db.transaction(async (tx) => {
    const { answer, audit } = await work(tx);
    await recordAudit(tx, actor, audit);
    return answer;
  });
}

/** The part of a request that must be the same for a repeated key. A password is not even kept as a hash. */
function requestHash(request: FastifyRequest): string {
  const [path] = request.url.split('?');
  const { body } = request;
  const content = Buffer.isBuffer(body) ? sha256(body) : JSON.stringify(body ?? null);
  return sha256([request.method, path, request.routeOptions.config.secretBody ? '' : content].join('\n'));
}

/** The status of a key whose sender was told that its write never arrived. */
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

type Write<Answer, Prepared> = {
  status: number;
  /** Slow work that must not hold a transaction open; not done for a repeated key. */
  prepare?: () => Promise<Prepared>;
  work: (tx: Tx, prepared: Prepared) => Promise<Written<Answer>>;
  /** What a repeated key is answered, where the answer holds a secret that must not be kept. */
  stored?: (answer: Answer) => Answer;
};

/**
 * The one way a signed-in person changes anything: in a single transaction the key is claimed, the work done, the audit
 * row added and the answer stored. A repeated key gets the stored answer; one that arrives meanwhile waits for it.
 */
export async function writeOnce<Answer, Prepared = undefined>(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, prepare, work, stored: keep = (answer) => answer }: Write<Answer, Prepared>,
): Promise<Answer> {
  const userId = currentUser(request)._id;
  const key = String(request.headers['idempotency-key']);
  const hash = requestHash(request);
  const isRepeated = prepare !== undefined && (await db.$count(idempotencyTable, ofKey(userId, key))) > 0;
  const prepared = (isRepeated ? undefined : await prepare?.()) as Prepared;
  const outcome = await db.transaction(async (tx) => {
    // The insert waits for an uncommitted one of the same key: then its answer is there, or it failed and this may go on.
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
    await recordAudit(tx, actorOf(request), audit);
    await tx.update(idempotencyTable).set({ status, answer: keep(answer) }).where(ofKey(userId, key));
    return { status, answer, replayed: false };
  });
  if (outcome.replayed) reply.header('idempotent-replay', 'true');
  reply.code(outcome.status);
  return outcome.answer;
}

/**
 * Says for ever what became of the write with this key of this person. The insert waits for an uncommitted one of the
 * same key; where there is none, the key is void from now on and a write that arrives late changes nothing.
 */
export function settleWrite(db: Db, userId: string, key: string): Promise<SettledWrite> {
  return db.transaction(async (tx) => {
    await tx.insert(idempotencyTable).values({ userId, key, requestHash: '', status: VOID }).onConflictDoNothing();
    const [stored] = await tx.select().from(idempotencyTable).where(ofKey(userId, key));
    return stored && stored.status !== VOID ? { outcome: 'saved', answer: stored.answer } : { outcome: 'notSent' };
  });
}
