import * as z from 'zod/mini';
import { done } from '#contract/centre/auth.ts';
import { id } from '#contract/fields.ts';
import {
  findAccountQuery,
  issuedAccount,
  staffAccount,
  staffAccounts,
  type IssuedAccount,
} from '#contract/centre/staff-accounts.ts';
import type { Db } from '#server/db/client.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { listRoute } from '#server/lib/list.ts';
import { writeOnce } from '#server/lib/write.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { currentSession, currentUser } from '#server/lib/current-user.ts';
import {
  addAccount,
  findAccount,
  findAccountByEmail,
  giveTemporaryPassword,
  prepareTemporaryPassword,
  replaceAccount,
  signOutEverywhere,
} from './staff-accounts.service.ts';

const { path, write } = staffAccounts;
const params = z.object({ id });
/** A temporary password is never stored, not even for a repeated request. */
const withoutPassword = (issued: IssuedAccount): IssuedAccount => ({
  ...issued,
  temporaryPassword: null,
});

function passwordRoutes(api: Api, db: Db): void {
  const create = { body: staffAccounts.input, response: responses(201, issuedAccount) };
  api.post(path, { config: { action: write }, schema: create }, (request, reply) =>
    writeOnce(db, request, reply, {
      status: 201,
      prepare: prepareTemporaryPassword,
      work: (tx, prepared) => addAccount(tx, currentSession(request), request.body, prepared),
      stored: withoutPassword,
    }),
  );

  const renew = { params, response: responses(200, issuedAccount) };
  api.post(
    `${path}/:id/temporary-password`,
    { config: { action: write }, schema: renew },
    (request, reply) =>
      writeOnce(db, request, reply, {
        status: 200,
        prepare: prepareTemporaryPassword,
        work: (tx, prepared) =>
          giveTemporaryPassword(tx, currentSession(request), request.params.id, prepared),
        stored: withoutPassword,
      }),
  );
}

/** The staff accounts. Only a superadmin lists them; an admin opens those of their own branch. */
export function staffAccountRoutes(api: Api, { db }: Services): void {
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
    findAccount(db, currentUser(request), request.params.id),
  );

  passwordRoutes(api, db);

  const replace = {
    params,
    body: staffAccounts.replaceInput,
    response: responses(200, staffAccount),
  };
  api.put(`${path}/:id`, { config: { action: write }, schema: replace }, (request, reply) =>
    writeOnce(db, request, reply, {
      status: 200,
      work: (tx) => replaceAccount(tx, currentSession(request), request.params.id, request.body),
    }),
  );

  const signOut = { params, response: responses(200, done) };
  api.post(
    `${path}/:id/sign-out`,
    { config: { action: write }, schema: signOut },
    (request, reply) =>
      writeOnce(db, request, reply, {
        status: 200,
        work: (tx) => signOutEverywhere(tx, currentSession(request), request.params.id),
      }),
  );
}
