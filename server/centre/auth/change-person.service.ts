import { and, asc, eq, ne, not, or, sql } from 'drizzle-orm';
import type {
  ChangePersonInput,
  Colleague,
  LoginAnswer,
  SignedInUser,
} from '#contract/centre/auth.ts';
import { can, type Grant } from '#contract/roles.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import type { Actor } from '#server/lib/audit.ts';
import { countTries, forgiveTry } from '#server/lib/try-limit.ts';
import { writeAudited } from '#server/lib/write.ts';
import { accountGrantTable } from '#server/db/tables/centre/account-grants.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { lockActiveUser } from '#server/centre/users/change-user.ts';
import { changeOfGrant, publicUser } from '#server/centre/users/public-user.ts';
import { sha256 } from '#server/lib/tokens.ts';
import { rightsOfUser } from '#server/centre/users/account-grants.ts';
import type { Session } from '#server/lib/current-user.ts';
import { findSignInAccount, startSession } from './auth.service.ts';
import { noteProof, type ProvingDevice } from './devices.ts';
import { recordFailure } from './failed-sign-in.ts';
import { signInAudit } from './new-devices.ts';
import { sessionTable } from '#server/db/tables/centre/sessions.table.ts';
import { hasFactor, isRightPin, mayUsePin, openPin } from './pins.service.ts';
import { missingHalfOf } from './second-factor.service.ts';
import { completeSession } from './sessions.ts';
import { countOfDay, forgiveOfDay, rememberAddress, signInBuckets } from './sign-in-limits.ts';

/**
 * Colleagues with a right in this branch who may take over, with the role that they have here; a
 * superadmin, who sees all branches, signs in with the form.
 * Somebody with a second factor may with a PIN alone, and else uses the sign-in form, as does
 * somebody with a temporary password.
 */
const mayTakeOver = ({ user: { _id, branchId }, deviceId }: Session, keyHash: string | null) =>
  and(
    rightsOfUser,
    eq(accountGrantTable.branchId, branchId),
    ne(userTable._id, _id),
    eq(userTable.active, true),
    eq(userTable.mustChangePassword, false),
    or(not(hasFactor), mayUsePin(branchId, deviceId, keyHash)),
  );

const worksAtDrawers = (right: Grant) => can(right, 'drawers:write');

/**
 * GET `/auth/colleagues`: the other accounts of the branch that may work at a drawer, by first
 * name.
 */
export async function listColleagues(
  db: Db,
  session: Session,
  keyHash: string | null,
): Promise<Colleague[]> {
  const { _id, firstName, lastName } = userTable;
  const colleagues = await db
    .select({
      _id,
      firstName,
      lastName,
      role: accountGrantTable.role,
      permissionSet: changeOfGrant,
      usesPassword: sql<boolean>`not ${hasFactor}`,
      usesPin: mayUsePin(session.user.branchId, session.deviceId, keyHash),
    })
    .from(userTable)
    .innerJoin(accountGrantTable, mayTakeOver(session, keyHash))
    .orderBy(asc(firstName), asc(lastName));
  return colleagues.filter(worksAtDrawers);
}

type TakingOver = { email: string; usesPassword: boolean; usesPin: boolean };

/**
 * The account of a colleague, and whether what they typed is right. A PIN that does not open this
 * device is the error of its field, and so is the password of somebody with a second factor.
 */
async function proveColleague(
  db: Db,
  { email, usesPassword, usesPin }: TakingOver,
  { userId, password, pin }: ChangePersonInput,
): Promise<{ user: SignedInUser; isRight: boolean; passwordHash?: string } | undefined> {
  if (pin === undefined) {
    if (!usesPassword) throw fieldsInvalid({ userId: 'invalid' });
    return findSignInAccount(db, email, password ?? '');
  }
  if (!usesPin) throw fieldsInvalid({ pin: 'pinClosed' });
  const [user] = await db.select(publicUser).from(userTable).where(eq(userTable._id, userId));
  return user && { user, isRight: await isRightPin(db, userId, pin) };
}

/**
 * POST `/auth/change-person`: ends the session of this device and starts one for the colleague, in
 * one write; limited like a sign-in. The new session works in the same branch.
 */
export async function changePerson(
  db: Db,
  actor: Actor,
  session: Session,
  input: ChangePersonInput,
  named: ProvingDevice,
): Promise<LoginAnswer> {
  const device = { ...named, deviceId: session.deviceId };
  const mayBe = mayTakeOver(session, device.heldKeyHash);
  const withPin = input.pin !== undefined;
  const refusal = () =>
    fieldsInvalid(withPin ? { pin: 'pinWrong' } : { password: 'unlockPasswordWrong' });
  const find = (of: Db | Tx) =>
    of
      .select({
        email: userTable.email,
        role: accountGrantTable.role,
        permissionSet: changeOfGrant,
        usesPassword: sql<boolean>`not ${hasFactor}`,
        usesPin: mayUsePin(session.user.branchId, session.deviceId, device.heldKeyHash),
      })
      .from(userTable)
      .innerJoin(accountGrantTable, and(mayBe, eq(userTable._id, input.userId)));
  const [colleague] = await find(db);
  if (!colleague || !worksAtDrawers(colleague)) throw fieldsInvalid({ userId: 'invalid' });
  const buckets = await signInBuckets(db, colleague.email, actor.ip);
  await countTries(db, buckets);
  const { isLimited, opens } = await countOfDay(db, colleague.email, device.heldKeyHash);
  const account = await proveColleague(db, colleague, input);
  if (!account?.isRight || !opens) {
    await recordFailure(db, actor, account?.user ?? session.user, isLimited);
    throw refusal();
  }
  const { branchId } = session.user;
  const isHome = account.user.branchId === branchId;
  const { role, permissionSet } = colleague;
  const user = { ...account.user, role, permissionSet, branchId };
  // The set-up of a factor that is due by now takes the sign-in form.
  const half = await missingHalfOf(db, user);
  if (half !== null && !(withPin && half === 'code')) throw new ApiError('secondFactorNeeded');
  const { passwordHash } = account;
  return writeAudited(db, actor, async (tx) => {
    if (!(await lockActiveUser(tx, user._id, passwordHash))) throw refusal();
    if (withPin) await openPin(tx, user._id);
    // A PIN or a right that was taken while the check took its time opens nothing.
    const [still] = await find(tx);
    if (!still || (withPin && !still.usesPin)) throw refusal();
    await forgiveTry(tx, buckets);
    await forgiveOfDay(tx, user.email, device.heldKeyHash);
    if (!withPin) await rememberAddress(tx, user.email, actor.ip);
    // If two people take over at once, the second one finds the session gone.
    const ended = await tx
      .delete(sessionTable)
      .where(eq(sessionTable.tokenHash, session.tokenHash))
      .returning({ userId: sessionTable.userId });
    if (ended.length === 0) throw new ApiError('unauthenticated');
    const { newDevice, ...begun } = await startSession(
      tx,
      user,
      device,
      undefined,
      isHome ? null : branchId,
    );
    // The second factor was given on this device lately, which the PIN needs.
    if (withPin) await completeSession(tx, sha256(begun.token));
    else await noteProof(tx, user._id, device, false);
    const answer = withPin ? { ...begun, missingHalf: null } : begun;
    return {
      answer,
      audit: [
        { action: 'sign-out', entity: 'users', entityId: session.user._id, branchId },
        { ...signInAudit(user, newDevice, withPin ? 'sign-in-pin' : 'sign-in'), branchId },
      ],
    };
  });
}
