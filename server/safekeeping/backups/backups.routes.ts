import fs from 'node:fs';
import * as z from 'zod/mini';
import { backupList, backupNote, backups, startedBackup } from '#contract/centre/backups.ts';
import { id } from '#contract/fields.ts';
import { overviewParts } from '#contract/reports/overview-parts.ts';
import { overviewQuery } from '#contract/reports/overview.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { actorOf, recordAudit } from '#server/lib/audit.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { writeOnce } from '#server/lib/write.ts';
import { fileOf, listBackups, readBackupNote } from './backup-list.service.ts';
import { claimBackup, makeBackup, type BackupSource } from './make-backup.service.ts';

/** Superadmins see the backups, make one now, and download them. */
export function backupRoutes(api: Api, { db, engine, config, dataFolder }: Services): void {
  const source: BackupSource = { db, engine, config, folder: dataFolder };
  const canBackUp = engine === 'postgresql' || dataFolder !== undefined;

  const list = { response: responses(200, backupList) };
  api.get(backups.path, { config: { action: backups.read }, schema: list }, () =>
    listBackups(source),
  );

  const note = { querystring: overviewQuery, response: responses(200, backupNote) };
  api.get(overviewParts.backup, { config: { action: backups.read }, schema: note }, () =>
    readBackupNote(db, config),
  );

  const start = { body: z.nullish(z.strictObject({})), response: responses(202, startedBackup) };
  api.post(
    backups.path,
    { config: { action: backups.write }, schema: start },
    async (request, reply) => {
      if (!canBackUp) throw new ApiError('backupImpossible');
      let begun: string | undefined;
      // Not a `writeRoute`, because the backup begins after the transaction.
      const answer = await writeOnce(db, request, reply, {
        status: 202,
        work: async (tx) => {
          begun = await claimBackup(tx, { kind: 'asked', byId: currentUser(request)._id });
          if (begun === undefined) throw new ApiError('backupRunning');
          const audit = { action: 'back-up', entity: 'backups', entityId: begun };
          return { answer: { _id: begun }, audit };
        },
      });
      // Nobody waits for it. Its row says how it went.
      if (begun !== undefined)
        makeBackup(source, begun).catch((error: unknown) => {
          api.log.error({ err: error }, 'a backup could not be recorded');
        });
      return answer;
    },
  );

  const params = z.object({ id });
  api.get(
    `${backups.path}/:id/file`,
    { config: { action: backups.write }, schema: { params } },
    async (request, reply) => {
      const { file, name, bytes } = await fileOf(db, config, request.params.id);
      await db.transaction((tx) =>
        recordAudit(tx, actorOf(request), {
          action: 'export',
          entity: 'backups',
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
        .type('application/octet-stream')
        .send(fs.createReadStream(file));
    },
  );
}
