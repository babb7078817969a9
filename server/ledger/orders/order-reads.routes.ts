import { desc } from 'drizzle-orm';
import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import { orderPage } from '#contract/orders/order-page.ts';
import {
  orderCounts,
  orderCountsQuery,
  orderListSums,
  orderLookupQuery,
  orderLookupRow,
  orders,
  ordersQuery,
} from '#contract/orders/order-rows.ts';
import { receiptCheck, receiptQuery } from '#contract/money/receipt-check.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { listRoute } from '#server/lib/list.ts';
import { listedBranch } from '#server/lib/branch-scope.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { orderLookupOf } from './order-lookup.service.ts';
import { readOrderPage } from './order-page.service.ts';
import { countOrders, findOrders, orderFilter, orderRowFields, sumOrders } from './order-rows.ts';
import { orderTable as table } from '#server/db/tables/ledger/orders.table.ts';
import { checkReceipt } from './receipt-check.service.ts';

const reading = { action: orders.read } as const;

/** Reads of orders for lists and pages, and the check of a paper receipt. */
export function orderReadRoutes(api: Api, { db }: Services): void {
  listRoute(api, db, orders, {
    table,
    branch: table.branchId,
    derived: orderRowFields,
    query: ordersQuery,
    filter: orderFilter,
    find: (search, { branchId }, user) => findOrders(db, search, listedBranch(user, branchId)),
    order: [desc(table.at), desc(table._id)],
  });

  const sums = { querystring: ordersQuery, response: responses(200, orderListSums) };
  api.get(`${orders.path}/sums`, { config: reading, schema: sums }, (request) =>
    sumOrders(db, currentUser(request), request.query),
  );

  const counts = { querystring: orderCountsQuery, response: responses(200, orderCounts) };
  api.get(`${orders.path}/counts`, { config: reading, schema: counts }, (request) =>
    countOrders(db, currentUser(request), request.query.branchId),
  );

  const lookup = {
    querystring: orderLookupQuery,
    response: responses(200, z.array(orderLookupRow)),
  };
  api.get(`${orders.path}/lookup`, { config: reading, schema: lookup }, (request) =>
    orderLookupOf(db, currentUser(request), request.query.branchId),
  );

  const one = { params: z.object({ id }), response: responses(200, orderPage) };
  api.get(`${orders.path}/:id`, { config: reading, schema: one }, (request) =>
    readOrderPage(db, currentUser(request), request.params.id),
  );

  const receipt = { querystring: receiptQuery, response: responses(200, receiptCheck) };
  api.get('/receipts', { config: reading, schema: receipt }, (request) =>
    checkReceipt(db, currentUser(request), request.query),
  );
}
