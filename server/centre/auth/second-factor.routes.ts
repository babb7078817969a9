import { eq, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  missingHalves,
  recoveryCodes,
  secondFactorBegin,
  secondFactorInput,
  secondFactorPass,
  secondFactorPasskey,
  secondFactorPassed,
  secondFactorProof,
  secondFactorSecret,
  secondFactorState,
  type SecondFactorPassed,
} from '#contract/centre/second-factor.ts';
import { done } from '#contract/centre/auth.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { sessionTable } from '#server/db/tables/centre/sessions.table.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { actorOf, type Actor } from '#server/lib/audit.ts';
import {
  currentSession,
  currentUser,
  holdSession,
  type Session,
} from '#server/lib/current-user.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { SecretBox } from '#server/lib/secret-box.ts';
import { countTries, forgiveTry } from '#server/lib/try-limit.ts';
import { writeAudited } from '#server/lib/write.ts';
import { lockActiveUser } from '#server/centre/users/change-user.ts';
import { countFactorTry, forgiveFactorTry, setUpBuckets } from './code-limits.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  halfAfterCode,
  recoveryCodesLeft,
  removeSecondFactor,
  renewRecoveryCodes,
  requireNotAsked,
  secondFactorStateOf,
  takeFactorCode,
} from './second-factor.service.ts';
import { noteProof, provingDeviceOf, type ProvingDevice } from './devices.ts';
import { failureEntry, recordFailure } from './failed-sign-in.ts';
import { requireOwnPassword } from './own-password.ts';
import { takePasskey, useChallenge } from './passkey-ceremonies.ts';
import { requirePasskeySite } from './passkey-site.ts';
import { rememberDevice } from './remembered-devices.ts';
import { actWithProof } from './second-factor-proof.ts';
import { completeSession, endOtherSessions, lockHalf } from './sessions.ts';
import { takeLimitMark } from './sign-in-limits.ts';

/** A sign-in ends after so many wrong codes; then the password is asked again. */
const MOST_WRONG_CODES = 5;

/** Counts a wrong code, and ends the half session after the last one. */
async function countWrongCode(db: Db, actor: Actor, { user, tokenHash }: Session): Promise<void> {
  await writeAudited(db, actor, async (tx) => {
    const [counted] = await tx
      .update(sessionTable)
      .set({ wrongCodes: sql`${sessionTable.wrongCodes} + 1` })
      .where(eq(sessionTable.tokenHash, tokenHash))
      .returning({ wrongCodes: sessionTable.wrongCodes });
    if ((counted?.wrongCodes ?? MOST_WRONG_CODES) >= MOST_WRONG_CODES)
      await tx.delete(sessionTable).where(eq(sessionTable.tokenHash, tokenHash));
    const audit = await failureEntry(tx, actor, user, 'second-factor-failed');
    return { answer: undefined, audit };
  });
}

type Passing = {
  actor: Actor;
  session: Session;
  device: ProvingDevice;
  remember: boolean;
  /** What was typed; a passkey has none. */
  code?: string;
  /** Takes the code or the passkey; false for a wrong one. */
  take: (tx: Tx) => Promise<boolean>;
  /** What a wrong one is answered with. */
  refusal: () => ApiError;
};

/** The second half of a sign-in. */
async function passSecondFactor(
  db: Db,
  box: SecretBox | undefined,
  { actor, session, device, remember, code, take, refusal }: Passing,
): Promise<SecondFactorPassed> {
  const { user, tokenHash, missingHalf } = session;
  if (missingHalf !== 'code') throw new ApiError('stepNotAllowed');
  const isOpen = await countFactorTry(db, user, code);
  const passed = await writeAudited(db, actor, async (tx) => {
    // The account first, as everywhere; sent several times at once, only the first code is taken.
    if (!(await lockActiveUser(tx, user._id))) throw new ApiError('unauthenticated');
    if (!(await lockHalf(tx, tokenHash))) throw new ApiError('stepNotAllowed');
    if (!isOpen || !(await take(tx))) return { answer: undefined, audit: [] };
    await forgiveFactorTry(tx, user, code);
    const next = await halfAfterCode(tx, box, user._id);
    await completeSession(tx, tokenHash, next);
    if (next === null) await noteProof(tx, user._id, device, true);
    const isKept = remember && next === null;
    const deviceKey = isKept ? await rememberDevice(tx, user, device) : null;
    const about = { entity: 'users', entityId: user._id };
    return {
      answer: {
        recoveryLeft: await recoveryCodesLeft(tx, user._id),
        missingHalf: next,
        wasLimited: await takeLimitMark(tx, user.email),
        deviceKey,
      },
      audit: [
        { action: 'second-factor', ...about },
        ...(deviceKey === null ? [] : [{ action: 'remember-device', ...about }]),
      ],
    };
  });
  if (passed) return passed;
  await countWrongCode(db, actor, session);
  throw isOpen ? refusal() : fieldsInvalid({ code: 'codesClosed' });
}

const path = '/auth/second-factor';
const write = {
  action: 'own-account:write',
  secretBody: true,
  idempotencyKey: false,
} as const;

/** The second factor of one's own account: docs/security.md, "Second factor". */
export function secondFactorRoutes(api: Api, services: Services): void {
  signInRoutes(api, services);
  setUpRoutes(api, services);
  proofRoutes(api, services);
}

function signInRoutes(api: Api, { db, config, secrets }: Services): void {
  const state = { response: responses(200, secondFactorState) };
  api.get(path, { config: { action: 'own-account:read' }, schema: state }, (request) =>
    secondFactorStateOf(db, currentUser(request)),
  );

  const ofHalf = {
    ...write,
    beforePasswordChange: true,
    beforeSecondFactor: missingHalves,
  } as const;
  const passing = (request: FastifyRequest, reply: FastifyReply) => {
    const session = currentSession(request);
    const device = { ...provingDeviceOf(request, reply), deviceId: session.deviceId };
    return { actor: actorOf(request), session, device };
  };
  const code = { body: secondFactorPass, response: responses(200, secondFactorPassed) };
  api.post(path, { config: ofHalf, schema: code }, (request, reply) =>
    passSecondFactor(db, secrets, {
      ...passing(request, reply),
      remember: request.body.remember,
      code: request.body.code,
      take: (tx) => takeFactorCode(tx, secrets, currentUser(request)._id, request.body.code),
      refusal: () => fieldsInvalid({ code: 'codeWrong' }),
    }),
  );

  const passkey = { body: secondFactorPasskey, response: responses(200, secondFactorPassed) };
  api.post(`${path}/passkey`, { config: ofHalf, schema: passkey }, async (request, reply) => {
    const { passkey: used, remember } = request.body;
    const site = requirePasskeySite(config, request);
    const { user, tokenHash } = currentSession(request);
    const challenge = await useChallenge(db, { purpose: 'prove', tokenHash }, used);
    return passSecondFactor(db, secrets, {
      ...passing(request, reply),
      remember,
      take: (tx) => takePasskey(tx, site, challenge, used, user._id),
      refusal: () => new ApiError('passkeyRefused'),
    });
  });
}

function setUpRoutes(api: Api, { db, secrets }: Services): void {
  api.post(
    `${path}/begin`,
    {
      config: { ...write, beforeSecondFactor: ['setUp'] },
      schema: { body: secondFactorBegin, response: responses(200, secondFactorSecret) },
    },
    async (request) => {
      const session = currentSession(request);
      await requireOwnPassword(db, actorOf(request), session, request.body.password);
      return db.transaction(async (tx) => {
        const begun = await beginSecondFactor(tx, secrets, session.user);
        await holdSession(tx, session);
        return begun;
      });
    },
  );

  api.post(
    `${path}/confirm`,
    {
      config: { ...write, beforeSecondFactor: ['setUp'] },
      schema: { body: secondFactorInput, response: responses(200, recoveryCodes) },
    },
    async (request, reply) => {
      const { user, tokenHash, deviceId } = currentSession(request);
      const device = { ...provingDeviceOf(request, reply), deviceId };
      const actor = actorOf(request);
      await countTries(db, setUpBuckets(user));
      const confirmed = writeAudited(db, actor, async (tx) => {
        // A sign-in that goes on without the factor is ended below.
        if (!(await lockActiveUser(tx, user._id))) throw new ApiError('unauthenticated');
        await holdSession(tx, currentSession(request));
        const result = await confirmSecondFactor(tx, secrets, user, request.body.code);
        await forgiveTry(tx, setUpBuckets(user));
        await endOtherSessions(tx, user._id, tokenHash);
        await completeSession(tx, tokenHash);
        await noteProof(tx, user._id, device, true);
        return result;
      });
      return confirmed.catch(async (error: unknown) => {
        if (error instanceof ApiError && error.code === 'fieldsInvalid')
          await recordFailure(db, actor, user, false, 'second-factor-failed');
        throw error;
      });
    },
  );
}

/** Routes that ask for the password, and for a code or a passkey. */
function proofRoutes(api: Api, services: Services): void {
  const { db } = services;
  const body = secondFactorProof;
  api.post(
    `${path}/recovery-codes`,
    { config: write, schema: { body, response: responses(200, recoveryCodes) } },
    (request) =>
      actWithProof(services, request, request.body, (take) =>
        writeAudited(db, actorOf(request), async (tx) => {
          await take(tx);
          return renewRecoveryCodes(tx, currentUser(request));
        }),
      ),
  );

  api.post(
    `${path}/remove`,
    { config: write, schema: { body, response: responses(200, done) } },
    (request) => {
      const user = currentUser(request);
      return actWithProof(services, request, request.body, (take) =>
        writeAudited(db, actorOf(request), async (tx) => {
          await requireNotAsked(tx, user);
          await take(tx);
          await removeSecondFactor(tx, user._id);
          return {
            answer: { done: true } as const,
            audit: { action: 'remove-second-factor', entity: 'users', entityId: user._id },
          };
        }),
      );
    },
  );
}
