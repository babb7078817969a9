import { desc } from 'drizzle-orm';
import * as z from 'zod/mini';
import {
  announcement,
  announcements,
  audienceCount,
  readInput,
  receipt,
} from '#contract/centre/announcements.ts';
import { done } from '#contract/centre/auth.ts';
import { id } from '#contract/fields.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { createRoute, readRoute, replaceRoute } from '#server/lib/crud.ts';
import { listRoute } from '#server/lib/list.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { writeRoute } from '#server/lib/write.ts';
import { noteRead, readAudience, readMine, readReceipts } from './announcement-reads.ts';
import { check, source, store } from './announcements.service.ts';
import { announcementTable } from '#server/db/tables/centre/announcements.table.ts';

const { path, read, write } = announcements;

/**
 * Announcements of the centre: readers see those addressed to them, authors also see who has read
 * them.
 */
export function announcementRoutes(api: Api, { db }: Services): void {
  // Pages poll this every minute, perhaps with nobody in front of them, so it must not keep the
  // session alive.
  const mine = {
    config: { action: read, keepsSession: false as const },
    schema: { response: responses(200, z.array(announcement)) },
  };
  api.get(`${path}/mine`, mine, (request) => readMine(db, currentUser(request)));

  const audience = {
    config: { action: write },
    schema: { response: responses(200, z.array(audienceCount)) },
  };
  api.get(`${path}/audience`, audience, (request) => readAudience(db, currentUser(request)));

  writeRoute(api, db, {
    method: 'POST',
    path: `${path}/read`,
    action: read,
    body: readInput,
    status: 200,
    answer: done,
    work: ({ tx, user }, request) => noteRead(tx, user, request.body.ids),
  });

  const receipts = {
    config: { action: write },
    schema: { params: z.object({ id }), response: responses(200, z.array(receipt)) },
  };
  api.get(`${path}/:id/receipts`, receipts, (request) =>
    readReceipts(db, currentUser(request), request.params.id),
  );

  listRoute(api, db, announcements, {
    ...source,
    query: announcements.query,
    order: [desc(announcementTable.publishFrom)],
  });
  readRoute(api, db, announcements, source);
  createRoute(api, db, announcements, { ...source, check, store });
  replaceRoute(api, db, announcements, { ...source, check, store });
}
