import { eq, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import {
  missingHalves,
  recoveryCodes,
  secondFactorBegin,
  secondFactorInput,
  secondFactorPass,
  secondFactorPassed,
  secondFactorProof,
  secondFactorSecret,
  secondFactorState,
  type MissingHalf,
  type SecondFactorPassed,
} from '#contract/centre/second-factor.ts';
import { done, type SignedInUser } from '#contract/centre/auth.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { recoveryCodeTable } from '#server/db/tables/centre/second-factors.table.ts';
import { sessionTable } from '#server/db/tables/centre/sessions.table.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { actorOf, type Actor } from '#server/lib/audit.ts';
import {
  currentSession,
  currentUser,
  halfLimit,
  idleLimit,
  type Session,
} from '#server/lib/current-user.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { SecretBox } from '#server/lib/secret-box.ts';
import { countTries, forgiveTry, type Bucket } from '#server/lib/try-limit.ts';
import { writeAudited } from '#server/lib/write.ts';
import { requireOwnPassword } from './auth.service.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  halfAfterCode,
  removeSecondFactor,
  renewRecoveryCodes,
  requireNotAsked,
  secondFactorStateOf,
  takeFactorCode,
} from './second-factor.service.ts';
import { signInDeviceOf, type SignInDevice } from './devices.ts';
import { rememberDevice } from './remembered-devices.ts';
import { endOtherSessions } from './sessions.ts';
import { takeLimitMark } from './sign-in-limits.ts';

/** A sign-in ends after so many wrong codes; then the password is asked again. */
const MOST_WRONG_CODES = 5;
const FREE_CODES = 10;
/**
 * Counts the wrong codes of an account over all its sessions, because a person who knows the
 * password may begin as many as they like.
 */
const codeBuckets = ({ _id }: SignedInUser): Bucket[] => [
  { key: `code:${_id}`, freeFailures: FREE_CODES },
];

/** The session is complete, or goes on with the set-up of a factor that was lost. */
const goOn = (tx: Tx, tokenHash: string, missingHalf: MissingHalf | null = null) =>
  tx
    .update(sessionTable)
    .set({
      missingHalf,
      expiresAt: sql`now() + ${missingHalf === null ? idleLimit : halfLimit}`,
    })
    .where(eq(sessionTable.tokenHash, tokenHash));

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
    const audit = {
      action: 'second-factor-failed',
      entity: 'users',
      entityId: user._id,
      branchId: user.branchId,
    };
    return { answer: undefined, audit };
  });
}

type Passing = {
  actor: Actor;
  session: Session;
  device: SignInDevice;
  input: z.output<typeof secondFactorPass>;
};

/** The second half of a sign-in. */
async function passSecondFactor(
  db: Db,
  box: SecretBox | undefined,
  { actor, session, device, input }: Passing,
): Promise<SecondFactorPassed> {
  const { user, tokenHash, missingHalf } = session;
  if (missingHalf !== 'code') throw new ApiError('stepNotAllowed');
  await countTries(db, codeBuckets(user));
  const passed = await writeAudited(db, actor, async (tx) => {
    if (!(await takeFactorCode(tx, box, user._id, input.code)))
      return { answer: undefined, audit: [] };
    await forgiveTry(tx, codeBuckets(user));
    const next = await halfAfterCode(tx, box, user._id);
    await goOn(tx, tokenHash, next);
    const isKept = input.remember && next === null;
    const { userId, usedAt } = recoveryCodeTable;
    const left = await tx.$count(
      recoveryCodeTable,
      sql`${userId} = ${user._id} and ${usedAt} is null`,
    );
    return {
      answer: {
        recoveryLeft: left,
        missingHalf: next,
        wasLimited: await takeLimitMark(tx, user.email),
        deviceKey: isKept ? await rememberDevice(tx, user, device) : null,
      },
      audit: { action: 'second-factor', entity: 'users', entityId: user._id },
    };
  });
  if (passed) return passed;
  await countWrongCode(db, actor, session);
  throw fieldsInvalid({ code: 'codeWrong' });
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

function signInRoutes(api: Api, { db, secrets }: Services): void {
  const state = { response: responses(200, secondFactorState) };
  api.get(path, { config: { action: 'own-account:read' }, schema: state }, (request) =>
    secondFactorStateOf(db, currentUser(request)),
  );

  api.post(
    path,
    {
      config: { ...write, beforePasswordChange: true, beforeSecondFactor: missingHalves },
      schema: { body: secondFactorPass, response: responses(200, secondFactorPassed) },
    },
    (request) => {
      const session = currentSession(request);
      return passSecondFactor(db, secrets, {
        actor: actorOf(request),
        session,
        device: { ...signInDeviceOf(request), deviceId: session.deviceId },
        input: request.body,
      });
    },
  );
}

function setUpRoutes(api: Api, { db, secrets }: Services): void {
  api.post(
    `${path}/begin`,
    {
      config: { ...write, beforeSecondFactor: ['setUp'] },
      schema: { body: secondFactorBegin, response: responses(200, secondFactorSecret) },
    },
    async (request) => {
      const user = currentUser(request);
      await requireOwnPassword(db, user, request.body.password);
      return db.transaction((tx) => beginSecondFactor(tx, secrets, user));
    },
  );

  api.post(
    `${path}/confirm`,
    {
      config: { ...write, beforeSecondFactor: ['setUp'] },
      schema: { body: secondFactorInput, response: responses(200, recoveryCodes) },
    },
    (request) => {
      const { user, tokenHash } = currentSession(request);
      return writeAudited(db, actorOf(request), async (tx) => {
        const result = await confirmSecondFactor(tx, secrets, user, request.body.code);
        await endOtherSessions(tx, user._id, tokenHash);
        await goOn(tx, tokenHash);
        return result;
      });
    },
  );
}

/** Routes that ask for the password and a code. */
function proofRoutes(api: Api, { db, secrets }: Services): void {
  const body = secondFactorProof;
  /** The person's own password; the code that is taken next counts as a try. */
  const requirePassword = async (user: SignedInUser, password: string) => {
    await requireOwnPassword(db, user, password);
    await countTries(db, codeBuckets(user));
  };
  const requireCode = async (tx: Tx, user: SignedInUser, code: string) => {
    if (!(await takeFactorCode(tx, secrets, user._id, code)))
      throw fieldsInvalid({ code: 'codeWrong' });
    await forgiveTry(tx, codeBuckets(user));
  };

  api.post(
    `${path}/recovery-codes`,
    { config: write, schema: { body, response: responses(200, recoveryCodes) } },
    async (request) => {
      const user = currentUser(request);
      await requirePassword(user, request.body.password);
      return writeAudited(db, actorOf(request), async (tx) => {
        await requireCode(tx, user, request.body.code);
        return renewRecoveryCodes(tx, user);
      });
    },
  );

  api.post(
    `${path}/remove`,
    { config: write, schema: { body, response: responses(200, done) } },
    async (request) => {
      const user = currentUser(request);
      await requirePassword(user, request.body.password);
      return writeAudited(db, actorOf(request), async (tx) => {
        await requireNotAsked(tx, user);
        await requireCode(tx, user, request.body.code);
        await removeSecondFactor(tx, user._id);
        return {
          answer: { done: true } as const,
          audit: { action: 'remove-second-factor', entity: 'users', entityId: user._id },
        };
      });
    },
  );
}
