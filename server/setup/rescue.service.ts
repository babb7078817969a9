import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { LoginAnswer } from '#contract/centre/auth.ts';
import { RESCUE_MINUTES, RESCUE_SHOWN_DAYS, type Rescue } from '#contract/centre/rescue.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { fieldsInvalid } from '#server/lib/api-error.ts';
import { serverActor } from '#server/lib/audit.ts';
import { writeAudited, type WriteResult } from '#server/lib/write.ts';
import { raiseAlert } from '#server/centre/alerts/raise-alert.ts';
import type { SignInDevice } from '#server/centre/auth/devices.ts';
import { removeSecondFactor } from '#server/centre/auth/second-factor.service.ts';
import { startSession } from '#server/centre/auth/auth.service.ts';
import { sha256 } from '#server/lib/tokens.ts';
import { signInAudit } from '#server/centre/auth/new-devices.ts';
import { forgetLateSignIns } from '#server/centre/auth/remembered-devices.ts';
import { ownPassword } from '#server/centre/users/change-user.ts';
import { publicUser } from '#server/centre/users/public-user.ts';
import { sessionTable } from '#server/db/tables/centre/sessions.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { rescueCodeTable as codes } from '#server/db/tables/start/rescue-codes.table.ts';
import { hashOfCode, newOneTimeCode } from '#server/lib/one-time-code.ts';

/** No account can be rescued under this address; the message says why. */
export class RescueRefused extends Error {
  readonly reason: 'unknownAccount' | 'disabledAccount';

  constructor(reason: RescueRefused['reason'], email: string) {
    super(
      reason === 'unknownAccount'
        ? `There is no account with the e-mail address ${email}.`
        : `The account ${email} is switched off. A superadmin can switch it on.`,
    );
    this.reason = reason;
  }
}

/**
 * A new code for the active account of `email`; an earlier code of it ends. Only its hash is
 * stored. Throws `RescueRefused` without such an account.
 */
export async function newRescueCode(db: Db, email: string): Promise<string> {
  const code = newOneTimeCode();
  await writeAudited(db, serverActor, async (tx) => {
    const account = { ...publicUser, active: userTable.active };
    const isHers = eq(userTable.email, email.trim().toLowerCase());
    const [user] = await tx.select(account).from(userTable).where(isHers).for('update');
    if (!user) throw new RescueRefused('unknownAccount', email);
    if (!user.active) throw new RescueRefused('disabledAccount', email);
    await tx.delete(codes).where(and(eq(codes.userId, user._id), isNull(codes.usedAt)));
    await tx.insert(codes).values({
      codeHash: hashOfCode(code),
      userId: user._id,
      expiresAt: sql`clock_timestamp() + make_interval(mins => ${RESCUE_MINUTES}::int)`,
    });
    const audit = {
      action: 'make-rescue-code',
      entity: 'users',
      entityId: user._id,
      branchId: user.branchId,
    };
    return { answer: undefined, audit };
  });
  return code;
}

const isOpenCode = (code: string) =>
  and(
    eq(codes.codeHash, hashOfCode(code)),
    isNull(codes.usedAt),
    gt(codes.expiresAt, sql`clock_timestamp()`),
  );

/** The id of the account that `code` opens; a wrong, used or ended code is a field error. */
export async function accountOfCode(db: Db, code: string): Promise<string> {
  const [found] = await db.select({ userId: codes.userId }).from(codes).where(isOpenCode(code));
  if (!found) throw fieldsInvalid({ code: 'rescueCodeWrong' });
  return found.userId;
}

/** Uses up `code`; returns the id of its account. A wrong, used or ended code is a field error. */
async function useCode(tx: Tx, code: string): Promise<string> {
  const [used] = await tx
    .update(codes)
    .set({ usedAt: sql`clock_timestamp()` })
    .where(isOpenCode(code))
    .returning({ userId: codes.userId });
  if (!used) throw fieldsInvalid({ code: 'rescueCodeWrong' });
  return used.userId;
}

/**
 * Gives the account of `code` a new password, takes its second factor off, ends all its sessions,
 * tells every superadmin, and signs the person in on this device.
 */
export async function rescueAccount(
  tx: Tx,
  code: string,
  passwordHash: string,
  device: SignInDevice,
): Promise<WriteResult<LoginAnswer>> {
  const userId = await useCode(tx, code);
  const [user] = await tx
    .update(userTable)
    .set({ ...ownPassword(passwordHash), updatedAt: sql`now()` })
    .where(and(eq(userTable._id, userId), userTable.active))
    .returning(publicUser);
  if (!user) throw fieldsInvalid({ code: 'rescueCodeWrong' });
  await removeSecondFactor(tx, userId);
  await tx.delete(sessionTable).where(eq(sessionTable.userId, userId));
  await raiseAlert(tx, {
    kind: 'accountRescued',
    branchId: null,
    subjectId: userId,
    detail: user.email,
  });
  const { newDevice, ...answer } = await startSession(tx, user, device);
  await forgetLateSignIns(tx, { user, tokenHash: sha256(answer.token) });
  return { answer, audit: signInAudit(user, newDevice, 'rescue') };
}

/** The accounts that were rescued in the last days, the newest first. */
export function recentRescues(db: Db): Promise<Rescue[]> {
  const since = sql`clock_timestamp() - make_interval(days => ${RESCUE_SHOWN_DAYS}::int)`;
  return db
    .select({
      userId: codes.userId,
      firstName: userTable.firstName,
      lastName: userTable.lastName,
      email: userTable.email,
      at: sql<string>`${codes.usedAt}`.mapWith(codes.usedAt),
    })
    .from(codes)
    .innerJoin(userTable, eq(userTable._id, codes.userId))
    .where(gt(codes.usedAt, since))
    .orderBy(desc(codes.usedAt));
}
