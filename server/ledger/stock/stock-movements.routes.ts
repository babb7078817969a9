import { desc } from 'drizzle-orm';
import {
  movementSums,
  stockMovement,
  stockMovementInput,
  stockMovements,
  stockMovementsQuery,
} from '#contract/stock/stock-movements.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { listRoute } from '#server/lib/list.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { writeOnce } from '#server/lib/write.ts';
import { writerOf } from '#server/lib/writer.ts';
import { currentUser } from '#server/lib/current-user.ts';
import {
  moveByHand,
  movementFilter,
  movementNames,
  sumMovements,
} from './stock-movements.service.ts';
import { stockMovementTable as table } from '#server/db/tables/ledger/stock.table.ts';

export function stockMovementRoutes(api: Api, { db }: Services): void {
  listRoute(api, db, stockMovements, {
    ...{
      table,
      branch: table.branchId,
      derived: movementNames,
      query: stockMovementsQuery,
      filter: movementFilter,
    },
    order: [desc(table.at), desc(table._id)],
  });

  const sums = { querystring: stockMovementsQuery, response: responses(200, movementSums) };
  api.get(
    `${stockMovements.path}/sums`,
    { config: { action: stockMovements.read }, schema: sums },
    (request) => sumMovements(db, currentUser(request), request.query),
  );

  const schema = { body: stockMovementInput, response: responses(201, stockMovement) };
  api.post(
    stockMovements.path,
    { config: { action: stockMovements.write }, schema },
    (request, reply) =>
      writeOnce(db, request, reply, {
        status: 201,
        work: (tx) => moveByHand(writerOf(request, tx), request.body),
      }),
  );
}
