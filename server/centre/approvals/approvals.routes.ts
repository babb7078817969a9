import { approvalAnswer, approvalInput, approvals } from '#contract/centre/approvals.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { actorOf } from '#server/lib/audit.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { deviceKeyHashOf } from '#server/centre/auth/device-key.ts';
import { giveApproval } from './approvals.service.ts';

/**
 * Signatures of a second person. A client that lost the answer asks again, so no token is ever
 * stored, and the route takes no idempotency key.
 */
export function approvalRoutes(api: Api, { db, secrets }: Services): void {
  const give = { body: approvalInput, response: responses(200, approvalAnswer) };
  api.post(
    approvals.path,
    { config: { action: approvals.write, secretBody: true, idempotencyKey: false }, schema: give },
    (request) => {
      const asked = { clerk: currentUser(request), keyHash: deviceKeyHashOf(request) };
      return giveApproval({ db, secrets }, actorOf(request), asked, request.body);
    },
  );
}
