import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import {
  settlement,
  settlementInput,
  branchSettlements,
  settlementsQuery,
} from '#contract/money/settlements.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { writeRoute } from '#server/lib/write.ts';
import { addSettlement, confirmSettlement, listSettlements } from './settlements.service.ts';

/** Payments between branches for what they owe each other. */
export function settlementRoutes(api: Api, { db }: Services): void {
  const list = { querystring: settlementsQuery, response: responses(200, z.array(settlement)) };
  api.get(
    branchSettlements.path,
    { config: { action: branchSettlements.read }, schema: list },
    (request) => listSettlements(db, currentUser(request), request.query.branchId),
  );
  writeRoute(api, db, {
    method: 'POST',
    path: branchSettlements.path,
    action: branchSettlements.write,
    body: settlementInput,
    status: 201,
    answer: settlement,
    work: (writer, request) => addSettlement(writer, request.body),
  });
  writeRoute(api, db, {
    method: 'POST',
    path: `${branchSettlements.path}/:id/confirm`,
    action: branchSettlements.write,
    params: z.object({ id }),
    status: 200,
    answer: settlement,
    work: (writer, request) => confirmSettlement(writer, request.params.id),
  });
}
