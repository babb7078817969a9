import { and, eq, inArray, isNotNull, isNull, lt, notInArray, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type {
  MissingHalf,
  RecoveryCodes,
  SecondFactorSecret,
  SecondFactorState,
} from '#contract/centre/second-factor.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { schoolInfoTable } from '#server/db/tables/centre/school-info.table.ts';
import {
  recoveryCodeTable as codes,
  secondFactorTable as factors,
} from '#server/db/tables/centre/second-factors.table.ts';
import { sessionTable } from '#server/db/tables/centre/sessions.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { anyRoleIn } from '#server/centre/users/account-grants.ts';
import { raiseAlert } from '#server/centre/alerts/raise-alert.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { hashOfCode, newOneTimeCode } from '#server/lib/one-time-code.ts';
import type { SecretBox } from '#server/lib/secret-box.ts';
import { base32, matchingStep, newTotpSecret, totpAddress, totpStep } from '#server/lib/totp.ts';
import type { WriteResult } from '#server/lib/write.ts';
import { forgetDevices } from './remembered-devices.ts';
import { dueRoles, ruleFor } from './second-factor-rule.ts';

const RECOVERY_CODES = 10;
/** A code that is right this many steps away tells of a wrong clock: ten minutes. */
const CLOCK_STEPS = 20;

const placeOf = (userId: string) => `second_factors/${userId}/secret`;
/** A secret that replaces a lost one opens nothing until a code of it was typed. */
const anewPlaceOf = (userId: string) => `second_factors/${userId}/anew`;

type Factor = typeof factors.$inferSelect;

/** True for a factor that counts, but whose secret the key of the server does not open. */
export const isLost = (
  box: SecretBox | undefined,
  { userId, secret, confirmedAt }: Factor,
): boolean => confirmedAt !== null && box?.open(secret, placeOf(userId)) === undefined;

/**
 * The half that is missing after a recovery code: where the app's secret was lost, and the server
 * can keep another one, the person sets the factor up anew.
 */
export async function halfAfterCode(
  tx: Tx,
  box: SecretBox | undefined,
  userId: string,
): Promise<MissingHalf | null> {
  const [factor] = await tx.select().from(factors).where(eq(factors.userId, userId));
  return box && factor && isLost(box, factor) ? 'setUp' : null;
}

const isConfirmed = (userId: string) =>
  and(eq(factors.userId, userId), isNotNull(factors.confirmedAt));

/** True if the account has a second factor that counts. */
export const hasSecondFactor = async (db: Db | Tx, userId: string): Promise<boolean> =>
  (await db.$count(factors, isConfirmed(userId))) > 0;

/** The half that a new session of this person still lacks. */
export async function missingHalfOf(
  db: Db | Tx,
  user: Pick<SignedInUser, '_id' | 'role'>,
): Promise<MissingHalf | null> {
  if (await hasSecondFactor(db, user._id)) return 'code';
  return (await ruleFor(db, user)).isDue ? 'setUp' : null;
}

/**
 * Ends the sessions of those who have no factor although it is due: the next sign-in leads them to
 * the set-up. One that is at the set-up goes on.
 */
export async function endSessionsWithoutFactor(tx: Tx): Promise<void> {
  const due = await dueRoles(tx);
  if (due.length === 0) return;
  const asked = tx.select({ _id: userTable._id }).from(userTable).where(anyRoleIn(due));
  const { userId, confirmedAt } = factors;
  const safe = tx.select({ userId }).from(factors).where(isNotNull(confirmedAt));
  const { userId: ownerId, missingHalf } = sessionTable;
  await tx
    .delete(sessionTable)
    .where(and(isNull(missingHalf), inArray(ownerId, asked), notInArray(ownerId, safe)));
}

/** The number of recovery codes that are left. */
export function recoveryCodesLeft(db: Db | Tx, userId: string): Promise<number> {
  return db.$count(codes, and(eq(codes.userId, userId), isNull(codes.usedAt)));
}

export async function secondFactorStateOf(db: Db, user: SignedInUser): Promise<SecondFactorState> {
  const [isOn, { isAsked }, left] = [
    await hasSecondFactor(db, user._id),
    await ruleFor(db, user),
    await recoveryCodesLeft(db, user._id),
  ];
  return { isOn, isAsked, recoveryLeft: left };
}

async function takeRecoveryCode(tx: Tx, userId: string, code: string): Promise<boolean> {
  const used = await tx
    .update(codes)
    .set({ usedAt: sql`clock_timestamp()` })
    .where(
      and(eq(codes.userId, userId), eq(codes.codeHash, hashOfCode(code)), isNull(codes.usedAt)),
    )
    .returning({ _id: codes._id });
  if (used.length === 0) return false;
  const [person] = await tx
    .select({ email: userTable.email, branchId: userTable.branchId })
    .from(userTable)
    .where(eq(userTable._id, userId));
  await raiseAlert(tx, {
    kind: 'recoveryCodeUsed',
    branchId: person?.branchId ?? null,
    subjectId: userId,
    detail: person?.email ?? '',
  });
  return true;
}

/** Digits with or without spaces between them. */
export const isAppCode = (code: string) => /^\d{6}$/.test(code.replaceAll(/\s/g, ''));

/**
 * Takes a code of the app or a recovery code, each once. False for a wrong one, for one of a step
 * that was taken before, and for every code of the app if the key of the secrets was lost.
 */
export async function takeFactorCode(
  tx: Tx,
  box: SecretBox | undefined,
  userId: string,
  code: string,
): Promise<boolean> {
  if (!isAppCode(code)) return takeRecoveryCode(tx, userId, code);
  const [factor] = await tx.select().from(factors).where(isConfirmed(userId)).for('update');
  const secret = factor && box?.open(factor.secret, placeOf(userId));
  if (!secret) return false;
  const step = matchingStep(secret, code.replaceAll(/\s/g, ''), Date.now());
  if (step === undefined || step <= factor.lastStep) return false;
  await tx
    .update(factors)
    .set({ lastStep: step })
    .where(and(eq(factors.userId, userId), lt(factors.lastStep, step)));
  return true;
}

async function newRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const made = Array.from({ length: RECOVERY_CODES }, newOneTimeCode);
  await tx.delete(codes).where(eq(codes.userId, userId));
  await tx.insert(codes).values(made.map((code) => ({ userId, codeHash: hashOfCode(code) })));
  return made;
}

function requireBox(box: SecretBox | undefined): SecretBox {
  if (!box) throw new ApiError('secretsKeyMissing');
  return box;
}

/**
 * Makes a new secret for a person without a factor, or whose factor was lost; it counts once a code
 * of it was typed.
 */
export async function beginSecondFactor(
  tx: Tx,
  box: SecretBox | undefined,
  { _id: userId, email }: SignedInUser,
): Promise<SecondFactorSecret> {
  const sealing = requireBox(box);
  const [before] = await tx.select().from(factors).where(eq(factors.userId, userId)).for('update');
  const isAnew = before !== undefined && isLost(box, before);
  if (before && before.confirmedAt !== null && !isAnew) throw new ApiError('secondFactorOn');
  const secret = newTotpSecret();
  const place = isAnew ? anewPlaceOf(userId) : placeOf(userId);
  const row = { secret: sealing.seal(secret, place), lastStep: 0 };
  await tx
    .insert(factors)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: factors.userId, set: row });
  const [info] = await tx.select({ name: schoolInfoTable.centreNameEn }).from(schoolInfoTable);
  return {
    secret: base32(secret),
    address: totpAddress(secret, info?.name ?? 'BranchDesk', email),
  };
}

/**
 * The first code of a new secret: the factor counts from now on. A code of another time tells that
 * the clock of the phone or of the server is wrong.
 */
export async function confirmSecondFactor(
  tx: Tx,
  box: SecretBox | undefined,
  { _id: userId }: SignedInUser,
  typed: string,
): Promise<WriteResult<RecoveryCodes>> {
  const [factor] = await tx.select().from(factors).where(eq(factors.userId, userId)).for('update');
  const sealing = requireBox(box);
  if (!factor || (factor.confirmedAt !== null && !isLost(box, factor)))
    throw new ApiError('stepNotAllowed');
  const place = factor.confirmedAt === null ? placeOf(userId) : anewPlaceOf(userId);
  const secret = sealing.open(factor.secret, place);
  if (!secret) throw new ApiError('secretsKeyMissing');
  const code = typed.replaceAll(/\s/g, '');
  const step = matchingStep(secret, code, Date.now());
  if (step === undefined) {
    const far = matchingStep(secret, code, Date.now(), CLOCK_STEPS);
    if (far === undefined) throw fieldsInvalid({ code: 'codeWrong' });
    const minutes = Math.ceil(Math.abs(far - totpStep(Date.now())) / 2);
    throw fieldsInvalid({ code: `codeOfAnotherTime:${minutes}` });
  }
  await tx
    .update(factors)
    .set({
      secret: sealing.seal(secret, placeOf(userId)),
      confirmedAt: sql`clock_timestamp()`,
      lastStep: step,
    })
    .where(eq(factors.userId, userId));
  return {
    answer: { codes: await newRecoveryCodes(tx, userId) },
    audit: { action: 'add-second-factor', entity: 'users', entityId: userId },
  };
}

/** New recovery codes; the old ones end. */
export async function renewRecoveryCodes(
  tx: Tx,
  { _id: userId }: SignedInUser,
): Promise<WriteResult<RecoveryCodes>> {
  if (!(await hasSecondFactor(tx, userId))) throw new ApiError('stepNotAllowed');
  return {
    answer: { codes: await newRecoveryCodes(tx, userId) },
    audit: { action: 'renew-recovery-codes', entity: 'users', entityId: userId },
  };
}

/**
 * Takes the factor off with its recovery codes, and with its passkeys, which hang on its row. False
 * if there was none.
 */
export async function removeSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  await forgetDevices(tx, userId);
  await tx.delete(codes).where(eq(codes.userId, userId));
  const removed = await tx
    .delete(factors)
    .where(eq(factors.userId, userId))
    .returning({ userId: factors.userId });
  return removed.length > 0;
}

/** A factor that the centre asks for is not taken off by its owner. */
export async function requireNotAsked(tx: Tx, user: SignedInUser): Promise<void> {
  if ((await ruleFor(tx, user)).isAsked) throw new ApiError('secondFactorAsked');
}
