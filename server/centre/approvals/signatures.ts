import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { ApprovedAct } from '#contract/approvals.ts';
import type { SignedInUser } from '#contract/auth.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { sha256 } from '#server/lib/tokens.ts';
import { approvalTable as table } from '#server/db/tables/ledger/books.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

/** The text that a signature is bound to; the fields are in the order of the contract. */
export function contentOf(act: ApprovedAct): string {
  return JSON.stringify(
    act.kind === 'override' ? { ...act, checks: [...new Set(act.checks)].toSorted() } : act,
  ).toLowerCase();
}

/** True if the signature covers this action. Fewer checks than were signed may remain. */
function covers(signed: string, wanted: ApprovedAct): boolean {
  if (wanted.kind !== 'override') return signed === contentOf(wanted);
  const { checks = [] } = JSON.parse(signed) as { checks?: string[] };
  return (
    wanted.checks.every((check) => checks.includes(check.toLowerCase())) &&
    signed === JSON.stringify({ ...JSON.parse(contentOf(wanted)), checks })
  );
}

/** A signature that is still valid. */
export type Signature = { _id: string; content: string; approvedById: string; approvedBy: string };

/** The signatures of a write by their tokens: given to this clerk, unused and not expired. */
export type Signatures = ReadonlyMap<string, Signature>;

export async function readSignatures(
  db: Db | Tx,
  clerk: SignedInUser,
  tokens: readonly string[],
): Promise<Signatures> {
  const hashes = new Map(tokens.map((token) => [sha256(token), token]));
  if (hashes.size === 0) return new Map();
  const { _id, content, approvedById, tokenHash } = table;
  const rows = await db
    .select({
      _id,
      content,
      approvedById,
      tokenHash,
      approvedBy: sql<string>`${userTable.firstName} || ' ' || ${userTable.lastName}`,
    })
    .from(table)
    .innerJoin(userTable, and(eq(userTable._id, approvedById), eq(userTable.active, true)))
    .where(
      and(
        inArray(tokenHash, [...hashes.keys()]),
        eq(table.forId, clerk._id),
        isNull(table.usedAt),
        sql`${table.expiresAt} > clock_timestamp()`,
      ),
    );
  return new Map(
    rows.map(({ tokenHash: hash, ...signature }) => [hashes.get(hash) ?? '', signature]),
  );
}

/** The signature behind a token, if it was given for exactly this action. */
export function signatureFor(
  signatures: Signatures,
  token: string | null,
  act: ApprovedAct,
): Signature | undefined {
  const signature = token === null ? undefined : signatures.get(token);
  return signature && covers(signature.content, act) ? signature : undefined;
}

/**
 * Marks signatures as used, in the transaction of the write; `false` if another write used one
 * meanwhile.
 */
export async function spendSignatures(tx: Tx, used: readonly Signature[]): Promise<boolean> {
  const ids = [...new Set(used.map(({ _id }) => _id))].toSorted();
  if (ids.length === 0) return true;
  const rows = await tx
    .update(table)
    .set({ usedAt: sql`clock_timestamp()` })
    .where(and(inArray(table._id, ids), isNull(table.usedAt)))
    .returning({ _id: table._id });
  return rows.length === ids.length;
}

/** Uses the signature that was given for exactly this action; throws if there is none. */
export async function requireSignature(
  tx: Tx,
  clerk: SignedInUser,
  token: string | null,
  act: ApprovedAct,
): Promise<Signature> {
  if (token === null) throw new ApiError('forbidden');
  const signature = signatureFor(await readSignatures(tx, clerk, [token]), token, act);
  if (!signature || !(await spendSignatures(tx, [signature]))) throw new ApiError('approvalEnded');
  return signature;
}

/** The signer, as the audit log records it. */
export const signedBy = (signature: Signature | undefined) =>
  signature && {
    approvedBy: signature.approvedBy,
    approvedById: signature.approvedById,
    approvalId: signature._id,
  };
