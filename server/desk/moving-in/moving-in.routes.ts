import { eq } from 'drizzle-orm';
import type { FastifyError, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import * as contract from '#contract/imports/moving-in.ts';
import { exportTypes } from '#contract/reports/exports.ts';
import { id } from '#contract/fields.ts';
import { languageOf } from '#contract/language.ts';
import { moveTable } from '#server/db/tables/desk/moving-in.table.ts';
import { requireOwnPassword } from '#server/centre/auth/auth.service.ts';
import { requireBranch } from '#server/centre/branches/branches.service.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { sendError } from '#server/lib/error-answer.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { writeOnce, writeRoute } from '#server/lib/write.ts';
import { changeRow, changeSheet, keepMove } from './mend-move.ts';
import { readMoveMoney } from './move-money.ts';
import { findMove, readMove, readMoves, readMovingRows } from './read-move.ts';
import { recognise, type RecognisedSheet } from './recognise.ts';
import { movedAccountRoutes } from './moved-accounts.routes.ts';
import { movingTemplate } from './template.ts';
import { endMovesWith, runMove } from './run-moves.ts';
import { unsigned } from './sign-move.ts';
import { beginUndo, requireNoBusyMove } from './begin-undo.ts';
import { readUsed } from './used-records.ts';

const byId = z.object({ id });
const bySheet = z.object({ id, sheetId: id });
const byRow = z.object({ id, rowId: id });
const reading = { action: 'moves:read' } as const;
const writing = { action: 'moves:write' } as const;

const languageOfRequest = (request: FastifyRequest) =>
  languageOf(request.headers['accept-language']);

/** The framework's errors as messages about a file, not about JSON. */
const fileErrors: Record<string, 'tooLarge' | 'sheetUnreadable'> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'tooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'sheetUnreadable',
};

const auditOf = (action: string, _id: string, after: Record<string, unknown>) => ({
  ...{ action, entity: 'moves', entityId: _id, after },
});

function uploadRoute(api: Api, { db }: Services): void {
  const schema = { querystring: contract.moveQuery, response: responses(201, contract.move) };
  const { MAX_MOVE_BYTES: bodyLimit } = contract;
  api.post('/moves', { config: writing, bodyLimit, schema }, (request, reply) => {
    const file = request.body;
    if (!Buffer.isBuffer(file)) throw new ApiError('sheetUnreadable');
    const user = currentUser(request);
    const { fileName, branchId } = request.query;
    // Not a `writeRoute`, because the body is the file itself.
    return writeOnce<contract.Move, RecognisedSheet[]>(db, request, reply, {
      status: 201,
      prepare: () => recognise(db, file),
      work: async (tx, sheets) => {
        if (branchId !== undefined) await requireBranch(tx, user, 'branchId', branchId);
        const of = { userId: user._id, branchId: branchId ?? null, fileName };
        const _id = await keepMove(tx, of, sheets);
        const answer = await readMove(tx, _id, languageOfRequest(request));
        const { rows } = answer.counts;
        return { answer, audit: auditOf('read-file', _id, { fileName, rows }) };
      },
    });
  });
}

function readRoutes(api: Api, { db }: Services): void {
  const list = { response: responses(200, z.array(contract.moveRow)) };
  api.get('/moves', { config: reading, schema: list }, () => readMoves(db));
  api.get('/moves/template', { config: reading }, async (_request, reply) =>
    reply
      .type(exportTypes.xlsx)
      .header('content-disposition', 'attachment; filename="moving-in.xlsx"')
      .send(await movingTemplate(db)),
  );
  const one = { params: byId, response: responses(200, contract.move) };
  api.get('/moves/:id', { config: reading, schema: one }, (request) =>
    readMove(db, request.params.id, languageOfRequest(request)),
  );
  const rows = {
    ...{ params: byId, querystring: contract.movingRowsQuery },
    response: responses(200, contract.movingRows),
  };
  api.get('/moves/:id/rows', { config: reading, schema: rows }, (request) =>
    readMovingRows(db, request.params.id, request.query, languageOfRequest(request)),
  );
}

function mendRoutes(api: Api, { db }: Services): void {
  const answering = { action: 'moves:write', status: 200, answer: contract.move } as const;
  writeRoute(api, db, {
    ...{ ...answering, method: 'PUT', path: '/moves/:id/sheets/:sheetId' },
    ...{ params: bySheet, body: contract.movingSheetInput },
    work: async ({ tx, user }, request) => {
      const { id: _id, sheetId } = request.params;
      await changeSheet(tx, user, _id, sheetId, request.body);
      const answer = await readMove(tx, _id, languageOfRequest(request));
      return { answer, audit: auditOf('update', _id, { sheetId, ...request.body }) };
    },
  });
  writeRoute(api, db, {
    ...{ ...answering, method: 'PUT', path: '/moves/:id/rows/:rowId' },
    ...{ params: byRow, body: contract.movingRowInput },
    work: async ({ tx, user }, request) => {
      const { id: _id, rowId } = request.params;
      await changeRow({ tx, user }, _id, rowId, request.body);
      const answer = await readMove(tx, _id, languageOfRequest(request));
      return { answer, audit: auditOf('update', _id, { rowId, ...request.body }) };
    },
  });
}

/** The money of a move: what it comes to, and the start of its writing. */
function moneyRoutes(api: Api, { db }: Services): void {
  const schema = { params: byId, response: responses(200, contract.openingTotals) };
  api.get('/moves/:id/money', { config: reading, schema }, async (request) => {
    const { _id } = await findMove(db, request.params.id);
    return readMoveMoney(db, _id);
  });
  const body = contract.moveMoneyInput;
  const config = { action: 'moves:write', secretBody: true } as const;
  const write = { params: byId, body, response: responses(200, contract.move) };
  api.post('/moves/:id/money', { config, schema: write }, (request, reply) => {
    const user = currentUser(request);
    return writeOnce<contract.Move, void>(db, request, reply, {
      status: 200,
      prepare: () => requireOwnPassword(db, user, request.body.password),
      work: async (tx) => {
        const { _id, state, fileName } = await findMove(tx, request.params.id, { lock: true });
        await requireNoBusyMove(tx);
        if (state === 'undone') throw new ApiError('importDone');
        const { due, day } = await readMoveMoney(tx, _id);
        if (due.length === 0) throw new ApiError('moveWithoutMoney');
        await tx
          .update(moveTable)
          .set({ state: 'running', endedAt: null, userId: user._id, moneyDay: day, ...unsigned })
          .where(eq(moveTable._id, _id));
        const answer = await readMove(tx, _id, languageOfRequest(request));
        return { answer, audit: auditOf('import', _id, { fileName, day, money: due }) };
      },
    });
  });
}

/** The start of a run or of the way back, and their stop. */
function runRoutes(api: Api, { db }: Services): void {
  const answering = { action: 'moves:write', status: 200, answer: contract.move } as const;
  const setState = (state: contract.MoveState) => ({ state, endedAt: null });
  writeRoute(api, db, {
    ...{ ...answering, method: 'POST', path: '/moves/:id/run', params: byId },
    work: async ({ tx, user }, request) => {
      const { _id, state, fileName } = await findMove(tx, request.params.id, { lock: true });
      await requireNoBusyMove(tx);
      if (state === 'undone') throw new ApiError('importDone');
      await tx
        .update(moveTable)
        .set({ ...setState('running'), userId: user._id, moneyDay: null })
        .where(eq(moveTable._id, _id));
      const answer = await readMove(tx, _id, languageOfRequest(request));
      return { answer, audit: auditOf('import', _id, { fileName, ...answer.counts }) };
    },
  });
  writeRoute(api, db, {
    ...{ ...answering, method: 'POST', path: '/moves/:id/stop', params: byId },
    work: async ({ tx }, request) => {
      const { _id, state } = await findMove(tx, request.params.id, { lock: true });
      if (contract.isMoveBusy(state))
        await tx.update(moveTable).set(setState('stopped')).where(eq(moveTable._id, _id));
      const answer = await readMove(tx, _id, languageOfRequest(request));
      return { answer, audit: auditOf('update', _id, { state: answer.state }) };
    },
  });
  writeRoute(api, db, {
    ...{ action: 'moves:write', method: 'POST', path: '/moves/:id/undo', params: byId },
    ...{ body: contract.moveUndoInput, status: 200, answer: contract.moveUndoBegun },
    // Without a lock, because every slice looks again.
    prepare: async ({ params, body }) => (body.others ? [] : readUsed(db, params.id)),
    work: async (writer, request, kept) => {
      const { id: _id } = request.params;
      const begun = await beginUndo(writer, _id, kept);
      const { others } = request.body;
      const after = { begun, others, kept: kept.length };
      return { answer: { begun, kept }, audit: auditOf('import-undo', _id, after) };
    },
  });
  // The rows are written or taken back once the state is committed and answered.
  api.addHook('onResponse', async (request, reply) => {
    const { url } = request.routeOptions;
    const { id: _id } = request.params as { id?: string };
    const isStart = ['run', 'money', 'undo'].some((act) => url?.endsWith(`/moves/:id/${act}`));
    if (isStart && request.method === 'POST' && reply.statusCode === 200 && _id !== undefined)
      void runMove(db, api.log, _id);
  });
}

/** Moving a whole centre in from its own sheets, docs/moving-in.md. */
export function movingInRoutes(api: Api, services: Services): void {
  endMovesWith(api, services.db);
  void api.register(async (scope: Api) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer' },
      (_request, body, done) => done(null, body),
    );
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      const code = fileErrors[error.code];
      return sendError(code ? new ApiError(code) : error, request, reply);
    });
    uploadRoute(scope, services);
  });
  readRoutes(api, services);
  mendRoutes(api, services);
  movedAccountRoutes(api, services);
  void api.register(async (scope: Api) => {
    runRoutes(scope, services);
    moneyRoutes(scope, services);
  });
}
