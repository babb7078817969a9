import { eq } from 'drizzle-orm';
import type { Paper } from '#contract/orders/papers.ts';
import type { Db } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { schoolInfoTable } from '#server/db/tables/centre/school-info.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

type Called = { firstName: string; lastName: string; firstNameEn?: string; lastNameEn?: string };

/** A name for a printed paper, with the Latin spelling where it differs. */
export function namedOf({ firstName, lastName, firstNameEn = '', lastNameEn = '' }: Called): {
  name: string;
  latin: string;
} {
  const [name, latin] = [`${firstName} ${lastName}`.trim(), `${firstNameEn} ${lastNameEn}`.trim()];
  return { name, latin: latin === name ? '' : latin };
}

/** The head of a paper: the centre, the branch and the cashier. */
export async function headOf(
  db: Db,
  { branchId, byId }: { branchId: string; byId: string | null },
): Promise<Pick<Paper, 'centre' | 'branch' | 'cashier'>> {
  const [centre] = await db.select().from(schoolInfoTable);
  const [branch] = await db.select().from(branchTable).where(eq(branchTable._id, branchId));
  if (!centre || !branch) throw new ApiError('notFound');
  const [user] =
    byId === null
      ? []
      : await db
          .select({ firstName: userTable.firstName, lastName: userTable.lastName })
          .from(userTable)
          .where(eq(userTable._id, byId));
  return {
    centre: {
      name: { en: centre.centreNameEn, lo: centre.centreNameLo },
      taxNo: centre.taxNo,
      note: { en: centre.receiptNoteEn, lo: centre.receiptNoteLo },
    },
    branch: {
      code: branch.code,
      name: { en: branch.branchName, lo: branch.branchNameLo },
      phone: branch.phone,
      footer: branch.receiptFooter,
      paper: branch.paper,
    },
    cashier: user ? namedOf(user).name : '',
  };
}
