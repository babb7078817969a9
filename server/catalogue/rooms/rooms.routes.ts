import { and, eq, gte, sql } from 'drizzle-orm';
import { rooms, type Room, type RoomInput } from '#contract/courses/rooms.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { createRoute, readRoute, replaceRoute } from '#server/lib/crud.ts';
import { listRoute } from '#server/lib/list.ts';
import { takeLocks } from '#server/lib/locks.ts';
import { requireBranch } from '#server/centre/branches/branches.service.ts';
import { classSessionTable as session } from '#server/db/tables/academic/classes.table.ts';
import { roomTable } from '#server/db/tables/catalogue/rooms.table.ts';

const source = { table: roomTable, branch: roomTable.branchId };

/** A room of future classes can neither be archived nor moved to another branch. */
async function checkRoom(
  tx: Tx,
  input: RoomInput,
  { user, before }: { user: SignedInUser; before: Room | undefined },
): Promise<void> {
  await requireBranch(tx, user, 'branchId', input.branchId);
  const isLost =
    before !== undefined &&
    ((before.active && !input.active) || before.branchId !== input.branchId);
  if (!isLost) return;
  await takeLocks(tx, { advisoryKeys: [`room:${before._id}`] });
  const today = sql`(now() at time zone 'Asia/Vientiane')::date`;
  const coming = and(
    eq(session.roomId, before._id),
    eq(session.status, 'scheduled'),
    gte(session.date, today),
  );
  if ((await tx.$count(session, coming)) > 0) throw new ApiError('stillNeeded');
}

/**
 * The rooms of the branch, archived ones included, because a class of last year names its room too.
 */
export function roomRoutes(api: Api, { db }: Services): void {
  listRoute(api, db, rooms, { ...source, query: rooms.query, order: [roomTable.name] });
  readRoute(api, db, rooms, source);
  createRoute(api, db, rooms, { ...source, check: checkRoom });
  replaceRoute(api, db, rooms, { ...source, check: checkRoom });
}
