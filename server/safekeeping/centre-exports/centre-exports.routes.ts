import * as z from 'zod/mini';
import {
  branchExport,
  centreExport,
  centreExportInput,
  centreExports,
  startedCentreExport,
} from '#contract/imports/centre-exports.ts';
import { id } from '#contract/fields.ts';
import { students } from '#contract/people/students.ts';
import { exportTypes } from '#contract/reports/exports.ts';
import { requireOwnPassword } from '#server/centre/auth/own-password.ts';
import { raiseDailyAlert } from '#server/centre/alerts/raise-alert.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { actorOf, recordAudit } from '#server/lib/audit.ts';
import { beginExport } from '#server/lib/begin-export.ts';
import { currentSession, currentUser } from '#server/lib/current-user.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { writeOnce } from '#server/lib/write.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { tellOfEverybody } from '#server/reading/exports/everybody-exported.ts';
import {
  branchXlsx,
  readBranchWorkbook,
} from '#server/safekeeping/centre-exports/workbook/branch-workbook.ts';
import {
  claimExport,
  endExportsOf,
  fileOfExport,
  listExports,
  makeExport,
} from './make-export.service.ts';

/** Exports that this process is making; it ends when they have. */
const making = new Set<Promise<void>>();

function beginRoute(api: Api, { db, engine, config, files }: Services): void {
  const schema = { body: centreExportInput, response: responses(202, startedCentreExport) };
  const rule = { action: centreExports.write, secretBody: true } as const;
  api.post(centreExports.path, { config: rule, schema }, async (request, reply) => {
    const user = currentUser(request);
    let begun: string | undefined;
    // Not a `writeRoute`, because the export begins after the transaction.
    const answer = await writeOnce<{ _id: string }, void>(db, request, reply, {
      status: 202,
      prepare: () =>
        requireOwnPassword(db, actorOf(request), currentSession(request), request.body.password),
      work: async (tx) => {
        begun = await claimExport(tx, user._id);
        await raiseDailyAlert(tx, {
          kind: 'everybodyExported',
          branchId: null,
          subjectId: user._id,
          detail: 'Everything / ຂໍ້ມູນທັງໝົດ',
        });
        const audit = { action: 'export', entity: centreExports.name, entityId: begun };
        return { answer: { _id: begun }, audit };
      },
    });
    if (begun !== undefined) {
      const made = makeExport({ db, engine, files, config, log: api.log, user }, begun).catch(
        (error: unknown) => api.log.error({ err: error }, 'an export could not be recorded'),
      );
      making.add(made);
      void made.finally(() => making.delete(made));
    }
    return answer;
  });
  api.addHook('onClose', async () => {
    endExportsOf(db);
    await Promise.all(making);
  });
}

function fileRoute(api: Api, { db, engine, config }: Services): void {
  const params = z.object({ id });
  const rule = { action: centreExports.write };
  const path = `${centreExports.path}/:id/file`;
  api.get(path, { config: rule, schema: { params } }, async (request, reply) => {
    const place = { db, engine, config };
    const { content, name, bytes } = await fileOfExport(place, request.params.id);
    await db.transaction((tx) =>
      recordAudit(tx, actorOf(request), {
        action: 'export',
        entity: centreExports.name,
        entityId: request.params.id,
        after: { fileName: name },
      }),
    );
    return reply
      .headers({
        'content-length': bytes,
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-store',
      })
      .type('application/zip')
      .send(content);
  });
}

/** The people and classes of the own branch, without money. */
function branchRoute(api: Api, { db }: Services): void {
  api.get(branchExport.path, { config: { action: branchExport.read } }, async (request, reply) => {
    const { branchId } = currentUser(request);
    const book = await db.transaction((tx) => readBranchWorkbook(tx, branchId));
    const families = { table: studentTable, branch: studentTable.homeBranchId };
    const list = { name: students.name, title: { en: 'Students', lo: 'ນັກຮຽນ' }, asked: branchId };
    await beginExport(db, request, reply, {
      entity: students.name,
      after: { branchId, rows: book.students.length },
      inSameWrite: (tx, user) => tellOfEverybody(tx, user, families, list),
    });
    return reply
      .type(exportTypes.xlsx)
      .header('content-disposition', 'attachment; filename="branch.xlsx"')
      .send(branchXlsx(book));
  });
}

/** Superadmins take everything with them: docs/moving-in.md, "Leaving". */
export function centreExportRoutes(api: Api, services: Services): void {
  const schema = { response: responses(200, z.array(centreExport)) };
  api.get(centreExports.path, { config: { action: centreExports.read }, schema }, () =>
    listExports(services.db),
  );
  void api.register(async (scope: Api) => {
    beginRoute(scope, services);
    fileRoute(scope, services);
    branchRoute(scope, services);
  });
}
