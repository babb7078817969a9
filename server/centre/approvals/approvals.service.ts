import { eq, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import {
  APPROVAL_SECONDS,
  type ApprovalAnswer,
  type ApprovalInput,
  type ApprovedAct,
} from '#contract/centre/approvals.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { FieldError } from '#contract/field-errors.ts';
import { can } from '#contract/roles.ts';
import type { Db } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Services } from '#server/lib/api.ts';
import type { Actor } from '#server/lib/audit.ts';
import { newToken, sha256 } from '#server/lib/tokens.ts';
import { countTries, forgiveTry } from '#server/lib/try-limit.ts';
import { writeAudited } from '#server/lib/write.ts';
import { findSignInAccount, type SignInAccount } from '#server/centre/auth/auth.service.ts';
import { rightsOf } from '#server/centre/users/account-grants.ts';
import { missingHalfOf, takeFactorCode } from '#server/centre/auth/second-factor.service.ts';
import { countFactorTry, forgiveFactorTry } from '#server/centre/auth/code-limits.ts';
import { recordFailure } from '#server/centre/auth/failed-sign-in.ts';
import { countOfDay, forgiveOfDay, signInBuckets } from '#server/centre/auth/sign-in-limits.ts';
import { lockActiveUser } from '#server/centre/users/change-user.ts';
import { approvalTable as table } from '#server/db/tables/ledger/books.table.ts';
import { requireBranch } from '#server/centre/branches/branches.service.ts';
import { onePersonUntil } from './given-passwords.ts';
import { newContent } from './signatures.ts';
import { clerkRightOf, makesAccounts, maySign } from './signing-rights.ts';

const nameOf = ({ firstName, lastName }: SignedInUser) => `${firstName} ${lastName}`;

/** The reason why this account cannot sign although the password is right. */
async function problemOf(
  db: Db,
  { user, mustChangePassword }: SignInAccount,
  clerk: SignedInUser,
  act: ApprovedAct,
): Promise<FieldError | undefined> {
  if (user._id === clerk._id) return 'signedBySelf';
  const rights = await rightsOf(db, user._id);
  if (!rights.some((right) => maySign({ ...right, mustChangePassword }, act))) return 'mayNotSign';
  if (!makesAccounts(act.kind)) return undefined;
  const until = await onePersonUntil(db, clerk._id, user._id);
  return until === null ? undefined : `passwordGiven:${until}`;
}

const refused = (field: 'email' | 'password' | 'code', problem: FieldError) =>
  new ApiError('approvalRefused', { fields: { [field]: problem } });

/**
 * POST `/auth/approvals`; `clerk` is the user who asks, on the device with the key of `keyHash`. It
 * is limited like a sign-in, but nobody is signed in.
 */
export async function giveApproval(
  { db, secrets }: Pick<Services, 'db' | 'secrets'>,
  actor: Actor,
  { clerk, keyHash }: { clerk: SignedInUser; keyHash: string | null },
  { email, password, code, act }: ApprovalInput,
): Promise<ApprovalAnswer> {
  if (!can(clerk, clerkRightOf(act.kind))) throw new ApiError('forbidden');
  await db.transaction((tx) => requireBranch(tx, clerk, 'act.branchId', act.branchId));
  const buckets = await signInBuckets(db, email, actor.ip);
  await countTries(db, buckets);
  const { isLimited, opens } = await countOfDay(db, email, keyHash);
  const account = await findSignInAccount(db, email, password);
  if (!account?.isRight || !opens) {
    await recordFailure(db, actor, account?.user, isLimited, 'approval-failed');
    throw refused('password', 'signInWrong');
  }
  await db.transaction(async (tx) => {
    await forgiveTry(tx, buckets);
    await forgiveOfDay(tx, email, keyHash);
  });
  const { user: signer } = account;
  const problem = await problemOf(db, account, clerk, act);
  if (problem !== undefined) throw refused('email', problem);
  const half = await missingHalfOf(db, signer);
  // The password alone would not open their own account either.
  if (half === 'setUp') throw refused('email', 'factorDue');
  if (half === 'code') {
    if (code === '') throw refused('code', 'codeNeeded');
    // A wrong code counts like a wrong password, and like one at the signer's own sign-in.
    const isOpen = await countFactorTry(db, signer, code, buckets);
    const takes = () => db.transaction((tx) => takeFactorCode(tx, secrets, signer._id, code));
    if (!isOpen || !(await takes())) {
      await recordFailure(db, actor, signer, false, 'approval-failed');
      throw refused('code', isOpen ? 'codeWrong' : 'codesClosed');
    }
    await db.transaction((tx) => forgiveFactorTry(tx, signer, code, buckets));
  }
  const token = newToken();
  const _id = uuidv7();
  return writeAudited(db, actor, async (tx) => {
    if (!(await lockActiveUser(tx, signer._id, account.passwordHash)))
      throw refused('password', 'signInWrong');
    const { kind, branchId } = act;
    const expiresAt = sql`clock_timestamp() + make_interval(secs => ${APPROVAL_SECONDS}::int)`;
    await tx.insert(table).values({
      _id,
      kind,
      branchId,
      content: await newContent(tx, act, half),
      tokenHash: sha256(token),
      approvedById: signer._id,
      forId: clerk._id,
      expiresAt,
    });
    const [added] = await tx
      .select({ expiresAt: table.expiresAt })
      .from(table)
      .where(eq(table._id, _id));
    const after = {
      ...act,
      approvedBy: nameOf(signer),
      approvedById: signer._id,
      for: nameOf(clerk),
      forId: clerk._id,
    };
    return {
      answer: { token, expiresAt: added?.expiresAt ?? '', approvedBy: nameOf(signer) },
      audit: { action: 'approve', entity: 'approvals', entityId: _id, branchId, after },
    };
  });
}
