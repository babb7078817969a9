import { eq } from 'drizzle-orm';
import { done } from '#contract/centre/auth.ts';
import { NEWS, newsClosed, newsToTell, whatsNew } from '#contract/centre/whats-new.ts';
import { userTable as table } from '#server/db/tables/centre/users.table.ts';
import { noteSeenNews } from '#server/centre/users/seen-news.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { responses } from '#server/lib/response-schemas.ts';

/** The news after an update, until the person has closed it: docs/backups.md, "What is new". */
export function whatsNewRoutes(api: Api, { db }: Services): void {
  api.get(
    whatsNew.path,
    {
      config: { action: whatsNew.read, keepsSession: false },
      schema: { response: responses(200, newsToTell) },
    },
    async (request) => {
      const [account] = await db
        .select({ seen: table.seenNews })
        .from(table)
        .where(eq(table._id, currentUser(request)._id));
      return { id: account?.seen === NEWS ? null : NEWS };
    },
  );

  api.put(
    whatsNew.path,
    {
      config: { action: whatsNew.write, idempotencyKey: false },
      schema: { body: newsClosed, response: responses(200, done) },
    },
    async (request) => {
      await noteSeenNews(db, currentUser(request)._id, request.body.id);
      return { done: true as const };
    },
  );
}
