import { and, eq, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { ApprovedAct } from '#contract/centre/approvals.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { StaffAccount } from '#contract/centre/staff-accounts.ts';
import type { Role } from '#contract/roles.ts';
import { auditValues } from '#contract/words/audit/values.ts';
import type { Tx } from '#server/db/client.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Session } from '#server/lib/current-user.ts';
import { raiseAlert } from '#server/centre/alerts/raise-alert.ts';
import { onePersonUntil, shownMoment } from '#server/centre/approvals/given-passwords.ts';
import { requireSignature, signedBy } from '#server/centre/approvals/signatures.ts';

/** The roles that see or change the money and the accounts of others. */
export const watchedRoles: readonly Role[] = ['admin', 'finance', 'superadmin'];

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

/** Who was a superadmin so lately still counts as one: the other one may not be there to sign. */
const COUNTED_DAYS = 7;
const lately = sql`clock_timestamp() - make_interval(days => ${COUNTED_DAYS}::int)`;

/** When the account was last switched off as a superadmin or lowered, within these days. */
const leftAt = sql<string | null>`(select max(${auditTable.at}) from ${auditTable}
  where ${auditTable.entity} = 'staff-accounts' and ${auditTable.entityId} = ${userTable._id}::text
    and ${auditTable.action} = 'update' and ${auditTable.at} > ${lately}
    and (${auditTable.before} ->> 'role' = 'superadmin'
      or (${userTable.role} = 'superadmin' and ${auditTable.before} ->> 'active' = 'true')))`;

type Asked = {
  act: ApprovedAct;
  /** The account that is raised, if it is one that is there. */
  email?: string;
  /** The refusal without a signature. */
  needed: ApiError;
};

/**
 * Throws if two superadmins work here, so a new account with wide rights need not be one's own. One
 * who has a temporary password again still counts, and for some days one who was switched off
 * or got another role, or a colleague would do that first. The raised account itself does not, so
 * whoever was switched off by mistake is switched on again.
 */
async function requireNoSecond(
  tx: Tx,
  user: SignedInUser,
  { email, needed }: Pick<Asked, 'email' | 'needed'>,
): Promise<void> {
  const { _id, role, active, lastSignInAt } = userTable;
  const isThere = and(eq(role, 'superadmin'), eq(active, true));
  const isAnother = email === undefined ? undefined : ne(userTable.email, email);
  const others = and(isNotNull(lastSignInAt), ne(_id, user._id), isAnother);
  const [found] = await tx
    .select({
      there: sql<number>`(count(*) filter (where ${isThere}))::int`,
      left: sql<number>`(count(*) filter (where not ${isThere}))::int`,
      until: shownMoment(
        sql`max(${leftAt}) filter (where not ${isThere}) + make_interval(days => ${COUNTED_DAYS}::int)`,
      ),
    })
    .from(userTable)
    .where(and(others, or(isThere, isNotNull(leftAt))));
  const { there = 0, left = 0, until = null } = found ?? {};
  const mine = user.role === 'superadmin' ? 1 : 2;
  if (there + left < mine) return;
  // With nobody there to sign, the day is said from which it goes without.
  if (there === 0 && until !== null) throw new ApiError('superadminLeftLately', { n: until });
  throw needed;
}

/**
 * Asks for the second superadmin whom new accounts with wide rights need, because whoever makes
 * such an account alone is soon two people. A lone superadmin, and an admin under one, go on alone.
 * Gives the signer, for the log.
 */
export async function requireSecond(
  tx: Tx,
  user: SignedInUser,
  approvalToken: string | null,
  { act, ...asked }: Asked,
): Promise<ReturnType<typeof signedBy>> {
  if (approvalToken === null) {
    await requireNoSecond(tx, user, asked);
    return undefined;
  }
  const signature = await requireSignature(tx, user, approvalToken, act);
  const until = await onePersonUntil(tx, user._id, signature.approvedById);
  if (until !== null) throw new ApiError('signerPasswordGiven', { n: until });
  return signedBy(signature);
}

/** The same for one account that gets such a role; every superadmin is told of it. */
export async function signRole(
  tx: Tx,
  session: Pick<Session, 'user'>,
  account: Raised & { branchId: string },
  approvalToken: string | null,
): Promise<ReturnType<typeof signedBy>> {
  const { user } = session;
  const { email, role, branchId } = account;
  if (!watchedRoles.includes(role)) return undefined;
  const signer = await requireSecond(tx, user, approvalToken, {
    act: { kind: 'accountRight', branchId, email, role },
    email,
    needed: new ApiError('accountSignatureNeeded'),
  });
  await tellOfRole(tx, session, account);
  return signer;
}
