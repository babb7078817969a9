import { and, asc, eq, ne } from 'drizzle-orm';
import { formatPhone } from '#contract/people/phone.ts';
import type { Tx } from '#server/db/client.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import type { MovingCells } from '#server/desk/moving-in/moving-sheets.ts';
import { choiceWord, roleWords } from '#server/lib/sheets/choice-words.ts';
import { branchCodeOf, type CentreRecords } from './centre-records.ts';

/**
 * Accounts that are in use, with their own role and branch. Superadmins are not among them, because
 * no file makes one, and neither are passwords.
 */
export async function accountRows(tx: Tx, centre: CentreRecords): Promise<MovingCells[]> {
  const rows = await tx
    .select()
    .from(userTable)
    .where(and(eq(userTable.active, true), ne(userTable.role, 'superadmin')))
    .orderBy(asc(userTable.email));
  return rows.map((row) => ({
    rowId: centre.keyOf('accounts', row._id),
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    phone: formatPhone(row.phone),
    role: choiceWord(roleWords, row.role, 'lo'),
    branch: branchCodeOf(centre, row.branchId),
  }));
}
