import { NEWS } from '#contract/centre/whats-new.ts';
import { staffAccounts, type StaffAccountInput } from '#contract/centre/staff-accounts.ts';
import { addUsers } from '#server/centre/users/added-users.ts';
import { searchText } from '#server/db/search-text.ts';
import { recordAudits } from '#server/lib/audit.ts';
import { NO_PASSWORD } from '#server/lib/password.ts';
import type { Writer } from '#server/lib/writer.ts';
import { tellOfRole } from './raised-accounts.ts';

/**
 * Adds accounts without a password: nobody can sign in with one of them until a temporary password
 * is made for it. The superadmins are told of each one that sees money or accounts of others.
 */
export async function addAccounts(
  { tx, user, actor }: Writer,
  rows: readonly (StaffAccountInput & { _id: string })[],
): Promise<void> {
  await addUsers(
    tx,
    rows.map((row) => ({
      ...row,
      search: searchText(row, staffAccounts.search),
      passwordHash: NO_PASSWORD,
      mustChangePassword: true,
      seenNews: NEWS,
      temporaryUntil: new Date().toISOString(),
    })),
  );
  // Of no branch, because an alert would keep a new branch from being taken back.
  for (const row of rows) await tellOfRole(tx, { user }, { ...row, branchId: null });
  await recordAudits(
    tx,
    actor,
    rows.map((after) => ({
      action: 'create',
      entity: staffAccounts.name,
      entityId: after._id,
      after,
    })),
  );
}
