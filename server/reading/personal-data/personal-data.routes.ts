import * as z from 'zod/mini';
import { languages } from '#contract/language.ts';
import { personParams } from '#contract/people/personal-data.ts';
import { findSubject, recordIds, personSources } from '#server/desk/erasures/subjects.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { beginExport } from '#server/lib/begin-export.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { personZip, readPersonData } from './person-zip.ts';

const query = z.object({ language: z._default(z.enum(languages), 'en') });

/** All that the centre keeps of one person, as one archive: docs/domain.md, "A person's data". */
export function personalDataRoutes(api: Api, { db, files }: Services): void {
  api.get(
    '/personal-data/:kind/:id/export',
    {
      config: { action: 'personal-data:read' },
      schema: { params: personParams, querystring: query },
    },
    async (request, reply) => {
      const { kind } = request.params;
      const { id, code } = await findSubject(db, currentUser(request), request.params);
      const { entity } = personSources[kind];
      await beginExport(db, request, reply, { entity, entityId: id, after: { code } });
      const data = await readPersonData(
        { db, files, log: request.log },
        kind,
        await recordIds(db, kind, id),
      );
      return reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="${code.replace(/[^\w-]/g, '_')}.zip"`)
        .send(personZip(data, request.query.language));
    },
  );
}
