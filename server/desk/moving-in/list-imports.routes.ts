import * as z from 'zod/mini';
import * as contract from '#contract/imports/imports.ts';
import { listImport, move } from '#contract/imports/moving-in.ts';
import { exportTypes } from '#contract/reports/exports.ts';
import { requireBranch } from '#server/centre/branches/branches.service.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { recentImports, requireOwnImport } from './list-imports.ts';
import { keepMove } from './keep-move.ts';
import {
  moveFileRoutes,
  mendRoutes,
  moveReadRoutes,
  readMoveFile,
  runRoutes,
  type MovesAt,
} from './move-routes.ts';
import { recogniseList } from './recognise.ts';
import { listTemplate } from './template.ts';

/** The imports of one list: of the person who asks, and with the rights of that list. */
const importsOf = (list: contract.ImportKind): MovesAt => ({
  path: `/${list}/imports`,
  reads: `${list}:write`,
  writes: `${list}:write`,
  require: (db, request, moveId) => requireOwnImport(db, list, currentUser(request), moveId),
});

function uploadRoute(api: Api, { db }: Services, list: contract.ImportKind): void {
  const config = { action: `${list}:write` } as const;
  const schema = { querystring: contract.importQuery, response: responses(201, move) };
  const { MAX_IMPORT_BYTES: bodyLimit } = contract;
  api.post(`/${list}/imports`, { config, bodyLimit, schema }, (request, reply) => {
    const file = request.body;
    if (!Buffer.isBuffer(file)) throw new ApiError('sheetUnreadable');
    const user = currentUser(request);
    const { fileName, branchId = user.branchId } = request.query;
    const prepare = async () => {
      await requireBranch(db, user, 'branchId', branchId);
      const of = { userId: user._id, branchId, fileName, list };
      return keepMove(db, of, await recogniseList(db, file, list));
    };
    return readMoveFile(db, request, reply, prepare);
  });
}

function routesOf(api: Api, services: Services, list: contract.ImportKind): void {
  const { db } = services;
  const config = { action: `${list}:write` } as const;
  api.get(`/${list}/import/template`, { config }, (_request, reply) =>
    reply
      .type(exportTypes.xlsx)
      .header('content-disposition', `attachment; filename="${list}-template.xlsx"`)
      .send(listTemplate(list)),
  );
  const recent = { response: responses(200, z.array(listImport)) };
  api.get(`/${list}/imports`, { config, schema: recent }, (request) =>
    recentImports(db, list, currentUser(request)),
  );
  moveFileRoutes(api, services, (scope) => uploadRoute(scope, services, list));
  moveReadRoutes(api, services, importsOf(list));
  mendRoutes(api, services, importsOf(list));
  void api.register(async (scope: Api) => runRoutes(scope, services, importsOf(list)));
}

/** Fills a list from a file: a move with the sheets of that list alone, docs/moving-in.md. */
export function listImportRoutes(api: Api, services: Services): void {
  for (const list of contract.importKinds) routesOf(api, services, list);
}
