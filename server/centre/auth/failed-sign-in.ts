import { and, eq, gt, inArray, sql, type SQL } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import type { Actor, AuditEntry } from '#server/lib/audit.ts';
import { networkOf } from '#server/lib/network-of.ts';
import { writeAudited } from '#server/lib/write.ts';
import { raiseAlertOnce } from '#server/centre/alerts/raise-alert.ts';
import { markLimited } from './sign-in-limits.ts';

/**
 * What failed: a sign-in, a signature, the code or passkey of a second factor, or the own password
 * at a form of somebody who is signed in.
 */
const failedActs = [
  ...(['sign-in-failed', 'approval-failed'] as const),
  ...(['second-factor-failed', 'password-failed'] as const),
];
export type FailedAct = (typeof failedActs)[number];
const ENTITY = 'users';
/** So many failures within 15 minutes are an alert. */
const MOST_OF_ACCOUNT = 10;
/** So many within 24 hours are one too, because somebody may guess slowly. */
const MOST_OF_ACCOUNT_A_DAY = 30;
/** The tablets of a school share one address, and clerks mistype. */
const MOST_OF_ADDRESS = 30;

const isFailureSince = (moment: SQL) =>
  and(inArray(auditTable.action, failedActs), gt(auditTable.at, moment));
const lately = sql`now() - interval '15 minutes'`;
const aDayAgo = sql`now() - interval '24 hours'`;

/** True if an account has many failures by now, with the one that is being recorded. */
async function hasManyFailures(tx: Tx, userId: string): Promise<boolean> {
  const { at, entity, entityId } = auditTable;
  const [counted] = await tx
    .select({
      ofDay: sql<number>`count(*)::int`,
      late: sql<number>`(count(*) filter (where ${at} > ${lately}))::int`,
    })
    .from(auditTable)
    .where(and(isFailureSince(aDayAgo), eq(entity, ENTITY), eq(entityId, userId)));
  const { ofDay = 0, late = 0 } = counted ?? {};
  return late + 1 >= MOST_OF_ACCOUNT || ofDay + 1 >= MOST_OF_ACCOUNT_A_DAY;
}

/**
 * The failures of the last 15 minutes from a network, with this one. A device with IPv6 takes
 * another address for each try.
 */
async function failuresFrom(tx: Tx, network: string): Promise<number> {
  const { ip } = auditTable;
  const rows = await tx
    .select({ ip, n: sql<number>`count(*)::int` })
    .from(auditTable)
    .where(isFailureSince(lately))
    .groupBy(ip);
  const own = rows.filter((row) => networkOf(row.ip) === network);
  return own.reduce((sum, { n }) => sum + n, 1);
}

async function tellOfFailures(
  tx: Tx,
  address: string,
  account: SignedInUser | undefined,
  isLimited: boolean,
): Promise<void> {
  if (account) {
    if (isLimited) await markLimited(tx, account.email);
    if (isLimited || (await hasManyFailures(tx, account._id)))
      await raiseAlertOnce(tx, {
        kind: 'accountFailures',
        branchId: account.branchId,
        subjectId: account._id,
        detail: [account.email, address].filter(Boolean).join(' · '),
      });
  }
  const network = networkOf(address);
  if ((await failuresFrom(tx, network)) >= MOST_OF_ADDRESS)
    await raiseAlertOnce(tx, {
      kind: 'addressFailures',
      branchId: null,
      subjectId: null,
      detail: network,
    });
}

/**
 * The row of a failure for the log of changes. Tells the superadmins when there are many, or when
 * the account came to the limit of the day. Only the account, if there is one, is recorded: a typed
 * e-mail address may be a password in the wrong field.
 */
export async function failureEntry(
  tx: Tx,
  { ip }: Actor,
  account: SignedInUser | undefined,
  action: FailedAct,
  isLimited = false,
): Promise<AuditEntry> {
  await tellOfFailures(tx, ip, account, isLimited);
  return {
    action,
    entity: ENTITY,
    entityId: account?._id ?? '',
    ...(account && { branchId: account.branchId }),
  };
}

/** Records a failure whose own transaction was rolled back, or that had none. */
export async function recordFailure(
  db: Db,
  actor: Actor,
  account: SignedInUser | undefined,
  isLimited: boolean,
  action: FailedAct = 'sign-in-failed',
): Promise<void> {
  await writeAudited(db, actor, async (tx) => ({
    answer: undefined,
    audit: await failureEntry(tx, actor, account, action, isLimited),
  }));
}
