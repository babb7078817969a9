import * as z from 'zod/mini';
import {
  accountGrant,
  accountGrants,
  grantPost,
  grantsQuery,
  staffAccounts,
} from '#contract/centre/staff-accounts.ts';
import { done } from '#contract/centre/auth.ts';
import { id } from '#contract/fields.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { currentSession, currentUser } from '#server/lib/current-user.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { writeRoute } from '#server/lib/write.ts';
import { giveGrant, grantsOfAccount, takeGrant } from './account-grants.service.ts';

const { path } = accountGrants;
const { write } = staffAccounts;

/** Rights of accounts in other branches than their own (docs/roles.md, "Several branches"). */
export function accountGrantRoutes(api: Api, { db }: Services): void {
  const list = { querystring: grantsQuery, response: responses(200, z.array(accountGrant)) };
  api.get(path, { config: { action: write }, schema: list }, (request) =>
    grantsOfAccount(db, currentUser(request), request.query.userId),
  );

  writeRoute(api, db, {
    method: 'POST',
    path,
    action: write,
    body: grantPost,
    status: 201,
    answer: accountGrant,
    work: ({ tx }, request) => giveGrant(tx, currentSession(request), request.body),
  });

  writeRoute(api, db, {
    method: 'POST',
    path: `${path}/:id/take`,
    action: write,
    params: z.object({ id }),
    status: 200,
    answer: done,
    work: ({ tx }, request) => takeGrant(tx, currentSession(request), request.params.id),
  });
}
