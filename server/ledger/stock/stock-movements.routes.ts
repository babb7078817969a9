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
import { currentUser } from '#server/lib/current-user.ts';
import { writeRoute } from '#server/lib/write.ts';
import {
  moveByHand,
  movementFilter,
  movementNames,
  sumMovements,
} from './stock-movements.service.ts';
import { stockMovementTable as table } from '#server/db/tables/ledger/stock.table.ts';

export function stockMovementRoutes(api: Api, { db }: Services): void {
  listRoute(api, db, stockMovements, {
    table,
    branch: table.branchId,
    derived: movementNames,
    query: stockMovementsQuery,
    filter: movementFilter,
    order: [desc(table.at), desc(table._id)],
  });

  const sums = { querystring: stockMovementsQuery, response: responses(200, movementSums) };
  api.get(
    `${stockMovements.path}/sums`,
    { config: { action: stockMovements.read }, schema: sums },
    (request) => sumMovements(db, currentUser(request), request.query),
  );
  writeRoute(api, db, {
    method: 'POST',
    path: stockMovements.path,
    action: stockMovements.write,
    body: stockMovementInput,
    status: 201,
    answer: stockMovement,
    work: (writer, request) => moveByHand(writer, request.body),
  });
}
