import type { FastifyRequest } from 'fastify';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { SecondFactorProof } from '#contract/centre/second-factor.ts';
import type { Tx } from '#server/db/client.ts';
import type { Services } from '#server/lib/api.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { currentSession, holdSession } from '#server/lib/current-user.ts';
import { countTries, forgiveTry, type Bucket } from '#server/lib/try-limit.ts';
import { requireOwnPassword } from './auth.service.ts';
import { takePasskey, useChallenge } from './passkey-ceremonies.ts';
import { requirePasskeySite } from './passkey-site.ts';
import { takeFactorCode } from './second-factor.service.ts';

const FREE_CODES = 10;
/**
 * Counts the wrong codes of an account over all its sessions, because a person who knows the
 * password may begin as many as they like.
 */
export const codeBuckets = ({ _id }: SignedInUser): Bucket[] => [
  { key: `code:${_id}`, freeFailures: FREE_CODES },
];

/**
 * Checks the person's own password, and counts a try at the code or the passkey. Returns what takes
 * that one in the transaction of the act; it throws for a wrong one, and where the session has
 * ended meanwhile.
 */
export async function beginProof(
  { db, config, secrets }: Services,
  request: FastifyRequest,
  { password, code, passkey }: SecondFactorProof,
): Promise<(tx: Tx) => Promise<void>> {
  const session = currentSession(request);
  const { user, tokenHash } = session;
  await requireOwnPassword(db, user, password);
  await countTries(db, codeBuckets(user));
  if (passkey === undefined)
    return async (tx) => {
      if (!(await takeFactorCode(tx, secrets, user._id, code ?? '')))
        throw fieldsInvalid({ code: 'codeWrong' });
      await forgiveTry(tx, codeBuckets(user));
      await holdSession(tx, session);
    };
  const site = requirePasskeySite(config, request);
  const challenge = await useChallenge(db, { purpose: 'prove', tokenHash }, passkey);
  return async (tx) => {
    if (!(await takePasskey(tx, site, challenge, passkey, user._id)))
      throw new ApiError('passkeyRefused');
    await forgiveTry(tx, codeBuckets(user));
    await holdSession(tx, session);
  };
}
