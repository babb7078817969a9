import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import {
  MAX_SHEET_PASSWORDS,
  type MovedAccount,
  type PasswordSheet,
} from '#contract/imports/moved-accounts.ts';
import { staffAccounts, type GrantedRole } from '#contract/centre/staff-accounts.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { movingRowTable, movingSheetTable } from '#server/db/tables/desk/moving-in.table.ts';
import { forgetFailures } from '#server/centre/auth/sign-in-limits.ts';
import {
  lockAccounts,
  prepareTemporaryPassword,
} from '#server/centre/staff-accounts/staff-accounts.service.ts';
import { changeUser, MOVED_IN_HOURS, temporaryPassword } from '#server/centre/users/change-user.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { requireNoBusyMove } from './begin-undo.ts';
import { findMove, writtenOfKind } from './read-move.ts';

/** Nobody has signed in, whatever the account was given meanwhile. */
const isWaiting = sql<boolean>`(${userTable.active} and ${userTable.mustChangePassword}
  and ${userTable.role} <> 'superadmin' and ${userTable.lastSignInAt} is null
  and ${userTable.temporaryUsedAt} is null)`;

const hasPassword = sql`${isWaiting} and ${userTable.temporaryUntil} > now()`;

const columns = {
  _id: userTable._id,
  email: userTable.email,
  name: sql<string>`btrim(${userTable.firstName} || ' ' || ${userTable.lastName})`,
  role: sql<GrantedRole>`${userTable.role}`,
  branchCode: branchTable.code,
  branchName: branchTable.branchName,
  branchNameLo: branchTable.branchNameLo,
  isWaiting,
  passwordUntil: sql<
    string | null
  >`to_char(case when ${hasPassword} then ${userTable.temporaryUntil} end at time zone 'UTC',
    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
};

/** The accounts that a move has made, by branch and name. */
export async function readMovedAccounts(db: Db | Tx, moveId: string): Promise<MovedAccount[]> {
  await findMove(db, moveId);
  return db
    .select(columns)
    .from(movingRowTable)
    .innerJoin(movingSheetTable, eq(movingSheetTable._id, movingRowTable.sheetId))
    .innerJoin(userTable, eq(userTable._id, movingRowTable.recordId))
    .innerJoin(branchTable, eq(branchTable._id, userTable.branchId))
    .where(
      and(
        writtenOfKind(moveId, 'accounts'),
        // Those that were there before keep their passwords.
        eq(movingRowTable.recordId, movingRowTable._id),
      ),
    )
    .orderBy(asc(branchTable.code), asc(userTable.firstName), asc(userTable.lastName));
}

type Prepared = Map<string, Awaited<ReturnType<typeof prepareTemporaryPassword>>>;

/**
 * Makes the passwords of a sheet before the transaction, one after the other, so that people who
 * sign in meanwhile do not wait behind all of them.
 */
export async function preparePasswords(db: Db, moveId: string): Promise<Prepared> {
  const waiting = (await readMovedAccounts(db, moveId)).filter((account) => account.isWaiting);
  const prepared: Prepared = new Map();
  for (const { _id } of waiting.slice(0, MAX_SHEET_PASSWORDS))
    prepared.set(_id, await prepareTemporaryPassword());
  return prepared;
}

/**
 * Gives each account of the move that still waits its new temporary password, which ends the one
 * before. The passwords are in the answer and nowhere else.
 */
export async function givePasswords(
  { tx, user }: Writer,
  moveId: string,
  prepared: Prepared,
): Promise<WriteResult<PasswordSheet>> {
  await requireNoBusyMove(tx, await findMove(tx, moveId, { lock: true }));
  const ids = [...prepared.keys()];
  await lockAccounts(tx, { user }, ...ids);
  const waiting = await tx
    .select({ _id: userTable._id, email: userTable.email })
    .from(userTable)
    .where(and(inArray(userTable._id, ids), isWaiting));
  for (const { _id, email } of waiting) {
    await changeUser(tx, _id, temporaryPassword(prepared.get(_id)?.hash ?? '', MOVED_IN_HOURS));
    await forgetFailures(tx, email);
  }
  const given = new Set(waiting.map(({ _id }) => _id));
  const accounts = (await readMovedAccounts(tx, moveId)).filter(({ _id }) => given.has(_id));
  return {
    answer: {
      accounts: accounts.map((account) => ({
        ...account,
        temporaryPassword: prepared.get(account._id)?.password ?? null,
      })),
    },
    audit: accounts.map(({ _id }) => ({
      action: 'temporary-password',
      entity: staffAccounts.name,
      entityId: _id,
    })),
  };
}
