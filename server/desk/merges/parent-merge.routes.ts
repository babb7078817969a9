import { mergePreview, mergeQuery } from '#contract/people/merge.ts';
import { parentMerge, parentRecord } from '#contract/people/parents.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { writeOnce } from '#server/lib/write.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { mergeParents, previewParentMerge } from './parent-merge.service.ts';

/** Merging two records of one parent, and a preview of it. */
export function parentMergeRoutes(api: Api, { db }: Services): void {
  const config = { action: 'parents:merge' } as const;
  const preview = { querystring: mergeQuery, response: responses(200, mergePreview) };
  api.get('/parents/merge', { config, schema: preview }, (request) =>
    previewParentMerge(db, currentUser(request), request.query),
  );
  api.post(
    '/parents/merge',
    { config, schema: { body: parentMerge, response: responses(200, parentRecord) } },
    (request, reply) =>
      writeOnce(db, request, reply, {
        status: 200,
        work: (tx) => mergeParents(tx, currentUser(request), request.body),
      }),
  );
}
