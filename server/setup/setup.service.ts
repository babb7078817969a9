import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { branches } from '#contract/centre/branches.ts';
import { anyFieldErrorText } from '#contract/server-field-errors.ts';
import { staffAccounts } from '#contract/centre/staff-accounts.ts';
import type { SetupInput, SignedInUser } from '#contract/centre/auth.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { serverActor } from '#server/lib/audit.ts';
import { ConfigError } from '#server/lib/config.ts';
import { hashPassword } from '#server/lib/password.ts';
import { passwordProblem } from '#server/lib/password-rules.ts';
import { searchText } from '#server/db/search-text.ts';
import { writeAudited } from '#server/lib/write.ts';
import { addBooks } from '#server/centre/branches/first-book.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { schoolInfoTable } from '#server/db/tables/centre/school-info.table.ts';
import { publicUser } from '#server/centre/users/public-user.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { setupCodeTable } from '#server/db/tables/start/setup-codes.table.ts';

type Centre = Pick<
  SetupInput,
  'centreNameEn' | 'centreNameLo' | 'branchName' | 'branchCode' | 'firstName' | 'lastName' | 'email'
> & {
  provinceCode: (typeof branchTable.$inferInsert)['provinceCode'];
};

const SETUP_LOCK = 727_275;

/** True if there is an account; until then the first-run form is shown. */
export async function hasAccounts(db: Db | Tx): Promise<boolean> {
  return (await db.$count(userTable)) > 0;
}

/** Adds the first branch, which has only the fields of the first-run form. */
async function addFirstBranch(
  tx: Tx,
  { branchName, branchCode, provinceCode }: Centre,
): Promise<string> {
  const input = z
    .omit(branches.input, { phone: true })
    .parse({ branchName, code: branchCode, provinceCode });
  const row = { ...input, phone: '' };
  const values = { ...row, search: searchText(row, branches.search) };
  const [added] = await tx.insert(branchTable).values(values).returning({ _id: branchTable._id });
  const branchId = String(added?._id);
  await addBooks(tx, [branchId]);
  return branchId;
}

/**
 * Stores the centre's name, its first branch and its first superadmin, and closes the first-run
 * form for good. Of several requests at once only one succeeds; the others get `alreadySetUp`.
 */
export async function createCentre(
  tx: Tx,
  centre: Centre,
  passwordHash: string,
): Promise<SignedInUser> {
  await tx.execute(sql`select pg_advisory_xact_lock(${SETUP_LOCK})`);
  if (await hasAccounts(tx)) throw new ApiError('alreadySetUp');
  const { centreNameEn, centreNameLo, email, firstName, lastName } = centre;
  await tx.insert(schoolInfoTable).values({ centreNameEn, centreNameLo });
  const branchId = await addFirstBranch(tx, centre);
  const person = { email, firstName, lastName, role: 'superadmin' as const, branchId };
  const account = { ...person, passwordHash, search: searchText(person, staffAccounts.search) };
  const [user] = await tx.insert(userTable).values(account).returning(publicUser);
  await tx.delete(setupCodeTable);
  if (!user) throw new Error('The first account is not there');
  return user;
}

const bootstrapCentre = {
  centreNameEn: 'BranchDesk',
  centreNameLo: 'BranchDesk',
  branchName: 'Main branch',
  branchCode: 'MAIN',
  provinceCode: '01',
  firstName: 'Super',
  lastName: 'Admin',
} as const;

/**
 * Creates the first superadmin from the environment; once there is an account, also one that
 * another server made meanwhile, it does nothing and returns false. Throws `ConfigError` for a
 * password that somebody would guess soon.
 */
export async function bootstrapSuperadmin(
  db: Db,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  if (await hasAccounts(db)) return false;
  const { firstName, lastName, centreNameEn, branchName } = bootstrapCentre;
  const names = [firstName, lastName];
  const problem = await passwordProblem(password, {
    email,
    names,
    phone: '',
    places: [centreNameEn, branchName],
  });
  if (problem !== undefined)
    throw new ConfigError(`BOOTSTRAP_PASSWORD: ${anyFieldErrorText(problem, 'en')}.`);
  const passwordHash = await hashPassword(password);
  try {
    await writeAudited(db, serverActor, async (tx) => {
      const user = await createCentre(tx, { ...bootstrapCentre, email }, passwordHash);
      const audit = { action: 'set-up', entity: 'users', entityId: user._id, user } as const;
      return { answer: user, audit };
    });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'alreadySetUp') return false;
    throw error;
  }
}
