import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { GrantedRole } from '#contract/centre/staff-accounts.ts';
import type { RightsChange, Role } from '#contract/roles.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { accountGrantTable as table } from '#server/db/tables/centre/account-grants.table.ts';
import { permissionSetTable } from '#server/db/tables/centre/permission-sets.table.ts';
import { sessionTable } from '#server/db/tables/centre/sessions.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { changeOfGrant, publicUser } from './public-user.ts';

const today = sql`(now() at time zone 'Asia/Vientiane')::date`;

/** The last day of the right is over. */
export const hasEnded = sql<boolean>`coalesce(${table.until} < ${today}, false)`;

/** The right holds today. */
export const isRunning: SQL = sql`(${table.from} <= ${today} and not ${hasEnded})`;

/** Joins a session and its account with the right that the session works with. */
export const grantOfSession = and(
  eq(table.userId, sessionTable.userId),
  eq(table.branchId, sql`coalesce(${sessionTable.branchId}, ${userTable.branchId})`),
  isRunning,
);

/** False for a session whose right in its branch was taken away or has ended. */
export const hasRight = sql<boolean>`
  (${userTable.role} = 'superadmin' or ${table._id} is not null)`;

/** The columns of a person with the role and the branch of `grantOfSession`. */
export const actingUser = {
  ...publicUser,
  role: sql<Role>`coalesce(${table.role}, ${userTable.role})`,
  branchId: sql<string>`coalesce(${table.branchId}, ${userTable.branchId})`,
  permissionSet: changeOfGrant,
};

/** A role in a branch, with what a permission set changes. */
export type Right = { role: Role; branchId: string; permissionSet: RightsChange | null };

/** Joins an account with every right that it has today; a superadmin has no row. */
export const rightsOfUser = and(eq(table.userId, userTable._id), isRunning);

/** The columns of one right under `grantOfSession` or `rightsOfUser`. */
export const rightColumns = {
  role: actingUser.role,
  branchId: actingUser.branchId,
  permissionSet: changeOfGrant,
};

/** The rights of an account today; of a superadmin the one over all branches. */
export function rightsOf(db: Db | Tx, userId: string): Promise<Right[]> {
  return db
    .select(rightColumns)
    .from(userTable)
    .leftJoin(table, rightsOfUser)
    .where(and(eq(userTable._id, userId), hasRight));
}

/** Every role that an account has somewhere, or will have. */
export async function rolesOf(
  db: Db | Tx,
  { _id, role }: Pick<SignedInUser, '_id' | 'role'>,
): Promise<Role[]> {
  const rows = await db
    .select({ role: table.role })
    .from(table)
    .where(and(eq(table.userId, _id), sql`not ${hasEnded}`));
  return [...new Set<Role>([role, ...rows.map((row) => row.role)])];
}

/** Accounts that have one of these roles somewhere, or will have. */
export const anyRoleIn = (roles: readonly Role[]): SQL => sql`(${inArray(userTable.role, roles)}
  or exists (select 1 from ${table} where ${table.userId} = ${userTable._id}
    and ${inArray(sql`${table.role}`, roles)} and not ${hasEnded}))`;

/** The right of an account in a branch today, kept until the transaction ends. */
export async function lockRight(
  tx: Tx,
  userId: string,
  branchId: string,
): Promise<{ role: GrantedRole; permissionSet: RightsChange | null } | undefined> {
  const [grant] = await tx
    .select({ role: table.role, permissionSet: changeOfGrant })
    .from(table)
    .where(and(eq(table.userId, userId), eq(table.branchId, branchId), isRunning))
    .for('share');
  return grant;
}

/** People who work in a branch: it is their own, or they have a right in it. */
export const worksIn = (branchId: string): SQL => sql`(${userTable.branchId} = ${branchId}
  or exists (select 1 from ${table} where ${table.userId} = ${userTable._id}
    and ${table.branchId} = ${branchId}))`;

type Given = Pick<typeof table.$inferInsert, 'userId' | 'branchId' | 'role' | 'until'>;

/** Gives a right in a branch, or changes the one that is there. */
export async function putGrant(tx: Tx, given: Given, createdById: string): Promise<string> {
  const { role, until = null } = given;
  const [put] = await tx
    .insert(table)
    .values({ ...given, createdById })
    .onConflictDoUpdate({ target: [table.userId, table.branchId], set: { role, until } })
    .returning({ _id: table._id });
  return String(put?._id);
}

export async function removeGrant(tx: Tx, _id: string): Promise<void> {
  await tx.delete(table).where(eq(table._id, _id));
}

/** Puts a permission set on a right, or takes it off with null. */
export async function carrySet(tx: Tx, _id: string, permissionSetId: string | null): Promise<void> {
  await tx.update(table).set({ permissionSetId }).where(eq(table._id, _id));
}

/** The names of the sets on the rights of an account, for its log; empty without one. */
export async function setsCarriedBy(tx: Tx, userId: string): Promise<string> {
  const rows = await tx
    .select({ name: permissionSetTable.name })
    .from(table)
    .innerJoin(permissionSetTable, eq(permissionSetTable._id, table.permissionSetId))
    .where(eq(table.userId, userId))
    .orderBy(permissionSetTable.name);
  return rows.map(({ name }) => name).join(', ');
}

/** Lets the desks of all who carry a set ask for their right again, by the trigger of the rows. */
export async function tellCarriers(tx: Tx, permissionSetId: string): Promise<void> {
  const isCarrier = eq(table.permissionSetId, permissionSetId);
  await tx.update(table).set({ permissionSetId }).where(isCarrier);
}
