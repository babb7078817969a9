import * as z from 'zod/mini';
import { loginAnswer, type LoginAnswer } from '#contract/centre/auth.ts';
import { rescue, rescueInput } from '#contract/centre/rescue.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { actorOf } from '#server/lib/audit.ts';
import { networkOf } from '#server/lib/network-of.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { countTries, forgiveTry } from '#server/lib/try-limit.ts';
import { writeAudited } from '#server/lib/write.ts';
import { signInDeviceOf } from '#server/centre/auth/devices.ts';
import { recordFailure } from '#server/centre/auth/failed-sign-in.ts';
import { hashNewPasswordOf } from '#server/centre/auth/new-password.ts';
import { accountOfCode, recentRescues, rescueAccount } from './rescue.service.ts';

const FREE_WRONG_CODES = 5;

/** The way back in for a person who is locked out, with a code from the server's console. */
export function rescueRoutes(api: Api, { db }: Services): void {
  const schema = { body: rescueInput, response: responses(200, loginAnswer) };
  api.post(
    '/auth/rescue',
    { config: { public: true, secretBody: true }, schema },
    async (request) => {
      const { code, newPassword } = request.body;
      const buckets = [{ key: `rescue:${networkOf(request.ip)}`, freeFailures: FREE_WRONG_CODES }];
      await countTries(db, buckets);
      const actor = actorOf(request);
      const userId = await accountOfCode(db, code).catch(async (error: unknown) => {
        if (error instanceof ApiError) await recordFailure(db, actor, undefined, false);
        throw error;
      });
      await db.transaction((tx) => forgiveTry(tx, buckets));
      const passwordHash = await hashNewPasswordOf(db, userId, newPassword);
      return writeAudited<LoginAnswer>(db, actor, (tx) =>
        rescueAccount(tx, code, passwordHash, signInDeviceOf(request)),
      );
    },
  );

  api.get(
    '/auth/rescues',
    { config: { action: 'alerts:read' }, schema: { response: responses(200, z.array(rescue)) } },
    () => recentRescues(db),
  );
}
