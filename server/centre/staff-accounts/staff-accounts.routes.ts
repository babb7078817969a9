import * as z from 'zod/mini';
import { done } from '#contract/centre/auth.ts';
import { id } from '#contract/fields.ts';
import {
  findAccountQuery,
  issuedAccount,
  staffAccount,
  staffAccountChange,
  staffAccountPost,
  staffAccounts,
} from '#contract/centre/staff-accounts.ts';
import type { Db } from '#server/db/client.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { actorOf } from '#server/lib/audit.ts';
import { listRoute } from '#server/lib/list.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { currentSession, currentUser } from '#server/lib/current-user.ts';
import { writeRoute } from '#server/lib/write.ts';
import { accountGrantRoutes } from './account-grants.routes.ts';
import { permissionSetRoutes } from './permission-sets.routes.ts';
import {
  addAccount,
  findStaffAccount,
  findAccountByEmail,
  giveTemporaryPassword,
  prepareTemporaryPassword,
  replaceAccount,
  requireOwnProof,
  signOutEverywhere,
  takeSecondFactorOff,
} from './staff-accounts.service.ts';

const { path, write } = staffAccounts;
const params = z.object({ id });
/** A temporary password is never stored, not even for a repeated request. */
const withoutPassword = <Issued extends { temporaryPassword: string | null }>(
  issued: Issued,
): Issued => ({ ...issued, temporaryPassword: null });

function passwordRoutes(api: Api, db: Db): void {
  writeRoute(api, db, {
    method: 'POST',
    path,
    action: write,
    body: staffAccountPost,
    status: 201,
    answer: issuedAccount,
    prepare: prepareTemporaryPassword,
    work: ({ tx }, request, prepared) =>
      addAccount(tx, currentSession(request), request.body, prepared),
    stored: withoutPassword,
  });
  writeRoute(api, db, {
    method: 'POST',
    path: `${path}/:id/temporary-password`,
    action: write,
    params,
    status: 200,
    answer: issuedAccount,
    prepare: prepareTemporaryPassword,
    work: ({ tx }, request, prepared) =>
      giveTemporaryPassword(tx, currentSession(request), request.params.id, prepared),
    stored: withoutPassword,
  });
}

/** The staff accounts. Only a superadmin lists them; an admin opens those of their own branch. */
export function staffAccountRoutes(api: Api, services: Services): void {
  const { db } = services;
  const order = [userTable.firstName, userTable.lastName];
  listRoute(api, db, staffAccounts, {
    table: userTable,
    branch: 'whole-centre',
    query: staffAccounts.query,
    order,
  });

  const byEmail = { querystring: findAccountQuery, response: responses(200, staffAccount) };
  api.get(`${path}/find`, { config: { action: write }, schema: byEmail }, (request) =>
    findAccountByEmail(db, currentUser(request), request.query.email),
  );

  const single = { params, response: responses(200, staffAccount) };
  api.get(`${path}/:id`, { config: { action: write }, schema: single }, (request) =>
    findStaffAccount(db, currentUser(request), request.params.id),
  );

  passwordRoutes(api, db);
  writeRoute(api, db, {
    method: 'PUT',
    path: `${path}/:id`,
    action: write,
    params,
    body: staffAccountChange,
    config: { secretBody: true },
    status: 200,
    answer: staffAccount,
    prepare: (request) => {
      const { email, password } = request.body;
      const own = { email, password };
      return requireOwnProof(db, actorOf(request), currentSession(request), request.params.id, own);
    },
    work: ({ tx }, request) => {
      const { password: _password, ...account } = request.body;
      return replaceAccount(tx, currentSession(request), request.params.id, account);
    },
  });
  writeRoute(api, db, {
    method: 'POST',
    path: `${path}/:id/sign-out`,
    action: write,
    params,
    status: 200,
    answer: done,
    work: ({ tx }, request) => signOutEverywhere(tx, currentSession(request), request.params.id),
  });
  writeRoute(api, db, {
    method: 'POST',
    path: `${path}/:id/remove-second-factor`,
    action: 'second-factors:remove',
    params,
    status: 200,
    answer: done,
    work: ({ tx }, request) => takeSecondFactorOff(tx, currentSession(request), request.params.id),
  });
  accountGrantRoutes(api, services);
  permissionSetRoutes(api, services);
}
