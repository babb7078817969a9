import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { done, loginAnswer } from '#contract/centre/auth.ts';
import {
  ownPasskey,
  ownPasskeys,
  passkeyChoice,
  passkeyCreation,
  passkeyInput,
  passkeyName,
  passkeyRequest,
  passkeySignIn,
  secondFactorProof,
} from '#contract/centre/second-factor.ts';
import { id } from '#contract/fields.ts';
import { passkeyTable } from '#server/db/tables/centre/passkeys.table.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { actorOf } from '#server/lib/audit.ts';
import { currentSession, currentUser, holdSession } from '#server/lib/current-user.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { writeAudited } from '#server/lib/write.ts';
import { provingDeviceOf } from './devices.ts';
import { newPasskeyOptions, passkeyOptions, useChallenge } from './passkey-ceremonies.ts';
import { passkeySiteOf, requirePasskeySite } from './passkey-site.ts';
import {
  addPasskey,
  ownPasskeysOf,
  removePasskey,
  renamePasskey,
  requireRoomForPasskey,
  signInWithPasskey,
} from './passkeys.service.ts';
import { actWithProof } from './second-factor-proof.ts';

const path = '/auth/passkeys';
const write = { action: 'own-account:write', idempotencyKey: false } as const;
const params = z.object({ id });

/** Passkeys of one's own account, and the ways in with one: docs/security.md, "Passkeys". */
export function passkeyRoutes(api: Api, services: Services): void {
  signInRoutes(api, services);
  proofRoutes(api, services);
  makingRoutes(api, services);
  keptRoutes(api, services);
}

function signInRoutes(api: Api, { db, config, secrets }: Services): void {
  const begin = { response: responses(200, passkeyRequest) };
  api.post('/auth/login/passkey/begin', { config: { public: true }, schema: begin }, (request) =>
    passkeyOptions(db, requirePasskeySite(config, request), {
      purpose: 'signIn',
      tokenHash: null,
    }),
  );

  const signIn = { body: passkeySignIn, response: responses(200, loginAnswer) };
  api.post(
    '/auth/login/passkey',
    { config: { public: true, secretBody: true }, schema: signIn },
    (request, reply) =>
      signInWithPasskey(db, secrets, {
        actor: actorOf(request),
        site: requirePasskeySite(config, request),
        used: request.body.passkey,
        device: provingDeviceOf(request, reply),
      }),
  );
}

/** A passkey in place of a code, in the middle of a sign-in or beside the password. */
function proofRoutes(api: Api, { db, config }: Services): void {
  const choice = { response: responses(200, passkeyChoice) };
  api.get(
    '/auth/second-factor/passkey',
    {
      config: {
        action: 'own-account:read',
        beforePasswordChange: true,
        beforeSecondFactor: ['code'],
      },
      schema: choice,
    },
    async (request) => ({
      host: passkeySiteOf(config, request)?.host ?? null,
      hasPasskey:
        (await db.$count(passkeyTable, eq(passkeyTable.userId, currentUser(request)._id))) > 0,
    }),
  );

  const ask = { response: responses(200, passkeyRequest) };
  api.post(
    `${path}/ask`,
    {
      config: { ...write, beforePasswordChange: true, beforeSecondFactor: ['code'] },
      schema: ask,
    },
    (request) => {
      const { user, tokenHash } = currentSession(request);
      const site = requirePasskeySite(config, request);
      return passkeyOptions(db, site, { purpose: 'prove', tokenHash }, user._id);
    },
  );
}

function makingRoutes(api: Api, services: Services): void {
  const { db, config } = services;
  api.post(
    `${path}/begin`,
    {
      config: { ...write, secretBody: true },
      schema: { body: secondFactorProof, response: responses(200, passkeyCreation) },
    },
    (request) => {
      const site = requirePasskeySite(config, request);
      const { user, tokenHash } = currentSession(request);
      return actWithProof(services, request, request.body, (take) =>
        db.transaction(async (tx) => {
          await requireRoomForPasskey(tx, user._id);
          await take(tx);
          return newPasskeyOptions(tx, site, user, tokenHash);
        }),
      );
    },
  );

  api.post(
    path,
    { config: write, schema: { body: passkeyInput, response: responses(201, ownPasskey) } },
    async (request, reply) => {
      const site = requirePasskeySite(config, request);
      const { user, tokenHash } = currentSession(request);
      const { body } = request;
      const challenge = await useChallenge(db, { purpose: 'add', tokenHash }, body.passkey);
      reply.code(201);
      return writeAudited(db, actorOf(request), async (tx) => {
        const added = await addPasskey(tx, site, user, challenge, body);
        await holdSession(tx, currentSession(request));
        return added;
      });
    },
  );
}

function keptRoutes(api: Api, services: Services): void {
  const { db, config } = services;
  const own = { response: responses(200, ownPasskeys) };
  api.get(path, { config: { action: 'own-account:read' }, schema: own }, async (request) => ({
    host: passkeySiteOf(config, request)?.host ?? null,
    passkeys: await ownPasskeysOf(db, currentUser(request)._id),
  }));

  api.post(
    `${path}/:id/rename`,
    {
      config: write,
      schema: { params, body: passkeyName, response: responses(200, ownPasskey) },
    },
    (request) =>
      writeAudited(db, actorOf(request), (tx) =>
        renamePasskey(tx, currentUser(request), request.params.id, request.body.name),
      ),
  );

  api.post(
    `${path}/:id/remove`,
    {
      config: { ...write, secretBody: true },
      schema: { params, body: secondFactorProof, response: responses(200, done) },
    },
    (request) =>
      actWithProof(services, request, request.body, (take) =>
        writeAudited(db, actorOf(request), async (tx) => {
          await take(tx);
          return removePasskey(tx, currentUser(request), request.params.id);
        }),
      ),
  );
}
