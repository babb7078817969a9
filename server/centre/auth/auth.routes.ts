import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import {
  changeBranchInput,
  ownBranch,
  changePasswordInput,
  changePersonInput,
  colleague,
  done,
  draftKey,
  loginAnswer,
  loginInput,
  signedInUser,
  unlockInput,
} from '#contract/centre/auth.ts';
import { ownSession, sessionsEnded } from '#contract/centre/sessions.ts';
import { id } from '#contract/fields.ts';
import { missingHalves } from '#contract/centre/second-factor.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { fieldsInvalid } from '#server/lib/api-error.ts';
import { actorOf } from '#server/lib/audit.ts';
import { clearBrowserCache } from '#server/lib/clear-browser-cache.ts';
import { writeAudited, writeRoute } from '#server/lib/write.ts';
import { currentSession, currentUser } from '#server/lib/current-user.ts';
import { changeBranch, ownBranches } from './change-branch.service.ts';
import { changePerson, listColleagues } from './change-person.service.ts';
import { passkeyRoutes } from './passkeys.routes.ts';
import { pinRoutes } from './pins.routes.ts';
import { secondFactorRoutes } from './second-factor.routes.ts';
import { deviceKeyHashOf } from './device-key.ts';
import { provingDeviceOf } from './devices.ts';
import { endOwnSession, endOtherSessions, lockSession, ownSessions } from './sessions.ts';
import {
  draftKeyOfUser,
  prepareNewPassword,
  replacePassword,
  signIn,
  unlockScreen,
} from './auth.service.ts';
import { sessionTable } from '#server/db/tables/centre/sessions.table.ts';

export function authRoutes(api: Api, services: Services): void {
  sessionRoutes(api, services);
  drawerHandoverRoutes(api, services);
  ownAccountRoutes(api, services);
  ownSessionRoutes(api, services);
  branchRoutes(api, services);
  secondFactorRoutes(api, services);
  passkeyRoutes(api, services);
  pinRoutes(api, services);
}

function sessionRoutes(api: Api, { db }: Services): void {
  const login = { body: loginInput, response: responses(200, loginAnswer) };
  api.post(
    '/auth/login',
    { config: { public: true, secretBody: true }, schema: login },
    (request, reply) => signIn(db, actorOf(request), request.body, provingDeviceOf(request, reply)),
  );

  const logout = { response: responses(200, done) };
  api.post(
    '/auth/logout',
    {
      config: {
        action: 'own-account:write',
        idempotencyKey: false,
        beforePasswordChange: true,
        beforeSecondFactor: missingHalves,
        whileLocked: true,
        withoutRight: true,
      },
      schema: logout,
    },
    (request, reply) => {
      const { user, tokenHash } = currentSession(request);
      clearBrowserCache(reply);
      return writeAudited(db, actorOf(request), async (tx) => {
        await tx.delete(sessionTable).where(eq(sessionTable.tokenHash, tokenHash));
        return {
          answer: { done: true } as const,
          audit: { action: 'sign-out', entity: 'users', entityId: user._id },
        };
      });
    },
  );

  const me = { response: responses(200, signedInUser) };
  api.get('/auth/me', { config: { action: 'own-account:read' }, schema: me }, (request) =>
    currentUser(request),
  );
}

/** A colleague takes the drawer over at the same device. */
function drawerHandoverRoutes(api: Api, { db }: Services): void {
  const colleagues = { response: responses(200, z.array(colleague)) };
  api.get(
    '/auth/colleagues',
    { config: { action: 'drawers:write' }, schema: colleagues },
    (request) => listColleagues(db, currentSession(request), deviceKeyHashOf(request)),
  );

  const takeOver = { body: changePersonInput, response: responses(200, loginAnswer) };
  api.post(
    '/auth/change-person',
    {
      config: { action: 'drawers:write', secretBody: true, idempotencyKey: false },
      schema: takeOver,
    },
    async (request, reply) => {
      const answer = await changePerson(
        db,
        actorOf(request),
        currentSession(request),
        request.body,
        provingDeviceOf(request, reply),
      );
      clearBrowserCache(reply);
      return answer;
    },
  );
}

/** The branches in which a person has a right, and the change between them. */
function branchRoutes(api: Api, { db }: Services): void {
  const branches = { response: responses(200, z.array(ownBranch)) };
  api.get(
    '/auth/branches',
    { config: { action: 'own-account:read' }, schema: branches },
    (request) => ownBranches(db, currentUser(request)),
  );

  const change = { body: changeBranchInput, response: responses(200, loginAnswer) };
  api.post(
    '/auth/branch',
    { config: { action: 'own-account:write', idempotencyKey: false }, schema: change },
    async (request, reply) => {
      const session = currentSession(request);
      const user = await changeBranch(db, actorOf(request), session, request.body);
      clearBrowserCache(reply);
      // Only the client has the token itself.
      const token = String(request.headers.authorization).slice('Bearer '.length);
      const complete = { mustChangePassword: false, missingHalf: null, wasLimited: false };
      return { token, user, ...complete, recoveryLeft: null };
    },
  );
}

function ownAccountRoutes(api: Api, { db }: Services): void {
  const lock = { response: responses(200, done) };
  api.post(
    '/auth/lock',
    {
      config: {
        action: 'own-account:write',
        keepsSession: false,
        idempotencyKey: false,
        whileLocked: true,
      },
      schema: lock,
    },
    async (request) => {
      const { tokenHash } = currentSession(request);
      await db.transaction((tx) => lockSession(tx, tokenHash));
      return { done: true } as const;
    },
  );

  const unlock = { body: unlockInput, response: responses(200, done) };
  api.post(
    '/auth/unlock',
    {
      config: {
        action: 'own-account:write',
        secretBody: true,
        idempotencyKey: false,
        whileLocked: true,
      },
      schema: unlock,
    },
    (request) => unlockScreen(db, actorOf(request), currentSession(request), request.body.password),
  );

  const drafts = { response: responses(200, draftKey) };
  api.get(
    '/auth/draft-key',
    { config: { action: 'own-account:read', whileLocked: true }, schema: drafts },
    async (request) => ({
      key: await draftKeyOfUser(db, currentUser(request)._id),
    }),
  );

  writeRoute(api, db, {
    method: 'POST',
    path: '/auth/users/change-password',
    action: 'own-account:write',
    // Before the set-up of a factor that is due: whoever takes long for it signs in again.
    config: { secretBody: true, beforePasswordChange: true, beforeSecondFactor: ['setUp'] },
    body: changePasswordInput,
    status: 200,
    answer: done,
    prepare: async (request) => {
      const session = currentSession(request);
      const { email, oldPassword, newPassword } = request.body;
      if (email !== session.user.email) throw fieldsInvalid({ email: 'invalid' });
      return prepareNewPassword(db, actorOf(request), session, oldPassword, newPassword);
    },
    work: ({ tx }, request, hash) => replacePassword(tx, currentSession(request), hash),
  });
}

/** The devices on which a person is signed in. */
function ownSessionRoutes(api: Api, { db }: Services): void {
  const sessions = { response: responses(200, z.array(ownSession)) };
  api.get(
    '/auth/sessions',
    { config: { action: 'own-account:read' }, schema: sessions },
    (request) => ownSessions(db, currentSession(request)),
  );

  writeRoute(api, db, {
    method: 'POST',
    path: '/auth/sessions/:id/end',
    action: 'own-account:write',
    params: z.object({ id }),
    status: 200,
    answer: sessionsEnded,
    work: ({ tx }, request) => endOwnSession(tx, currentSession(request), request.params.id),
  });

  writeRoute(api, db, {
    method: 'POST',
    path: '/auth/sessions/end-others',
    action: 'own-account:write',
    status: 200,
    answer: sessionsEnded,
    work: async ({ tx }, request) => {
      const { user, tokenHash } = currentSession(request);
      const ended = await endOtherSessions(tx, user._id, tokenHash);
      return {
        answer: { ended },
        audit: { action: 'end-sessions', entity: 'users', entityId: user._id, after: { ended } },
      };
    },
  });
}
