import { eq } from 'drizzle-orm';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import * as contract from '#contract/imports/moving-in.ts';
import { id } from '#contract/fields.ts';
import { languageOf, type Language } from '#contract/language.ts';
import { can, type Action } from '#contract/roles.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { moveTable } from '#server/db/tables/desk/moving-in.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { sendError } from '#server/lib/error-answer.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { writeOnce, writeRoute } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { stopAdding } from './adding-turn.ts';
import { stopCheck } from './check-turn.ts';
import { beginFirstCheck, dropMove } from './keep-move.ts';
import { changeRow, changeSheet, checkAgain } from './mend-move.ts';
import { findMove, readMove, readMovingRows } from './read-move.ts';
import { goOnWithStillCheck, runMoveCheck, runMove } from './run-moves.ts';
import { beginUndo, requireNoBusyMove } from './begin-undo.ts';
import { readUsed } from './used-records.ts';

/** The addresses of moves, who may use them, and which moves are behind them. */
export type MovesAt = {
  path: string;
  reads: Action;
  writes: Action;
  /** Throws unless the move is one of these, and of the person who asks. */
  require: (db: Db | Tx, request: FastifyRequest, moveId: string) => Promise<void>;
  /** Asks for the signature of a run that needs one; gives the signer, for the log. */
  sign?: (
    writer: Pick<Writer, 'tx' | 'user'>,
    moveId: string,
    approvalToken: string | null,
  ) => Promise<object | undefined>;
};

export const byMoveId = z.object({ id });
const bySheet = z.object({ id, sheetId: id });
const byRow = z.object({ id, rowId: id });

export const languageOfRequest = (request: FastifyRequest): Language =>
  languageOf(request.headers['accept-language']);

/** The framework's errors as messages about a file, not about JSON. */
const fileErrors: Record<string, 'tooLarge' | 'sheetUnreadable'> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'tooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'sheetUnreadable',
};

export const auditOfMove = (action: string, _id: string, after: Record<string, unknown>) => ({
  action,
  entity: 'moves',
  entityId: _id,
  after,
});

/**
 * Begins the dry run that a request of this scope has asked for, once its write is saved, and
 * answers with what it found. A long one goes on by itself, and the page asks again.
 */
function checkBehind(scope: Api, { db }: Services): void {
  scope.addHook('preSerialization', async (request, _reply, answer: unknown) => {
    const { _id, state } = (answer ?? {}) as Partial<contract.Move>;
    if (state !== 'checking' || _id === undefined) return answer;
    const language = languageOfRequest(request);
    await runMoveCheck(db, scope.log, _id, language);
    return readMove(db, _id, language);
  });
}

/**
 * Reads a file into a new move. Its rows are stored slice by slice before the write, so that no
 * transaction is as long as the file; a move that does not become the answer goes again.
 */
export async function readMoveFile(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  keep: () => Promise<string>,
): Promise<contract.Move> {
  let kept: string | undefined;
  let answered: string | undefined;
  try {
    // Not a `writeRoute`, because the body is the file itself.
    const answer = await writeOnce<contract.Move, string>(db, request, reply, {
      status: 201,
      prepare: async () => (kept = await keep()),
      work: async (tx, _id) => {
        await beginFirstCheck(tx, _id);
        const move = await readMove(tx, _id, languageOfRequest(request));
        const { list, fileName, counts } = move;
        const after = { ...(list && { list }), fileName, rows: counts.rows };
        return { answer: move, audit: auditOfMove('read-file', _id, after) };
      },
    });
    answered = answer._id;
    return answer;
  } finally {
    if (kept !== undefined && kept !== answered) await dropMove(db, kept);
  }
}

/** Routes whose body is a file itself. */
export function moveFileRoutes(api: Api, services: Services, routes: (scope: Api) => void): void {
  void api.register(async (scope: Api) => {
    checkBehind(scope, services);
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
    routes(scope);
  });
}

/** One move, and its rows. */
export function moveReadRoutes(api: Api, { db }: Services, at: MovesAt): void {
  const config = { action: at.reads } as const;
  const one = { params: byMoveId, response: responses(200, contract.move) };
  api.get(`${at.path}/:id`, { config, schema: one }, async (request) => {
    const { id: _id } = request.params;
    await at.require(db, request, _id);
    const language = languageOfRequest(request);
    const move = await readMove(db, _id, language);
    if (move.state === 'checking') await goOnWithStillCheck(db, api.log, _id, language);
    return move;
  });
  const rows = {
    params: byMoveId,
    querystring: contract.movingRowsQuery,
    response: responses(200, contract.movingRows),
  };
  api.get(`${at.path}/:id/rows`, { config, schema: rows }, async (request) => {
    const { id: _id } = request.params;
    await at.require(db, request, _id);
    const mayNotSee = can(currentUser(request), 'products:cost') ? [] : ['cost'];
    const language = languageOfRequest(request);
    return readMovingRows(db, _id, request.query, { language, mayNotSee });
  });
}

/** What a person mends: what a sheet is, and the cells of a row. */
export function mendRoutes(api: Api, services: Services, at: MovesAt): void {
  void api.register(async (scope: Api) => {
    checkBehind(scope, services);
    mendingRoutes(scope, services, at);
  });
}

function mendingRoutes(api: Api, { db }: Services, at: MovesAt): void {
  const answering = { action: at.writes, status: 200, answer: contract.move } as const;
  writeRoute(api, db, {
    ...answering,
    method: 'PUT',
    path: `${at.path}/:id/sheets/:sheetId`,
    params: bySheet,
    body: contract.movingSheetInput,
    work: async ({ tx, user }, request) => {
      const { id: _id, sheetId } = request.params;
      await at.require(tx, request, _id);
      const language = languageOfRequest(request);
      await changeSheet({ tx, user }, _id, sheetId, request.body);
      const answer = await readMove(tx, _id, language);
      return { answer, audit: auditOfMove('update', _id, { sheetId, ...request.body }) };
    },
  });
  writeRoute(api, db, {
    ...answering,
    method: 'PUT',
    path: `${at.path}/:id/rows/:rowId`,
    params: byRow,
    body: contract.movingRowInput,
    work: async ({ tx, user }, request) => {
      const { id: _id, rowId } = request.params;
      await at.require(tx, request, _id);
      const language = languageOfRequest(request);
      await changeRow({ tx, user }, _id, rowId, request.body);
      const answer = await readMove(tx, _id, language);
      return { answer, audit: auditOfMove('update', _id, { rowId, ...request.body }) };
    },
  });
  writeRoute(api, db, {
    ...answering,
    method: 'POST',
    path: `${at.path}/:id/check`,
    params: byMoveId,
    work: async ({ tx }, request) => {
      const { id: _id } = request.params;
      await at.require(tx, request, _id);
      await checkAgain(tx, _id);
      const answer = await readMove(tx, _id, languageOfRequest(request));
      return { answer, audit: auditOfMove('update', _id, { state: answer.state }) };
    },
  });
}

/** The stop of a check, of a run or of the way back. */
function stopRoute(api: Api, { db }: Services, at: MovesAt): void {
  writeRoute(api, db, {
    action: at.writes,
    method: 'POST',
    path: `${at.path}/:id/stop`,
    params: byMoveId,
    status: 200,
    answer: contract.move,
    // In slices of its own, because the rows of a check lose their results.
    prepare: async (request) => {
      await at.require(db, request, request.params.id);
      const move = await findMove(db, request.params.id);
      await stopCheck(db, move);
      await stopAdding(db, move);
    },
    work: async ({ tx }, request) => {
      const { _id, state } = await findMove(tx, request.params.id, { lock: true });
      if (contract.isMoveWriting(state))
        await tx
          .update(moveTable)
          .set({ state: 'stopped', endedAt: null })
          .where(eq(moveTable._id, _id));
      const answer = await readMove(tx, _id, languageOfRequest(request));
      return { answer, audit: auditOfMove('update', _id, { state: answer.state }) };
    },
  });
}

/** The way back. */
function undoRoute(api: Api, { db }: Services, at: MovesAt): void {
  writeRoute(api, db, {
    action: at.writes,
    method: 'POST',
    path: `${at.path}/:id/undo`,
    params: byMoveId,
    body: contract.moveUndoInput,
    status: 200,
    answer: contract.moveUndoBegun,
    // Without a lock, because every slice looks again.
    prepare: async (request) => {
      await at.require(db, request, request.params.id);
      return request.body.others ? [] : readUsed(db, request.params.id);
    },
    work: async (writer, request, kept) => {
      const { id: _id } = request.params;
      const begun = await beginUndo(writer, _id, kept);
      const { others } = request.body;
      const after = { begun, others, kept: kept.length };
      return { answer: { begun, kept }, audit: auditOfMove('import-undo', _id, after) };
    },
  });
}

/** The start of a run or of the way back, and their stop; `acts` are further ones that start. */
export function runRoutes(
  api: Api,
  services: Services,
  at: MovesAt,
  acts: readonly string[] = [],
): void {
  const { db } = services;
  const answering = { action: at.writes, status: 200, answer: contract.move } as const;
  writeRoute(api, db, {
    ...answering,
    method: 'POST',
    path: `${at.path}/:id/run`,
    params: byMoveId,
    ...(at.sign && { body: contract.moveRunInput }),
    work: async ({ tx, user }, request) => {
      await at.require(tx, request, request.params.id);
      const move = await findMove(tx, request.params.id, { lock: true });
      await requireNoBusyMove(tx, move);
      const { _id, state, fileName } = move;
      if (state === 'undone') throw new ApiError('importDone');
      const signer = await at.sign?.({ tx, user }, _id, request.body.approvalToken);
      await tx
        .update(moveTable)
        .set({ state: 'running', endedAt: null, userId: user._id, moneyDay: null })
        .where(eq(moveTable._id, _id));
      const answer = await readMove(tx, _id, languageOfRequest(request));
      return {
        answer,
        audit: auditOfMove('import', _id, { fileName, ...answer.counts, ...signer }),
      };
    },
  });
  stopRoute(api, services, at);
  undoRoute(api, services, at);
  const starts = ['run', 'undo', ...acts].map((act) => `${at.path}/:id/${act}`);
  // The rows are written or taken back once the state is committed and answered.
  api.addHook('onResponse', async (request, reply) => {
    const { url } = request.routeOptions;
    const { id: _id } = request.params as { id?: string };
    const isStart = starts.some((path) => url?.endsWith(path));
    if (isStart && request.method === 'POST' && reply.statusCode === 200 && _id !== undefined)
      void runMove(db, api.log, _id);
  });
}
