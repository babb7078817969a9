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
import { writeOnce } from '#server/lib/write.ts';
import { writerOf } from '#server/lib/writer.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { countLine, readLines } from './count-lines.service.ts';
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
const [reading, writing] = [{ action: stockCounts.read }, { action: stockCounts.write }];

export function stockCountRoutes(api: Api, { db }: Services): void {
  listRoute(api, db, stockCounts, {
    ...{
      table,
      branch: table.branchId,
      derived: countParts,
      query: stockCountsQuery,
      order: [desc(table.openedAt)],
    },
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

  api.post(
    stockCounts.path,
    { config: writing, schema: { body: stockCounts.input, response: responses(201, stockCount) } },
    (request, reply) =>
      writeOnce(db, request, reply, {
        status: 201,
        work: (tx) => openCount(writerOf(request, tx), request.body),
      }),
  );
  const lineSchema = {
    params: z.extend(params, { productId: id }),
    body: countLineInput,
    response: responses(200, line),
  };
  api.put(`${one}/lines/:productId`, { config: writing, schema: lineSchema }, (request, reply) =>
    writeOnce(db, request, reply, {
      status: 200,
      work: (tx) =>
        countLine(writerOf(request, tx), request.params.id, request.params.productId, request.body),
    }),
  );
  for (const [step, work] of [
    ['finish', finishCount],
    ['cancel', cancelCount],
  ] as const) {
    api.post(
      `${one}/${step}`,
      {
        config: writing,
        schema: { params, body: closeCount, response: responses(200, stockCount) },
      },
      (request, reply) =>
        writeOnce(db, request, reply, {
          status: 200,
          work: (tx) => work(writerOf(request, tx), request.params.id, request.body.reason),
        }),
    );
  }
}
