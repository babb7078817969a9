import { mergePreview, mergeQuery } from '#contract/people/merge.ts';
import { parentMerge, parentRecord } from '#contract/people/parents.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { writeRoute } from '#server/lib/write.ts';
import { mergeParents, previewParentMerge } from './parent-merge.service.ts';

/** Merging two records of one parent, and a preview of it. */
export function parentMergeRoutes(api: Api, { db }: Services): void {
  const config = { action: 'parents:merge' } as const;
  const preview = { querystring: mergeQuery, response: responses(200, mergePreview) };
  api.get('/parents/merge', { config, schema: preview }, (request) =>
    previewParentMerge(db, currentUser(request), request.query),
  );
  writeRoute(api, db, {
    method: 'POST',
    path: '/parents/merge',
    action: 'parents:merge',
    body: parentMerge,
    status: 200,
    answer: parentRecord,
    work: ({ tx, user }, request) => mergeParents(tx, user, request.body),
  });
}
