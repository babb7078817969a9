import { and, desc, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import {
  receiveTransfer as received,
  stockTransfer,
  stockTransferInput,
  stockTransfers,
  stockTransfersQuery,
  transferStep,
} from '#contract/stock/stock-transfers.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { listRoute } from '#server/lib/list.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { writeOnce } from '#server/lib/write.ts';
import { writerOf } from '#server/lib/writer.ts';
import { currentUser } from '#server/lib/current-user.ts';
import {
  draftTransfer,
  eitherBranch,
  readTransfer,
  replaceDraft,
  transferBranch,
  transferParts,
} from './stock-transfers.service.ts';
import { stockTransferTable as table } from '#server/db/tables/ledger/stock-transfers.table.ts';
import {
  callBackTransfer,
  cancelTransfer,
  receiveTransfer,
  sendTransfer,
} from './transfer-steps.service.ts';

const params = z.object({ id });
const one = `${stockTransfers.path}/:id` as const;
const [reading, writing] = [{ action: stockTransfers.read }, { action: stockTransfers.write }];
const response = responses(200, stockTransfer);
const steps = { send: sendTransfer, 'call-back': callBackTransfer, cancel: cancelTransfer };

export function stockTransferRoutes(api: Api, { db }: Services): void {
  listRoute(api, db, stockTransfers, {
    ...{
      table,
      branch: transferBranch,
      derived: transferParts,
      query: stockTransfersQuery,
      order: [desc(table.createdAt)],
    },
    filter: ({ branchId, status }) =>
      and(
        branchId === undefined ? undefined : eitherBranch(branchId),
        status && eq(table.status, status),
      ),
  });
  api.get(one, { config: reading, schema: { params, response } }, (request) =>
    readTransfer(db, currentUser(request), request.params.id),
  );

  api.post(
    stockTransfers.path,
    {
      config: writing,
      schema: { body: stockTransferInput, response: responses(201, stockTransfer) },
    },
    (request, reply) =>
      writeOnce(db, request, reply, {
        status: 201,
        work: (tx) => draftTransfer(writerOf(request, tx), request.body),
      }),
  );
  api.put(
    one,
    { config: writing, schema: { params, body: stockTransfers.replaceInput, response } },
    (request, reply) =>
      writeOnce(db, request, reply, {
        status: 200,
        work: (tx) => replaceDraft(writerOf(request, tx), request.params.id, request.body),
      }),
  );
  for (const [step, work] of Object.entries(steps)) {
    api.post(
      `${one}/${step}`,
      { config: writing, schema: { params, body: transferStep, response } },
      (request, reply) =>
        writeOnce(db, request, reply, {
          status: 200,
          work: (tx) => work(writerOf(request, tx), request.params.id, request.body),
        }),
    );
  }
  api.post(
    `${one}/receive`,
    { config: writing, schema: { params, body: received, response } },
    (request, reply) =>
      writeOnce(db, request, reply, {
        status: 200,
        work: (tx) => receiveTransfer(writerOf(request, tx), request.params.id, request.body),
      }),
  );
}
