import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import {
  movedAccounts,
  passwordSheet,
  type PasswordSheet,
} from '#contract/imports/moved-accounts.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { writeRoute } from '#server/lib/write.ts';
import { givePasswords, preparePasswords, readMovedAccounts } from './moved-accounts.ts';

const params = z.object({ id });

/** Temporary passwords are never stored, not even for a repeated request. */
const withoutPasswords = ({ accounts }: PasswordSheet): PasswordSheet => ({
  accounts: accounts.map((account) => ({ ...account, temporaryPassword: null })),
});

/** The accounts of a move, and the sheet of their passwords (docs/moving-in.md, "Accounts"). */
export function movedAccountRoutes(api: Api, { db }: Services): void {
  const schema = { params, response: responses(200, movedAccounts) };
  api.get('/moves/:id/accounts', { config: { action: 'moves:read' }, schema }, (request) =>
    readMovedAccounts(db, request.params.id),
  );
  writeRoute(api, db, {
    action: 'moves:write',
    method: 'POST',
    path: '/moves/:id/passwords',
    params,
    status: 200,
    answer: passwordSheet,
    prepare: ({ params: { id: moveId } }) => preparePasswords(db, moveId),
    work: (writer, request, prepared) => givePasswords(writer, request.params.id, prepared),
    stored: withoutPasswords,
  });
}
