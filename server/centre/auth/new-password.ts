import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { schoolInfoTable } from '#server/db/tables/centre/school-info.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { fieldsInvalid } from '#server/lib/api-error.ts';
import { hashPassword } from '#server/lib/password.ts';
import { passwordProblem, type OwnWords } from '#server/lib/password-rules.ts';

/** The words that the password of an account must not contain. */
async function ownWordsOf(db: Db, userId: string): Promise<OwnWords> {
  const [person] = await db
    .select({
      email: userTable.email,
      firstName: userTable.firstName,
      lastName: userTable.lastName,
      phone: userTable.phone,
      branchName: branchTable.branchName,
    })
    .from(userTable)
    .innerJoin(branchTable, eq(branchTable._id, userTable.branchId))
    .where(eq(userTable._id, userId));
  const [centre] = await db
    .select({ en: schoolInfoTable.centreNameEn, lo: schoolInfoTable.centreNameLo })
    .from(schoolInfoTable);
  return {
    email: person?.email ?? '',
    names: [person?.firstName ?? '', person?.lastName ?? ''],
    phone: person?.phone ?? '',
    places: [person?.branchName ?? '', centre?.en ?? '', centre?.lo ?? ''],
  };
}

/** The hash of a new password; throws the field's error if somebody would guess it soon. */
export async function hashNewPassword(
  password: string,
  own: OwnWords,
  field: 'password' | 'newPassword' = 'newPassword',
): Promise<string> {
  const problem = await passwordProblem(password, own);
  if (problem !== undefined) throw fieldsInvalid({ [field]: problem });
  return hashPassword(password);
}

/** The same for an account that exists, whose words are read. */
export const hashNewPasswordOf = async (
  db: Db,
  userId: string,
  password: string,
): Promise<string> => hashNewPassword(password, await ownWordsOf(db, userId));
