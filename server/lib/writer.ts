import type { FastifyRequest } from 'fastify';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { Tx } from '#server/db/client.ts';
import { currentUser } from './current-user.ts';
import { actorOf, type Actor } from './audit.ts';

/** The author of a write, and its transaction. */
export type Writer = { tx: Tx; user: SignedInUser; actor: Actor };

/** The person behind a request as the writer in `tx`. */
export function writerOf(request: FastifyRequest, tx: Tx): Writer {
  return { tx, user: currentUser(request), actor: actorOf(request) };
}
