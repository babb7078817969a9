import { desc, eq } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import {
  transferPreview,
  transferPreviewQuery,
  transferTargets,
  transferTargetsQuery,
} from '#contract/classes/transfer-preview.ts';
import {
  transfer,
  transferCancel,
  transferCounts,
  transferCountsQuery,
  transferDecision,
  transferInput,
  transfers,
  transfersQuery,
  type Transfer,
} from '#contract/classes/transfers.ts';
import type { Db, Tx } from '#server/db/client.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { serverActor } from '#server/lib/audit.ts';
import { listRoute } from '#server/lib/list.ts';
import { responses } from '#server/lib/response-schemas.ts';
import {
  retryOnConflict,
  writeAudited,
  writeOnce,
  writeRoute,
  type WriteResult,
} from '#server/lib/write.ts';
import { writerOf, type Writer } from '#server/lib/writer.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { expireHolds } from '#server/academic/enrolments/holds.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { askTransfer } from './ask-transfer.service.ts';
import { cancelClassTransfer, decideTransfer, TransferOver } from './decide-transfer.service.ts';
import { previewTransfer, readTransferTargets } from './preview.service.ts';
import { readClassTransfer } from './read-transfer.service.ts';
import {
  countTransfers,
  findTransfer,
  findTransfers,
  classTransferBranch,
  transferFields,
  transferFieldsFor,
  transferFilter,
} from './transfer-rows.ts';
import { transferTable as table } from '#server/db/tables/desk/transfers.table.ts';

const params = z.object({ id });
const one = `${transfers.path}/:id` as const;
const [reading, writing] = [{ action: transfers.read }, { action: transfers.write }];
const response = responses(200, transfer);

/** Takes a step of a request. If its time is over, its end is written before the user is told. */
async function takeStep(
  db: Db,
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
  work: (writer: Writer) => Promise<WriteResult<Transfer>>,
): Promise<Transfer> {
  try {
    // Not a `writeRoute`, because the end of a request is written after the refused step.
    return await writeOnce(db, request, reply, {
      status: 200,
      work: (tx) => work(writerOf(request, tx)),
    });
  } catch (error) {
    if (!(error instanceof TransferOver)) throw error;
    const { toEnrolmentId } = await findTransfer(db, currentUser(request), request.params.id);
    await retryOnConflict(() =>
      writeAudited(db, serverActor, async (tx: Tx) => ({
        answer: undefined,
        audit: await expireHolds(tx, { which: eq(enrolmentTable._id, toEnrolmentId) }),
      })),
    );
    throw error;
  }
}

/** Transfers between classes: requested, decided and carried out. */
export function transferRoutes(api: Api, { db }: Services): void {
  listRoute(api, db, transfers, {
    table,
    branch: classTransferBranch,
    query: transfersQuery,
    order: [desc(table.askedAt)],
    find: findTransfers,
    filter: transferFilter,
    derived: {
      ...transferFields,
      mayDecide: transferFields.waitsFor,
      mayCancel: transferFields.status,
    },
    derivedFor: transferFieldsFor,
  });
  const counts = { querystring: transferCountsQuery, response: responses(200, transferCounts) };
  api.get(`${transfers.path}/counts`, { config: reading, schema: counts }, (request) =>
    countTransfers(db, currentUser(request), request.query),
  );
  const preview = { querystring: transferPreviewQuery, response: responses(200, transferPreview) };
  api.get(`${transfers.path}/preview`, { config: writing, schema: preview }, (request) =>
    previewTransfer(db, currentUser(request), request.query),
  );
  const targets = { querystring: transferTargetsQuery, response: responses(200, transferTargets) };
  api.get(`${transfers.path}/targets`, { config: writing, schema: targets }, (request) =>
    readTransferTargets(db, currentUser(request), request.query),
  );
  api.get(one, { config: reading, schema: { params, response } }, (request) =>
    readClassTransfer(db, currentUser(request), request.params.id),
  );

  writeRoute(api, db, {
    method: 'POST',
    path: transfers.path,
    action: transfers.write,
    body: transferInput,
    status: 201,
    answer: transfer,
    work: (writer, request) => askTransfer(writer, request.body),
  });
  api.post(
    `${one}/decide`,
    {
      config: { action: 'transfers:decide' },
      schema: { params, body: transferDecision, response },
    },
    (request, reply) =>
      takeStep(db, request, reply, (writer) =>
        decideTransfer(writer, request.params.id, request.body),
      ),
  );
  api.post(
    `${one}/cancel`,
    { config: writing, schema: { params, body: transferCancel, response } },
    (request, reply) =>
      takeStep(db, request, reply, (writer) =>
        cancelClassTransfer(writer, request.params.id, request.body),
      ),
  );
}
