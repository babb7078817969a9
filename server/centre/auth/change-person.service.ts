import { and, asc, eq, ne, notExists, sql } from 'drizzle-orm';
import type {
  ChangePersonInput,
  Colleague,
  LoginAnswer,
  SignedInUser,
} from '#contract/centre/auth.ts';
import { can, type Grant } from '#contract/roles.ts';
import type { Db } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import type { Actor } from '#server/lib/audit.ts';
import { countTries, forgiveTry } from '#server/lib/try-limit.ts';
import { writeAudited } from '#server/lib/write.ts';
import { secondFactorTable } from '#server/db/tables/centre/second-factors.table.ts';
import { accountGrantTable } from '#server/db/tables/centre/account-grants.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { rightsOfUser } from '#server/centre/users/account-grants.ts';
import { changeOfGrant } from '#server/centre/users/public-user.ts';
import type { Session } from '#server/lib/current-user.ts';
import { findSignInAccount, startSession } from './auth.service.ts';
import type { SignInDevice } from './devices.ts';
import { recordFailure } from './failed-sign-in.ts';
import { sessionTable } from '#server/db/tables/centre/sessions.table.ts';
import { missingHalfOf } from './second-factor.service.ts';
import { countOfDay, forgiveOfDay, rememberAddress, signInBuckets } from './sign-in-limits.ts';

/**
 * Colleagues with a right in this branch who may take over, with the role that they have here; a
 * superadmin, who sees all branches, signs in with the form.
 * Somebody with a temporary password or a second factor has to use the sign-in form, which asks for
 * the rest.
 */
const mayTakeOver = ({ _id, branchId }: SignedInUser) =>
  and(
    rightsOfUser,
    eq(accountGrantTable.branchId, branchId),
    ne(userTable._id, _id),
    eq(userTable.active, true),
    eq(userTable.mustChangePassword, false),
    notExists(
      sql`(select 1 from ${secondFactorTable} where ${secondFactorTable.userId} = ${userTable._id}
        and ${secondFactorTable.confirmedAt} is not null)`,
    ),
  );

const worksAtDrawers = (right: Grant) => can(right, 'drawers:write');

/**
 * GET `/auth/colleagues`: the other accounts of the branch that may work at a drawer, by first
 * name.
 */
export async function listColleagues(db: Db, user: SignedInUser): Promise<Colleague[]> {
  const { _id, firstName, lastName } = userTable;
  const colleagues = await db
    .select({
      _id,
      firstName,
      lastName,
      role: accountGrantTable.role,
      permissionSet: changeOfGrant,
    })
    .from(userTable)
    .innerJoin(accountGrantTable, mayTakeOver(user))
    .orderBy(asc(firstName), asc(lastName));
  return colleagues.filter(worksAtDrawers);
}

/**
 * POST `/auth/change-person`: ends the session of this device and starts one for the colleague, in
 * one write; limited like a sign-in. The new session works in the same branch.
 */
export async function changePerson(
  db: Db,
  actor: Actor,
  session: Session,
  { userId, password }: ChangePersonInput,
  device: SignInDevice,
): Promise<LoginAnswer> {
  const [colleague] = await db
    .select({
      email: userTable.email,
      role: accountGrantTable.role,
      permissionSet: changeOfGrant,
    })
    .from(userTable)
    .innerJoin(accountGrantTable, and(mayTakeOver(session.user), eq(userTable._id, userId)));
  if (!colleague || !worksAtDrawers(colleague)) throw fieldsInvalid({ userId: 'invalid' });
  const buckets = await signInBuckets(db, colleague.email, actor.ip);
  await countTries(db, buckets);
  const { isLimited, opens } = await countOfDay(db, colleague.email, session.deviceId);
  const account = await findSignInAccount(db, colleague.email, password);
  if (!account?.isRight || !opens) {
    await recordFailure(db, actor, account?.user ?? session.user, isLimited);
    throw fieldsInvalid({ password: 'unlockPasswordWrong' });
  }
  const { branchId } = session.user;
  const isHome = account.user.branchId === branchId;
  const { role, permissionSet } = colleague;
  const user = { ...account.user, role, permissionSet, branchId };
  // The set-up of a factor that is due by now takes the sign-in form.
  if ((await missingHalfOf(db, user)) !== null) throw new ApiError('secondFactorNeeded');
  return writeAudited(db, actor, async (tx) => {
    await forgiveTry(tx, buckets);
    await forgiveOfDay(tx, user.email);
    await rememberAddress(tx, user.email, actor.ip);
    // If two people take over at once, the second one finds the session gone.
    const ended = await tx
      .delete(sessionTable)
      .where(eq(sessionTable.tokenHash, session.tokenHash))
      .returning({ userId: sessionTable.userId });
    if (ended.length === 0) throw new ApiError('unauthenticated');
    const here = { ...device, deviceId: session.deviceId };
    const answer = await startSession(tx, user, here, undefined, isHome ? null : branchId);
    const about = { entity: 'users', branchId };
    return {
      answer,
      audit: [
        { ...about, action: 'sign-out', entityId: session.user._id },
        { ...about, action: 'sign-in', entityId: user._id, user },
      ],
    };
  });
}
