import * as z from 'zod/mini';
import { done } from '#contract/centre/auth.ts';
import { accountGrants, staffAccounts } from '#contract/centre/staff-accounts.ts';
import { id } from '#contract/fields.ts';
import {
  accountRight,
  carriedSetInput,
  permissionSet,
  permissionSetChange,
  permissionSetInput,
  permissionSets,
} from '#contract/rights/permission-sets.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { currentSession } from '#server/lib/current-user.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { writeRoute } from '#server/lib/write.ts';
import {
  addSet,
  carryPermissionSet,
  changeSet,
  listSets,
  removeSet,
  rightsOfAccount,
} from './permission-sets.service.ts';

const { path, read, write } = permissionSets;
const params = z.object({ id });

/** Sets of rights, and the rights that carry them (docs/roles.md, "Permission sets"). */
export function permissionSetRoutes(api: Api, { db }: Services): void {
  const list = { response: responses(200, z.array(permissionSet)) };
  api.get(path, { config: { action: read }, schema: list }, () => listSets(db));

  writeRoute(api, db, {
    method: 'POST',
    path,
    action: write,
    body: permissionSetInput,
    status: 201,
    answer: permissionSet,
    work: ({ tx }, request) => addSet(tx, request.body),
  });

  writeRoute(api, db, {
    method: 'PUT',
    path: `${path}/:id`,
    action: write,
    params,
    body: permissionSetChange,
    status: 200,
    answer: permissionSet,
    work: ({ tx }, request) => changeSet(tx, request.params.id, request.body),
  });

  writeRoute(api, db, {
    method: 'POST',
    path: `${path}/:id/remove`,
    action: write,
    params,
    status: 200,
    answer: done,
    work: ({ tx }, request) => removeSet(tx, request.params.id),
  });

  const rights = { params, response: responses(200, z.array(accountRight)) };
  api.get(
    `${staffAccounts.path}/:id/rights`,
    { config: { action: read }, schema: rights },
    (request) => rightsOfAccount(db, currentSession(request), request.params.id),
  );

  writeRoute(api, db, {
    method: 'PUT',
    path: `${accountGrants.path}/:id/permission-set`,
    action: write,
    params,
    body: carriedSetInput,
    status: 200,
    answer: accountRight,
    work: ({ tx }, request) =>
      carryPermissionSet(
        tx,
        currentSession(request),
        request.params.id,
        request.body.permissionSetId,
      ),
  });
}
