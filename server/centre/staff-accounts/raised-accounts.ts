import { and, eq, isNotNull, ne } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { StaffAccount } from '#contract/centre/staff-accounts.ts';
import type { Role } from '#contract/roles.ts';
import { auditValues } from '#contract/words/audit/values.ts';
import type { Tx } from '#server/db/client.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Session } from '#server/lib/current-user.ts';
import { raiseAlert } from '#server/centre/alerts/raise-alert.ts';
import { requireSignature, signedBy, type Signature } from '#server/centre/approvals/signatures.ts';

/** The roles that see or change the money and the accounts of others. */
const watchedRoles: readonly Role[] = ['admin', 'finance', 'superadmin'];

type Raised = Pick<StaffAccount, 'email' | 'role'>;

/** Tells the superadmins of an account that was made or activated, or got a watched role. */
export async function tellOfRole(
  tx: Tx,
  { user }: Pick<Session, 'user'>,
  { email, role, branchId }: Raised & { branchId: string | null },
): Promise<void> {
  if (!watchedRoles.includes(role)) return;
  await raiseAlert(tx, {
    kind: 'accountRaised',
    branchId,
    subjectId: user._id,
    detail: `${email} · ${auditValues[role].join(' / ')}`,
  });
}

/**
 * True if two superadmins work here, so that a new account with wide rights need not be one's own.
 * One who has a temporary password again still counts, or a colleague would give one first.
 */
async function hasTwoSuperadmins(tx: Tx, user: SignedInUser): Promise<boolean> {
  const { _id, role, active, lastSignInAt } = userTable;
  const others = and(
    ...[eq(role, 'superadmin'), eq(active, true), isNotNull(lastSignInAt), ne(_id, user._id)],
  );
  return (await tx.$count(userTable, others)) >= (user.role === 'superadmin' ? 1 : 2);
}

/**
 * Asks for the second superadmin whom a new admin, finance or superadmin needs, because whoever
 * makes such an account alone is soon two people. A lone superadmin, and an admin under one, go on
 * alone. Every superadmin is told in both cases. Gives the signer, for the log.
 */
export async function signRole(
  tx: Tx,
  session: Pick<Session, 'user'>,
  account: Raised & { branchId: string },
  approvalToken: string | null,
): Promise<ReturnType<typeof signedBy>> {
  const { user } = session;
  const { email, role, branchId } = account;
  if (!watchedRoles.includes(role)) return undefined;
  let signature: Signature | undefined;
  if (approvalToken !== null)
    signature = await requireSignature(tx, user, approvalToken, {
      ...({ kind: 'accountRight', branchId, email, role } as const),
    });
  else if (await hasTwoSuperadmins(tx, user)) throw new ApiError('accountSignatureNeeded');
  await tellOfRole(tx, session, account);
  return signedBy(signature);
}
