import { eq, inArray } from 'drizzle-orm';
import { staffAccounts } from '#contract/centre/staff-accounts.ts';
import type { Tx } from '#server/db/client.ts';
import { searchText } from '#server/db/search-text.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { publicUser } from '#server/centre/users/public-user.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

/**
 * Accounts beside the four that the sign-in page names, so that lists have more than one person.
 */
const colleagues = [
  {
    role: 'staff',
    firstName: 'ສຸດາພອນ',
    lastName: 'ໄຊຍະວົງ',
    email: 'soudaphone@branchdesk.test',
    branch: 'VTE',
  },
  {
    role: 'staff',
    firstName: 'ວິລະພົນ',
    lastName: 'ສີວິໄລ',
    email: 'viraphone@branchdesk.test',
    branch: 'LPB',
  },
  {
    role: 'admin',
    firstName: 'ແສງດາວ',
    lastName: 'ລາດຊະວົງ',
    email: 'sengdao@branchdesk.test',
    branch: 'LPB',
  },
  {
    role: 'staff',
    firstName: 'ບົວວັນ',
    lastName: 'ພູມມະວົງ',
    email: 'bouavanh@branchdesk.test',
    branch: 'PKS',
  },
  {
    role: 'superadmin',
    firstName: 'ວັນນາ',
    lastName: 'ສຸວັນນະວົງ',
    email: 'vanna@branchdesk.test',
    branch: 'VTE',
  },
] as const;

/** Adds these accounts with the password of the named ones. */
export async function addColleagues(tx: Tx): Promise<void> {
  const branches = await tx
    .select({ _id: branchTable._id, code: branchTable.code })
    .from(branchTable)
    .where(inArray(branchTable.code, ['VTE', 'LPB', 'PKS']));
  const [like] = await tx
    .select({ passwordHash: userTable.passwordHash })
    .from(userTable)
    .where(eq(userTable.role, 'staff'));
  const rows = colleagues.map(({ branch, ...account }) => ({
    ...account,
    passwordHash: like?.passwordHash ?? '',
    branchId: branches.find(({ code }) => code === branch)?._id ?? '',
    search: searchText(account, staffAccounts.search),
  }));
  await tx.insert(userTable).values(rows);
}

/** The accounts of the demo centre, in an order that is the same every time. */
export const peopleOf = (tx: Tx) => tx.select(publicUser).from(userTable).orderBy(userTable.email);
export type SeedColleague = Awaited<ReturnType<typeof peopleOf>>[number];

/** The clerks of a branch; falls back to all clerks. */
export function clerksOf(people: readonly SeedColleague[], branchId: string): SeedColleague[] {
  const clerks = people.filter(({ role }) => role === 'staff');
  const own = clerks.filter((one) => one.branchId === branchId);
  return own.length > 0 ? own : clerks;
}
