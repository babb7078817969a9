import { and, desc, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import {
  closeCount,
  countLine as line,
  countLineInput,
  countLines,
  stockCount,
  stockCounts,
  stockCountsQuery,
} from '#contract/stock/stock-counts.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { listRoute } from '#server/lib/list.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { writeRoute } from '#server/lib/write.ts';
import { saveCountLine, readLines } from './count-lines.service.ts';
import {
  cancelCount,
  countParts,
  finishCount,
  openCount,
  readCount,
} from './stock-counts.service.ts';
import { stockCountTable as table } from '#server/db/tables/ledger/stock-counts.table.ts';

const params = z.object({ id });
const one = `${stockCounts.path}/:id` as const;
const reading = { action: stockCounts.read } as const;

export function stockCountRoutes(api: Api, { db }: Services): void {
  listRoute(api, db, stockCounts, {
    table,
    branch: table.branchId,
    derived: countParts,
    query: stockCountsQuery,
    order: [desc(table.openedAt)],
    filter: ({ branchId, status }) =>
      and(
        branchId === undefined ? undefined : eq(table.branchId, branchId),
        status && eq(table.status, status),
      ),
  });
  api.get(
    one,
    { config: reading, schema: { params, response: responses(200, stockCount) } },
    (request) => readCount(db, currentUser(request), request.params.id),
  );
  api.get(
    `${one}/lines`,
    { config: reading, schema: { params, response: responses(200, countLines) } },
    (request) => readLines(db, currentUser(request), request.params.id),
  );

  writeRoute(api, db, {
    method: 'POST',
    path: stockCounts.path,
    action: stockCounts.write,
    body: stockCounts.input,
    status: 201,
    answer: stockCount,
    work: (writer, request) => openCount(writer, request.body),
  });
  writeRoute(api, db, {
    method: 'PUT',
    path: `${one}/lines/:productId`,
    action: stockCounts.write,
    params: z.extend(params, { productId: id }),
    body: countLineInput,
    status: 200,
    answer: line,
    work: (writer, request) =>
      saveCountLine(writer, request.params.id, request.params.productId, request.body),
  });
  for (const [step, work] of [
    ['finish', finishCount],
    ['cancel', cancelCount],
  ] as const) {
    writeRoute(api, db, {
      method: 'POST',
      path: `${one}/${step}`,
      action: stockCounts.write,
      params,
      body: closeCount,
      status: 200,
      answer: stockCount,
      work: (writer, request) => work(writer, request.params.id, request.body.reason),
    });
  }
}
