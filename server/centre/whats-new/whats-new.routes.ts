import { eq } from 'drizzle-orm';
import { done } from '#contract/centre/auth.ts';
import { NEWS, newsClosed, newsToTell, whatsNew } from '#contract/centre/whats-new.ts';
import { userTable as table } from '#server/db/tables/centre/users.table.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { responses } from '#server/lib/response-schemas.ts';

/** The news after an update, until the person has closed it: docs/backups.md, "What is new". */
export function whatsNewRoutes(api: Api, { db }: Services): void {
  const ofUser = (userId: string) => eq(table._id, userId);
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
        .where(ofUser(currentUser(request)._id));
      return { id: account?.seen === NEWS ? null : NEWS };
    },
  );

  // What somebody has read is no change of their account, so neither version nor log knows it.
  api.put(
    whatsNew.path,
    {
      config: { action: whatsNew.write, idempotencyKey: false },
      schema: { body: newsClosed, response: responses(200, done) },
    },
    async (request) => {
      await db
        .update(table)
        .set({ seenNews: request.body.id })
        .where(ofUser(currentUser(request)._id));
      return { done: true as const };
    },
  );
}
