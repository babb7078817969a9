import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import { MAX_IMPORT_BYTES } from '#contract/imports/imports.ts';
import {
  lineRecord,
  lineRecorded,
  statementColumnsQuery,
  statementLeftOut,
  statementLoaded,
  statementPreview,
  statementQuery,
  statements,
  statementTakenBack,
  statementView,
  type StatementColumnsQuery,
  type StatementLoaded,
} from '#contract/money/statements.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { verification } from '#contract/orders/due-payments.ts';
import type { Db } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { writeOnce, writeRoute } from '#server/lib/write.ts';
import { writerOf } from '#server/lib/writer.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { readStatementFile, type StatementSheet } from './read-statement.ts';
import { readAccount, recordLine } from './statement-lines.service.ts';
import { previewStatement } from './statement-reading.service.ts';
import { readLeftOut, readStatementView } from './statement-view.service.ts';
import { loadStatement, takeStatementBack } from './statements.service.ts';

const params = z.object({ id });
const writing = { action: verification.write } as const;

/** Finds the table of a statement in the file of an account. */
async function readFileOf(
  db: Db,
  user: SignedInUser,
  { bankAccountId, sheet }: StatementColumnsQuery,
  file: Buffer,
) {
  const account = await readAccount(db, user, bankAccountId);
  return { account, sheet: await readStatementFile(file, sheet, account) };
}

/** Bank statements, and their matching with the payments that the desk recorded. */
export function statementRoutes(api: Api, { db }: Services): void {
  void api.register(async (scope: Api) => {
    scope.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer' },
      (_request, body, done) => done(null, body),
    );
    const looking = {
      querystring: statementColumnsQuery,
      response: responses(200, statementPreview),
    };
    scope.post(
      `${statements.path}/columns`,
      {
        config: { ...writing, idempotencyKey: false },
        bodyLimit: MAX_IMPORT_BYTES,
        schema: looking,
      },
      async (request) => {
        const { body, query } = request;
        if (!Buffer.isBuffer(body)) throw new ApiError('sheetUnreadable');
        const { sheet, account } = await readFileOf(db, currentUser(request), query, body);
        return previewStatement(sheet, account, query);
      },
    );
    const loading = { querystring: statementQuery, response: responses(201, statementLoaded) };
    scope.post(
      statements.path,
      { config: writing, bodyLimit: MAX_IMPORT_BYTES, schema: loading },
      (request, reply) => {
        const file = request.body;
        if (!Buffer.isBuffer(file)) throw new ApiError('sheetUnreadable');
        // Not a `writeRoute`, because the body is the file itself.
        return writeOnce<StatementLoaded, StatementSheet>(db, request, reply, {
          status: 201,
          prepare: async () =>
            (await readFileOf(db, currentUser(request), request.query, file)).sheet,
          work: (tx, sheet) => loadStatement(writerOf(request, tx), request.query, sheet),
        });
      },
    );
  });
  const view = { params, response: responses(200, statementView) };
  api.get(
    `${statements.path}/:id`,
    { config: { action: verification.read }, schema: view },
    (request) => readStatementView(db, currentUser(request), request.params.id),
  );
  const lookingLeft = { params, response: responses(200, statementLeftOut) };
  api.get(
    `${statements.path}/:id/left-out`,
    { config: { action: verification.read }, schema: lookingLeft },
    (request) => readLeftOut(db, currentUser(request), request.params.id),
  );
  writeRoute(api, db, {
    method: 'POST',
    path: `${statements.path}/:id/take-back`,
    action: verification.write,
    params,
    status: 200,
    answer: statementTakenBack,
    work: (writer, request) => takeStatementBack(writer, request.params.id),
  });
  writeRoute(api, db, {
    method: 'POST',
    path: `${verification.path}/statement-lines/:id/record`,
    action: verification.write,
    params,
    body: lineRecord,
    status: 200,
    answer: lineRecorded,
    work: (writer, request) => recordLine(writer, request.params.id, request.body),
  });
}
