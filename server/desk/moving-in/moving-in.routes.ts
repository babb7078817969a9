import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import * as contract from '#contract/imports/moving-in.ts';
import { exportTypes } from '#contract/reports/exports.ts';
import { moveTable } from '#server/db/tables/desk/moving-in.table.ts';
import { requireOwnPassword } from '#server/centre/auth/own-password.ts';
import { requireBranch } from '#server/centre/branches/branches.service.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { actorOf } from '#server/lib/audit.ts';
import { beginExport } from '#server/lib/begin-export.ts';
import { currentSession, currentUser } from '#server/lib/current-user.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { xlsxBook } from '#server/lib/sheets/write-xlsx.ts';
import { writeOnce } from '#server/lib/write.ts';
import { addMoveFile } from './add-file.ts';
import { keepMove } from './keep-move.ts';
import { readMoveMoney } from './move-money.ts';
import {
  auditOfMove,
  byMoveId,
  moveFileRoutes,
  readMoveFile,
  languageOfRequest,
  mendRoutes,
  moveReadRoutes,
  runRoutes,
  type MovesAt,
} from './move-routes.ts';
import { findMove, readMove, readMoves } from './read-move.ts';
import { recognise } from './recognise.ts';
import { sheetsWithRemarks } from './remarks.ts';
import { movedAccountRoutes } from './moved-accounts.routes.ts';
import { movingTemplate } from './template.ts';
import { endMovesWith } from './run-moves.ts';
import { signMovedAccounts } from './sign-accounts.ts';
import { unsigned } from './sign-move.ts';
import { requireNoBusyMove } from './begin-undo.ts';

const reading = { action: 'moves:read' } as const;
const writing = { action: 'moves:write' } as const;

/** Moves of the whole centre; the imports of one list have addresses of their own. */
const moves: MovesAt = {
  path: '/moves',
  reads: 'moves:read',
  writes: 'moves:write',
  require: async (db, _request, moveId) => {
    const { list } = await findMove(db, moveId);
    if (list !== null) throw new ApiError('notFound');
  },
  sign: signMovedAccounts,
};

function uploadRoute(api: Api, { db }: Services): void {
  const schema = { querystring: contract.moveQuery, response: responses(201, contract.move) };
  const { MAX_MOVE_BYTES: bodyLimit } = contract;
  api.post('/moves', { config: writing, bodyLimit, schema }, (request, reply) => {
    const file = request.body;
    if (!Buffer.isBuffer(file)) throw new ApiError('sheetUnreadable');
    const user = currentUser(request);
    const { fileName, branchId } = request.query;
    const prepare = async () => {
      if (branchId !== undefined) await requireBranch(db, user, 'branchId', branchId);
      const of = { userId: user._id, branchId: branchId ?? null, fileName };
      return keepMove(db, of, await recognise(db, file, fileName));
    };
    return readMoveFile(db, request, reply, prepare);
  });
}

/** A further file of a move, such as the next CSV file. */
function furtherFileRoute(api: Api, { db }: Services): void {
  const schema = {
    params: byMoveId,
    querystring: contract.moveFileQuery,
    response: responses(200, contract.move),
  };
  const { MAX_MOVE_BYTES: bodyLimit } = contract;
  api.post('/moves/:id/files', { config: writing, bodyLimit, schema }, async (request, reply) => {
    const file = request.body;
    if (!Buffer.isBuffer(file)) throw new ApiError('sheetUnreadable');
    const { id: _id } = request.params;
    await moves.require(db, request, _id);
    return addMoveFile(db, request, reply, { _id, file, fileName: request.query.fileName });
  });
}

function listRoutes(api: Api, { db }: Services): void {
  const list = { response: responses(200, z.array(contract.moveRow)) };
  api.get('/moves', { config: reading, schema: list }, () => readMoves(db));
  api.get('/moves/template', { config: reading }, async (_request, reply) =>
    reply
      .type(exportTypes.xlsx)
      .header('content-disposition', 'attachment; filename="moving-in.xlsx"')
      .send(await movingTemplate(db)),
  );
}

/** The sheets of a move with a remark beside each row. */
function remarksRoute(api: Api, { db }: Services): void {
  const schema = { params: byMoveId };
  api.get('/moves/:id/remarks', { config: reading, schema }, async (request, reply) => {
    const { id: _id } = request.params;
    await moves.require(db, request, _id);
    const { fileName } = await findMove(db, _id);
    const sheets = await sheetsWithRemarks(db, _id, languageOfRequest(request));
    await beginExport(db, request, reply, { entity: 'moves', entityId: _id, after: { fileName } });
    return reply
      .type(exportTypes.xlsx)
      .header('content-disposition', 'attachment; filename="moving-in-remarks.xlsx"')
      .send(xlsxBook(sheets));
  });
}

/** The money of a move: what it comes to, and the start of its writing. */
function moneyRoutes(api: Api, { db }: Services): void {
  const schema = { params: byMoveId, response: responses(200, contract.openingTotals) };
  api.get('/moves/:id/money', { config: reading, schema }, async (request) => {
    const { _id } = await findMove(db, request.params.id);
    return readMoveMoney(db, _id);
  });
  const body = contract.moveMoneyInput;
  const config = { action: 'moves:write', secretBody: true } as const;
  const write = { params: byMoveId, body, response: responses(200, contract.move) };
  api.post('/moves/:id/money', { config, schema: write }, (request, reply) => {
    const user = currentUser(request);
    return writeOnce<contract.Move, void>(db, request, reply, {
      status: 200,
      prepare: () =>
        requireOwnPassword(db, actorOf(request), currentSession(request), request.body.password),
      work: async (tx) => {
        const move = await findMove(tx, request.params.id, { lock: true });
        await requireNoBusyMove(tx, move);
        const { _id, state, fileName } = move;
        if (state === 'undone') throw new ApiError('importDone');
        const { due, day, code } = await readMoveMoney(tx, _id);
        if (due.length === 0) throw new ApiError('moveWithoutMoney');
        if (code !== request.body.code) throw new ApiError('moveSumsChanged');
        await tx
          .update(moveTable)
          .set({ state: 'running', endedAt: null, userId: user._id, moneyDay: day, ...unsigned })
          .where(eq(moveTable._id, _id));
        const answer = await readMove(tx, _id, languageOfRequest(request));
        return { answer, audit: auditOfMove('import', _id, { fileName, day, money: due }) };
      },
    });
  });
}

/** Moving a whole centre in from its own sheets, docs/moving-in.md. */
export function movingInRoutes(api: Api, services: Services): void {
  endMovesWith(api, services.db);
  moveFileRoutes(api, services, (scope) => {
    uploadRoute(scope, services);
    furtherFileRoute(scope, services);
  });
  listRoutes(api, services);
  remarksRoute(api, services);
  moveReadRoutes(api, services, moves);
  mendRoutes(api, services, moves);
  movedAccountRoutes(api, services);
  void api.register(async (scope: Api) => {
    runRoutes(scope, services, moves, ['money']);
    moneyRoutes(scope, services);
  });
}
