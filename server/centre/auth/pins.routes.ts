import { done, ownPin, pinInput, pinRemoval } from '#contract/centre/auth.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { actorOf } from '#server/lib/audit.ts';
import { currentSession, currentUser, holdSession } from '#server/lib/current-user.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { writeAudited } from '#server/lib/write.ts';
import { requireOwnPassword } from './own-password.ts';
import { hashNewPin, ownPinOf, putPin, removePin } from './pins.service.ts';

const path = '/auth/pin';
const write = { action: 'own-account:write', secretBody: true, idempotencyKey: false } as const;

/** The PIN of one's own account: docs/security.md, "PIN". */
export function pinRoutes(api: Api, { db }: Services): void {
  const own = { response: responses(200, ownPin) };
  api.get(path, { config: { action: 'own-account:read' }, schema: own }, (request) =>
    ownPinOf(db, currentUser(request)),
  );

  const put = { body: pinInput, response: responses(200, done) };
  api.post(path, { config: write, schema: put }, async (request) => {
    const session = currentSession(request);
    const { user } = session;
    await requireOwnPassword(db, actorOf(request), session, request.body.password);
    const hash = await hashNewPin(db, user, request.body.pin);
    return writeAudited(db, actorOf(request), async (tx) => {
      const put = await putPin(tx, user._id, hash);
      await holdSession(tx, session);
      return put;
    });
  });

  const remove = { body: pinRemoval, response: responses(200, done) };
  api.post(`${path}/remove`, { config: write, schema: remove }, async (request) => {
    const session = currentSession(request);
    const { user } = session;
    await requireOwnPassword(db, actorOf(request), session, request.body.password);
    return writeAudited(db, actorOf(request), async (tx) => {
      if (!(await removePin(tx, user._id))) throw new ApiError('notFound');
      await holdSession(tx, session);
      return {
        answer: { done: true } as const,
        audit: { action: 'remove-pin', entity: 'users', entityId: user._id },
      };
    });
  });
}
