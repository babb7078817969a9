import type { FastifyRequest } from 'fastify';
import type { SecondFactorProof } from '#contract/centre/second-factor.ts';
import type { Tx } from '#server/db/client.ts';
import type { Services } from '#server/lib/api.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { actorOf } from '#server/lib/audit.ts';
import { currentSession, holdSession } from '#server/lib/current-user.ts';
import { countFactorTry, forgiveFactorTry } from './code-limits.ts';
import { recordFailure } from './failed-sign-in.ts';
import { requireOwnPassword } from './own-password.ts';
import { takePasskey, useChallenge } from './passkey-ceremonies.ts';
import { requirePasskeySite } from './passkey-site.ts';
import { takeFactorCode } from './second-factor.service.ts';

/** Takes a code or a passkey in the transaction of an act; false for a wrong one. */
type TakeFactor = (tx: Tx) => Promise<boolean>;

type Factor = { takeFactor: TakeFactor; refusal: ApiError };

/** A code of the app on a day on which too many were wrong. */
const closed = (): Factor => ({
  takeFactor: async () => false,
  refusal: fieldsInvalid({ code: 'codesClosed' }),
});

/** What takes the factor of a proof, and the refusal of a wrong one. */
async function factorOf(
  { db, config, secrets }: Services,
  request: FastifyRequest,
  { code, passkey }: SecondFactorProof,
): Promise<Factor> {
  const { user, tokenHash } = currentSession(request);
  if (passkey === undefined)
    return {
      takeFactor: (tx) => takeFactorCode(tx, secrets, user._id, code ?? ''),
      refusal: fieldsInvalid({ code: 'codeWrong' }),
    };
  const site = requirePasskeySite(config, request);
  const challenge = await useChallenge(db, { purpose: 'prove', tokenHash }, passkey);
  return {
    takeFactor: (tx) => takePasskey(tx, site, challenge, passkey, user._id),
    refusal: new ApiError('passkeyRefused'),
  };
}

/**
 * Checks the person's own password, counts a try at the code or the passkey, and does the act. The
 * act calls `take` in its transaction, which throws for a wrong one and where the session has ended
 * meanwhile. A wrong one is recorded.
 */
export async function actWithProof<Answer>(
  services: Services,
  request: FastifyRequest,
  proof: SecondFactorProof,
  act: (take: (tx: Tx) => Promise<void>) => Promise<Answer>,
): Promise<Answer> {
  const { db } = services;
  const session = currentSession(request);
  const { user } = session;
  const actor = actorOf(request);
  await requireOwnPassword(db, actor, session, proof.password);
  const code = proof.passkey === undefined ? proof.code : undefined;
  const isOpen = await countFactorTry(db, user, code);
  const { takeFactor, refusal } = isOpen ? await factorOf(services, request, proof) : closed();
  try {
    return await act(async (tx) => {
      if (!(await takeFactor(tx))) throw refusal;
      await forgiveFactorTry(tx, user, code);
      await holdSession(tx, session);
    });
  } catch (error) {
    if (error === refusal) await recordFailure(db, actor, user, false, 'second-factor-failed');
    throw error;
  }
}
