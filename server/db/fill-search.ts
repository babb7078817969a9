import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { staffAccounts } from '#contract/staff-accounts.ts';
import { searchText } from './search-text.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

/**
 * Fills the search column of accounts from before that column. It is code and not a migration,
 * because only code normalises Lao. A second run changes nothing.
 */
export async function fillUserSearch(db: NodePgDatabase): Promise<void> {
  const { _id, firstName, lastName, email, phone } = userTable;
  const old = await db
    .select({ _id, firstName, lastName, email, phone })
    .from(userTable)
    .where(eq(userTable.search, ''));
  for (const account of old) {
    const search = searchText(account, staffAccounts.search);
    await db.update(userTable).set({ search }).where(eq(userTable._id, account._id));
  }
}
