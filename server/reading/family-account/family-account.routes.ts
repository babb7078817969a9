import * as z from 'zod/mini';
import { familyAccount, familyAccountQuery } from '#contract/orders/family-account.ts';
import { id } from '#contract/fields.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { readFamilyAccount } from './family-account.service.ts';

/** The account of one payer: charges, payments and credit. */
export function familyAccountRoutes(api: Api, { db }: Services): void {
  const single = {
    params: z.object({ id }),
    querystring: familyAccountQuery,
    response: responses(200, familyAccount),
  };
  api.get(
    '/family-accounts/:id',
    { config: { action: 'family-accounts:read' }, schema: single },
    (request) => readFamilyAccount(db, currentUser(request), request.params.id, request.query),
  );
}
