import type { FastifyError, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { ApiErrorCode } from '#contract/errors.ts';
import { exportTypes } from '#contract/reports/exports.ts';
import { id } from '#contract/fields.ts';
import * as contract from '#contract/imports/imports.ts';
import { languageOf, languages, type Language } from '#contract/language.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { actorOf } from '#server/lib/audit.ts';
import { answerWithProgress } from '#server/lib/progress-answer.ts';
import type { Cell } from '#server/lib/sheets/cells.ts';
import { sheetHeadings, type FieldName } from '#server/lib/sheets/headings.ts';
import type { FoundTable } from '#server/lib/sheets/find-table.ts';
import { readSheetTable } from '#server/lib/sheets/read-table.ts';
import { kindOfFields } from '#server/lib/sheets/table-kind.ts';
import { xlsxStream } from '#server/lib/sheets/write-xlsx.ts';
import { writeOnce, writeRoute } from '#server/lib/write.ts';
import { requireBranch } from '#server/centre/branches/branches.service.ts';
import { sendError } from '#server/lib/error-answer.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { checkImportRows, importCheckOf } from './check-rows.ts';
import type { Importer } from './import-kind.ts';
import * as service from './imports.service.ts';
import { hasTitles, titledFields, withFullNames } from './full-names.ts';
import { productImporter } from './product-import.ts';
import { studentImporter } from './student-import.ts';
import { teacherImporter } from './teacher-import.ts';

const byId = z.object({ id });
const languageOfRequest = (request: FastifyRequest) =>
  languageOf(request.headers['accept-language']);

/** The framework's errors as messages about a table, not about JSON. */
const sheetErrors: Record<string, ApiErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'tooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'sheetUnreadable',
};

async function* once(row: Cell[]) {
  yield [row];
}

function template<Input>({ fields, example, kind }: Importer<Input>, language: Language) {
  const values = example(language);
  // The template asks for first and last name, so it has no column for both.
  const names = fields.filter(({ fills }) => !fills).map(({ name }) => name);
  const row = names.map((name) => values[name] ?? null);
  return xlsxStream(
    kind,
    names.map((name) => sheetHeadings[name][language]),
    once(row),
  );
}

/** The answer about a file: what was read, and the fields that its columns can hold. */
function importedFile<Input>(
  { fields }: Importer<Input>,
  table: FoundTable<FieldName>,
  { _id, fileName, language }: { _id: string; fileName: string; language: Language },
): contract.ImportedFile {
  const { sheetName, otherSheets, leftOut, mergedRows, hiddenRows } = table;
  const kind = kindOfFields(fields.map(({ name }) => name));
  const matching = withFullNames(table.columns, table.rows, kind);
  const byTitle = hasTitles(matching, table.rows) ? titledFields : [];
  return {
    ...{ _id, fileName, rowCount: table.rows.length },
    ...{ sheetName, otherSheets, mergedRows, hiddenRows },
    leftOut: leftOut.slice(0, contract.MAX_TOLD),
    ...{ headings: table.headings, firstRows: service.firstRows(table) },
    matching,
    fields: fields.map(({ name, required, fills = [] }) => ({
      ...{ name, required },
      fills: [...fills, ...(byTitle.includes(name) ? ['gender'] : [])],
      label: sheetHeadings[name][language],
    })),
  };
}

function uploadRoute<Input>(api: Api, { db }: Services, importer: Importer<Input>): void {
  const { kind, fields } = importer;
  const config = { action: `${kind}:write` } as const;
  const schema = {
    querystring: contract.importQuery,
    response: responses(201, contract.importedFile),
  };
  const tableKind = kindOfFields(fields.map(({ name }) => name));
  api.post(
    `/${kind}/imports`,
    { config, bodyLimit: contract.MAX_IMPORT_BYTES, schema },
    (request, reply) => {
      const file = request.body;
      if (!Buffer.isBuffer(file)) throw new ApiError('sheetUnreadable');
      const user = currentUser(request);
      const { fileName, branchId = user.branchId, sheet } = request.query;
      // Not a `writeRoute`, because the body is the file itself.
      return writeOnce<contract.ImportedFile, FoundTable<FieldName>>(db, request, reply, {
        status: 201,
        prepare: () => readSheetTable(file, tableKind, sheet),
        work: async (tx, table) => {
          await requireBranch(tx, user, 'branchId', branchId);
          const { headings: columns, rows } = table;
          const of = { kind, userId: user._id, branchId, fileName };
          const _id = await service.keepFile(tx, of, { headings: columns, rows });
          const language = languageOfRequest(request);
          return {
            answer: importedFile(importer, table, { _id, fileName, language }),
            audit: {
              action: 'read-file',
              entity: kind,
              entityId: _id,
              after: { fileName, rows: rows.length },
            },
          };
        },
      });
    },
  );
}

/** The import that a request is about. */
const targetOf = (kind: contract.ImportKind) => (request: FastifyRequest) => ({
  _id: (request.params as { id: string }).id,
  kind,
  user: currentUser(request),
});

function readRoutes<Input>(api: Api, { db }: Services, importer: Importer<Input>): void {
  const { kind } = importer;
  const config = { action: `${kind}:write` } as const;
  const target = targetOf(kind);

  const recent = { response: responses(200, z.array(contract.recentImport)) };
  api.get(`/${kind}/imports`, { config, schema: recent }, (request) =>
    service.recentImports(db, kind, currentUser(request)),
  );

  const state = { params: byId, response: responses(200, contract.importState) };
  api.get(`/${kind}/imports/:id`, { config, schema: state }, async (request) => {
    const { rows, ...found } = await service.findImport(db, target(request));
    const { result } = found;
    return {
      ...found,
      rowCount: result ? result.added + result.updated + result.skipped : rows.length,
    };
  });
}

function checkRoute<Input>(api: Api, { db }: Services, importer: Importer<Input>): void {
  const { kind } = importer;
  const config = { action: `${kind}:write` } as const;
  const target = targetOf(kind);

  const check = {
    params: byId,
    body: contract.importCheckInput,
    response: responses(200, contract.importCheck),
  };
  api.post(
    `/${kind}/imports/:id/check`,
    { config: { ...config, idempotencyKey: false }, schema: check },
    async (request) => {
      const file = await service.findImport(db, target(request));
      if (file.state !== 'read') throw new ApiError('importDone');
      const { matching, answers } = request.body;
      service.checkMatching(importer, file, matching);
      return importCheckOf(
        await checkImportRows(db, importer, file, matching, languageOfRequest(request), answers),
      );
    },
  );
}

function runRoutes<Input>(api: Api, { db }: Services, importer: Importer<Input>): void {
  const { kind } = importer;
  const config = { action: `${kind}:write` } as const;
  const target = targetOf(kind);

  const run = {
    params: byId,
    body: contract.importRunInput,
    response: responses(200, contract.importResult),
  };
  api.post(
    `/${kind}/imports/:id/run`,
    { config, compress: false, schema: run },
    async (request, reply): Promise<contract.ImportResult> => {
      const { _id, user } = target(request);
      const language = languageOfRequest(request);
      // Not a `writeRoute`, because the progress is told before the answer.
      return await answerWithProgress<contract.ImportProgress, contract.ImportResult>(
        request,
        reply,
        (tell) =>
          writeOnce(db, request, reply, {
            status: 200,
            prepare: () =>
              service.prepareRun(db, importer, target(request), request.body, language),
            work: (tx, prepared) =>
              service.runImport(importer, _id, request.body, prepared, {
                tx,
                user,
                tell,
                actor: actorOf(request),
              }),
          }),
      );
    },
  );

  writeRoute(api, db, {
    method: 'POST',
    path: `/${kind}/imports/:id/undo`,
    action: `${kind}:write`,
    params: byId,
    status: 200,
    answer: contract.importUndone,
    work: ({ tx, user }, request) => service.undoImport(importer, tx, user, request.params.id),
  });
}

function templateRoute<Input>(api: Api, importer: Importer<Input>): void {
  const { kind } = importer;
  const schema = { querystring: z.object({ language: z._default(z.enum(languages), 'en') }) };
  api.get(
    `/${kind}/import/template`,
    { config: { action: `${kind}:write` }, schema },
    (request, reply) =>
      reply
        .type(exportTypes.xlsx)
        .header('content-disposition', `attachment; filename="${kind}-template.xlsx"`)
        .send(template(importer, request.query.language)),
  );
}

function routesOf<Input>(api: Api, services: Services, importer: Importer<Input>): void {
  templateRoute(api, importer);
  readRoutes(api, services, importer);
  checkRoute(api, services, importer);
  runRoutes(api, services, importer);
  void api.register(async (scope: Api) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer' },
      (_request, body, done) => done(null, body),
    );
    scope.setErrorHandler<FastifyError>((error, request, reply) => {
      const code = sheetErrors[error.code];
      return sendError(code ? new ApiError(code) : error, request, reply);
    });
    uploadRoute(scope, services, importer);
  });
}

/** Fills lists from files: read, match the columns, check, run, and possibly undo. */
export function importRoutes(api: Api, services: Services): void {
  routesOf(api, services, studentImporter);
  routesOf(api, services, teacherImporter);
  routesOf(api, services, productImporter);
}
