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
import { currentUser } from '#server/lib/current-user.ts';
import { writeRoute } from '#server/lib/write.ts';
import {
  draftTransfer,
  eitherBranchOfStockTransfer,
  readStockTransfer,
  replaceDraft,
  stockTransferBranch,
  transferParts,
} from './stock-transfers.service.ts';
import { stockTransferTable as table } from '#server/db/tables/ledger/stock-transfers.table.ts';
import {
  callBackTransfer,
  cancelStockTransfer,
  receiveTransfer,
  sendTransfer,
} from './transfer-steps.service.ts';

const params = z.object({ id });
const one = `${stockTransfers.path}/:id` as const;
const reading = { action: stockTransfers.read } as const;
const response = responses(200, stockTransfer);
const steps = { send: sendTransfer, 'call-back': callBackTransfer, cancel: cancelStockTransfer };

export function stockTransferRoutes(api: Api, { db }: Services): void {
  listRoute(api, db, stockTransfers, {
    table,
    branch: stockTransferBranch,
    derived: transferParts,
    query: stockTransfersQuery,
    order: [desc(table.createdAt)],
    filter: ({ branchId, status }) =>
      and(
        branchId === undefined ? undefined : eitherBranchOfStockTransfer(branchId),
        status && eq(table.status, status),
      ),
  });
  api.get(one, { config: reading, schema: { params, response } }, (request) =>
    readStockTransfer(db, currentUser(request), request.params.id),
  );

  writeRoute(api, db, {
    method: 'POST',
    path: stockTransfers.path,
    action: stockTransfers.write,
    body: stockTransferInput,
    status: 201,
    answer: stockTransfer,
    work: (writer, request) => draftTransfer(writer, request.body),
  });
  writeRoute(api, db, {
    method: 'PUT',
    path: one,
    action: stockTransfers.write,
    params,
    body: stockTransfers.replaceInput,
    status: 200,
    answer: stockTransfer,
    work: (writer, request) => replaceDraft(writer, request.params.id, request.body),
  });
  for (const [step, work] of Object.entries(steps)) {
    writeRoute(api, db, {
      method: 'POST',
      path: `${one}/${step}`,
      action: stockTransfers.write,
      params,
      body: transferStep,
      status: 200,
      answer: stockTransfer,
      work: (writer, request) => work(writer, request.params.id, request.body),
    });
  }
  writeRoute(api, db, {
    method: 'POST',
    path: `${one}/receive`,
    action: stockTransfers.write,
    params,
    body: received,
    status: 200,
    answer: stockTransfer,
    work: (writer, request) => receiveTransfer(writer, request.params.id, request.body),
  });
}
