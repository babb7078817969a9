import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { PgInsertValue, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#server/db/client.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

type User = typeof userTable.$inferSelect;

export async function addUser(tx: Tx, values: PgInsertValue<typeof userTable>): Promise<string> {
  const [added] = await tx.insert(userTable).values(values).returning({ _id: userTable._id });
  return String(added?._id);
}

/** Changes an account and returns it; `undefined` if there is none. */
export async function changeUser(
  db: Db,
  _id: string,
  change: PgUpdateSetSource<typeof userTable>,
): Promise<User | undefined> {
  const [user] = await db.update(userTable).set(change).where(eq(userTable._id, _id)).returning();
  return user;
}

/**
 * Locks an active account until the transaction ends; false if it was switched off meanwhile, or
 * has another password than the one that was checked before. Whoever switches an account off, gives
 * it another password or signs it out everywhere locks its row first, so a sign-in that holds this
 * lock leaves no session behind.
 */
export async function lockActiveUser(tx: Tx, _id: string, passwordHash?: string): Promise<boolean> {
  const isTheSame =
    passwordHash === undefined ? undefined : eq(userTable.passwordHash, passwordHash);
  const locked = await tx
    .select({ _id: userTable._id })
    .from(userTable)
    .where(and(eq(userTable._id, _id), eq(userTable.active, true), isTheSame))
    .for('no key update');
  return locked.length > 0;
}

/** A temporary password opens an account for so long. */
const TEMPORARY_HOURS = 72;
/** One of the sheet of a move, because not everybody comes on the first days. */
export const MOVED_IN_HOURS = 336;

/** The columns of a password that its owner chose. */
export const ownPassword = (passwordHash: string) => ({
  passwordHash,
  mustChangePassword: false,
  temporaryUntil: null,
  temporaryUsedAt: null,
});

/** The columns of a password that somebody else gave; it ends with its first sign-in. */
export const temporaryPassword = (passwordHash: string, hours: number = TEMPORARY_HOURS) => ({
  passwordHash,
  mustChangePassword: true,
  temporaryUntil: sql`clock_timestamp() + make_interval(hours => ${hours}::int)`,
  temporaryUsedAt: null,
});

/** Uses a temporary password up; false if it has ended or somebody signed in with it before. */
export async function useTemporaryPassword(tx: Tx, _id: string): Promise<boolean> {
  const { temporaryUntil, temporaryUsedAt } = userTable;
  const isOpen = and(
    eq(userTable._id, _id),
    isNull(temporaryUsedAt),
    or(isNull(temporaryUntil), gt(temporaryUntil, sql`clock_timestamp()`)),
  );
  const used = await tx
    .update(userTable)
    .set({ temporaryUsedAt: sql`clock_timestamp()` })
    .where(isOpen)
    .returning({ _id: userTable._id });
  return used.length > 0;
}

/** Stores the same password at the cost of today, unless it was changed meanwhile. */
export async function replaceOldHash(
  tx: Tx,
  _id: string,
  hash: { old: string; new: string },
): Promise<void> {
  await tx
    .update(userTable)
    .set({ passwordHash: hash.new })
    .where(and(eq(userTable._id, _id), eq(userTable.passwordHash, hash.old)));
}
