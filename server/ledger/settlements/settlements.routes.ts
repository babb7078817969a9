import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import {
  settlement,
  settlementInput,
  settlements,
  settlementsQuery,
} from '#contract/money/settlements.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { writeOnce } from '#server/lib/write.ts';
import { writerOf } from '#server/lib/writer.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { addSettlement, confirmSettlement, listSettlements } from './settlements.service.ts';

/** Payments between branches for what they owe each other. */
export function settlementRoutes(api: Api, { db }: Services): void {
  const list = { querystring: settlementsQuery, response: responses(200, z.array(settlement)) };
  api.get(settlements.path, { config: { action: settlements.read }, schema: list }, (request) =>
    listSettlements(db, currentUser(request), request.query.branchId),
  );

  const writing = { action: settlements.write } as const;
  api.post(
    settlements.path,
    { config: writing, schema: { body: settlementInput, response: responses(201, settlement) } },
    (request, reply) =>
      writeOnce(db, request, reply, {
        status: 201,
        work: (tx) => addSettlement(writerOf(request, tx), request.body),
      }),
  );
  api.post(
    `${settlements.path}/:id/confirm`,
    { config: writing, schema: { params: z.object({ id }), response: responses(200, settlement) } },
    (request, reply) =>
      writeOnce(db, request, reply, {
        status: 200,
        work: (tx) => confirmSettlement(writerOf(request, tx), request.params.id),
      }),
  );
}
