import { loginAnswer, setupInput, setupState, type LoginAnswer } from '#contract/centre/auth.ts';
import { demoAccounts } from '#server/seed/demo-accounts.ts';
import { addDemoData } from '#server/seed/demo-data.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { actorOf } from '#server/lib/audit.ts';
import { networkOf } from '#server/lib/network-of.ts';
import { countTries, forgiveTry } from '#server/lib/try-limit.ts';
import { writeAudited } from '#server/lib/write.ts';
import { startSession } from '#server/centre/auth/auth.service.ts';
import { hashNewPassword } from '#server/centre/auth/new-password.ts';
import { passkeySiteOf } from '#server/centre/auth/passkey-site.ts';
import { signInDeviceOf } from '#server/centre/auth/devices.ts';
import { isSetupCode } from './setup-code.ts';
import { createCentre, hasAccounts } from './setup.service.ts';

const FREE_WRONG_CODES = 5;

export function setupRoutes(api: Api, { db, config }: Services): void {
  const state = { response: responses(200, setupState) };
  api.get('/setup', { config: { public: true }, schema: state }, async (request) => ({
    needed: !(await hasAccounts(db)),
    demoAccounts: config.demo
      ? demoAccounts.map(({ email, password, role }) => ({ email, password, role }))
      : [],
    passkeyHost: passkeySiteOf(config, request)?.host ?? null,
  }));

  const schema = { body: setupInput, response: responses(201, loginAnswer) };
  api.post(
    '/setup',
    { config: { public: true, secretBody: true }, schema },
    async (request, reply) => {
      const { code, password, demoData, ...centre } = request.body;
      if (await hasAccounts(db)) throw new ApiError('alreadySetUp');
      // Counted by address only, because a common counter would let a stranger lock the owner out.
      const buckets = [{ key: `setup:${networkOf(request.ip)}`, freeFailures: FREE_WRONG_CODES }];
      await countTries(db, buckets);
      if (!(await isSetupCode(db, code))) throw fieldsInvalid({ code: 'setupCodeWrong' });
      await db.transaction((tx) => forgiveTry(tx, buckets));
      const own = {
        email: centre.email,
        names: [centre.firstName, centre.lastName],
        phone: '',
        places: [centre.branchName, centre.centreNameEn, centre.centreNameLo],
      };
      const passwordHash = await hashNewPassword(password, own, 'password');
      reply.code(201);
      return writeAudited<LoginAnswer>(db, actorOf(request), async (tx) => {
        const user = await createCentre(tx, centre, passwordHash);
        if (demoData) await addDemoData(tx, user);
        const { newDevice: _, ...answer } = await startSession(tx, user, signInDeviceOf(request));
        return {
          answer,
          audit: {
            action: 'set-up',
            entity: 'users',
            entityId: user._id,
            user,
            after: { ...centre, demoData },
          },
        };
      });
    },
  );
}
