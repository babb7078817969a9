import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { MAX_SIGNED_ACCOUNTS, type ApprovedAct } from '#contract/centre/approvals.ts';
import type { Role } from '#contract/roles.ts';
import { auditValues } from '#contract/words/audit/values.ts';
import type { Tx } from '#server/db/client.ts';
import { movingRowTable, movingSheetTable } from '#server/db/tables/desk/moving-in.table.ts';
import { requireSecond, watchedRoles } from '#server/centre/staff-accounts/raised-accounts.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { sha256 } from '#server/lib/tokens.ts';
import type { Writer } from '#server/lib/writer.ts';

/** So many accounts are named to the second person, the others counted. */
const MOST_NAMED = 30;

type Watched = { email: string; role: Role; branchId: string; name: string };

/** The accounts that a run would make with rights to money or to accounts of others. */
function watchedRows(tx: Tx, moveId: string): Promise<Watched[]> {
  const { input } = movingRowTable;
  const role = sql<Role>`${input} ->> 'role'`;
  return tx
    .select({
      email: sql<string>`${input} ->> 'email'`,
      role,
      branchId: sql<string>`${input} ->> 'branchId'`,
      name: sql<string>`trim(concat_ws(' ', ${input} ->> 'firstName', ${input} ->> 'lastName'))`,
    })
    .from(movingRowTable)
    .innerJoin(movingSheetTable, eq(movingSheetTable._id, movingRowTable.sheetId))
    .where(
      and(
        eq(movingRowTable.moveId, moveId),
        eq(movingSheetTable.kind, 'accounts'),
        inArray(movingRowTable.state, ['ready', 'changed']),
        inArray(role, [...watchedRoles]),
      ),
    )
    .orderBy(asc(movingRowTable.position));
}

/** The accounts as the second person reads them: 0 in English, 1 in Lao. */
function named(accounts: readonly Watched[], language: 0 | 1): string {
  const first = accounts.slice(0, MOST_NAMED);
  const more = accounts.length - first.length;
  const names = first.map(({ email, role }) => `${email} (${auditValues[role][language]})`);
  return [...names, ...(more > 0 ? [`+${more}`] : [])].join(', ');
}

/**
 * Asks for a second superadmin before a run makes accounts with wide rights, once for all of them.
 * No row can become another one while a run goes on, so what was signed is what it writes. Gives
 * the people and the signer, for the log.
 */
export async function signMovedAccounts(
  { tx, user }: Pick<Writer, 'tx' | 'user'>,
  moveId: string,
  approvalToken: string | null,
): Promise<object | undefined> {
  const accounts = await watchedRows(tx, moveId);
  if (accounts.length === 0) return undefined;
  const people = accounts.slice(0, MAX_SIGNED_ACCOUNTS).map(({ name, role }) => ({ name, role }));
  const act: ApprovedAct = {
    kind: 'movedAccounts',
    branchId: user.branchId,
    moveId,
    checkSum: sha256(JSON.stringify(accounts)),
    count: accounts.length,
    people,
  };
  const n = { en: named(accounts, 0), lo: named(accounts, 1) };
  const needed = new ApiError('movedAccountsSignature', { n, rows: [act] });
  return { people, ...(await requireSecond(tx, user, approvalToken, { act, needed })) };
}
