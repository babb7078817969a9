import {
  and,
  desc,
  eq,
  gt,
  isNotNull,
  lt,
  ne,
  not,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { ImportKind } from '#contract/imports/imports.ts';
import type { ListImport } from '#contract/imports/moving-in.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { movingRowTable, moveTable } from '#server/db/tables/desk/moving-in.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { goesOn, shownMoveState } from './move-state.ts';

/** A file can be imported into a list, and the import undone, for a day. */
const KEPT = sql`now() - interval '1 day'`;
const RECENT = 20;

/** The imports into one list that were made within the last day, in the branch of a person. */
const recentOf = (list: ImportKind, user: SignedInUser): SQL | undefined =>
  and(
    eq(moveTable.list, list),
    gt(moveTable.createdAt, KEPT),
    ownBranchOnly(user, moveTable.branchId),
  );

/** Throws unless the import belongs to this list and this person, and has not expired. */
export async function requireOwnImport(
  db: Db | Tx,
  list: ImportKind,
  user: SignedInUser,
  _id: string,
): Promise<void> {
  const mine = and(eq(moveTable._id, _id), eq(moveTable.userId, user._id), recentOf(list, user));
  if ((await db.$count(moveTable, mine)) === 0) throw new ApiError('notFound');
}

/**
 * The imports of the last day: those of the branch, or all if the person sees all branches. Only
 * the person who began one can go on with it or undo it, and sees one that is only read.
 */
export async function recentImports(
  db: Db,
  list: ImportKind,
  user: SignedInUser,
): Promise<ListImport[]> {
  const { _id, fileName, createdAt, userId, state } = moveTable;
  const { firstName, lastName } = userTable;
  const isShown = or(notInArray(state, ['read', 'checking']), eq(userId, user._id));
  const found = await db
    .select({
      _id,
      fileName,
      at: createdAt,
      userId,
      state,
      firstName,
      lastName,
      added: db.$count(
        movingRowTable,
        and(eq(movingRowTable.moveId, _id), eq(movingRowTable.state, 'in')),
      ),
    })
    .from(moveTable)
    .innerJoin(userTable, eq(userTable._id, userId))
    .where(and(recentOf(list, user), ne(state, 'reading'), isShown))
    .orderBy(desc(createdAt))
    .limit(RECENT);
  return found.map(({ firstName: first, lastName: last, userId: by, ...row }) => ({
    ...row,
    by: `${first} ${last}`,
    isMine: by === user._id,
    state: shownMoveState(row.state),
  }));
}

/**
 * Removes imports of lists that nobody can undo any more, with their files, and files that a server
 * was reading when it ended.
 */
export async function removeOldImports(tx: Tx): Promise<void> {
  const isOfList = and(isNotNull(moveTable.list), not(goesOn()));
  const isBroken = eq(moveTable.state, 'reading');
  await tx.delete(moveTable).where(and(lt(moveTable.createdAt, KEPT), or(isOfList, isBroken)));
}
