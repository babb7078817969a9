import { desc, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import {
  deliveries,
  deliveriesQuery,
  delivery,
  deliveryInput,
  takeBack,
} from '#contract/stock/deliveries.ts';
import { id } from '#contract/fields.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { listRoute } from '#server/lib/list.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { writeRoute } from '#server/lib/write.ts';
import {
  deliveryParts,
  readDelivery,
  receiveDelivery,
  takeBackDelivery,
} from './deliveries.service.ts';
import { deliveryTable as table } from '#server/db/tables/ledger/deliveries.table.ts';

const params = z.object({ id });
const one = `${deliveries.path}/:id` as const;

export function deliveryRoutes(api: Api, { db }: Services): void {
  listRoute(api, db, deliveries, {
    table,
    branch: table.branchId,
    derived: deliveryParts,
    query: deliveriesQuery,
    order: [desc(table.receivedAt)],
    filter: ({ branchId }) => (branchId === undefined ? undefined : eq(table.branchId, branchId)),
  });
  api.get(
    one,
    { config: { action: deliveries.read }, schema: { params, response: responses(200, delivery) } },
    (request) => readDelivery(db, currentUser(request), request.params.id),
  );
  writeRoute(api, db, {
    method: 'POST',
    path: deliveries.path,
    action: deliveries.write,
    body: deliveryInput,
    status: 201,
    answer: delivery,
    work: (writer, request) => receiveDelivery(writer, request.body),
  });
  writeRoute(api, db, {
    method: 'POST',
    path: `${one}/take-back`,
    action: deliveries.write,
    params,
    body: takeBack,
    status: 200,
    answer: delivery,
    work: (writer, request) => takeBackDelivery(writer, request.params.id, request.body.reason),
  });
}
