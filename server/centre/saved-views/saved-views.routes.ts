import { and, asc, eq } from 'drizzle-orm';
import { savedViews } from '#contract/centre/saved-views-path.ts';
import {
  savedViewsInput,
  savedViewsOf,
  type SavedViews,
  type SavedViewsInput,
} from '#contract/centre/saved-views.ts';
import type { Db, Tx } from '#server/db/client.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { writeRoute, type WriteResult } from '#server/lib/write.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { savedViewTable as table } from '#server/db/tables/centre/saved-views.table.ts';

const viewsOf = (db: Db | Tx, userId: string): Promise<SavedViews> =>
  db
    .select({ screen: table.screen, name: table.name, search: table.search })
    .from(table)
    .where(eq(table.userId, userId))
    .orderBy(asc(table.screen), asc(table.position));

/**
 * Saved views are personal and contain no data about others, so the audit log does not record them.
 */
async function replaceViews(
  tx: Tx,
  userId: string,
  { screen, views }: SavedViewsInput,
): Promise<WriteResult<SavedViews>> {
  await tx.delete(table).where(and(eq(table.userId, userId), eq(table.screen, screen)));
  if (views.length > 0)
    await tx
      .insert(table)
      .values(views.map((view, position) => ({ ...view, userId, screen, position })));
  return { answer: await viewsOf(tx, userId), audit: [] };
}

/** The views that the user saved, of every screen. */
export function savedViewRoutes(api: Api, { db }: Services): void {
  api.get(
    savedViews.path,
    { config: { action: savedViews.read }, schema: { response: responses(200, savedViewsOf) } },
    (request) => viewsOf(db, currentUser(request)._id),
  );
  writeRoute(api, db, {
    method: 'PUT',
    path: savedViews.path,
    action: savedViews.write,
    body: savedViewsInput,
    status: 200,
    answer: savedViewsOf,
    work: ({ tx, user }, request) => replaceViews(tx, user._id, request.body),
  });
}
