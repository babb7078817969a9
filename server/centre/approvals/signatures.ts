import { and, eq, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import { type ApprovalKind, type ApprovedAct } from '#contract/centre/approvals.ts';
import { ceilings, type BeyondSignature } from '#contract/signatures.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { MissingHalf } from '#contract/centre/second-factor.ts';
import type { Role } from '#contract/roles.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { sha256 } from '#server/lib/tokens.ts';
import { approvalTable as table } from '#server/db/tables/ledger/books.table.ts';
import { accountGrantTable } from '#server/db/tables/centre/account-grants.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { hasRight, rightColumns, rightsOfUser } from '#server/centre/users/account-grants.ts';
import { missingHalfOf } from '#server/centre/auth/second-factor.service.ts';
import { signedVersion } from './signed-version.ts';
import { maySign } from './signing-rights.ts';

/** Beside the act: the version of what it takes back (`signedVersion`), where it has one. */
type Bound = { version?: string | undefined };

/** The text that a signature is bound to; the fields are in the order of the contract. */
function contentOf(act: ApprovedAct, bound: Bound & { half?: MissingHalf | null }): string {
  const same = act.kind === 'override' ? { checks: [...new Set(act.checks)].toSorted() } : {};
  return JSON.stringify({ ...act, ...same, ...bound }).toLowerCase();
}

/**
 * The text of a new signature: the act, the version of what it takes back, and the half of a
 * sign-in that was asked of the signer beside the password.
 */
export const newContent = async (
  tx: Tx,
  act: ApprovedAct,
  half: MissingHalf | null,
): Promise<string> => contentOf(act, { version: await signedVersion(tx, act), half });

type Content = Record<string, unknown>;

/** True if `signed` is the same act with the same facts, apart from its ceilings. */
function isSameAct(signed: Content, wanted: Content): boolean {
  const ceilingNames = new Set<string>(ceilings.map((name) => name.toLowerCase()));
  const names = [...new Set([...Object.keys(signed), ...Object.keys(wanted)])];
  return names.every((name) => {
    const [was, is] = [signed[name], wanted[name]];
    if (ceilingNames.has(name)) return typeof was === 'number' && typeof is === 'number';
    if (name === 'checks' && Array.isArray(was) && Array.isArray(is))
      return is.every((check) => was.includes(check));
    return JSON.stringify(was) === JSON.stringify(is);
  });
}

/** A signature that is still valid. */
export type Signature = {
  _id: string;
  content: string;
  approvedById: string;
  approvedBy: string;
  role: Role;
};

/** The signatures of a write by their tokens: given to this clerk, unused and not expired. */
export type Signatures = ReadonlyMap<string, Signature>;

/**
 * True if the same half of a sign-in is asked of the signer now as when they signed. Somebody who
 * has to set up a second factor by now, or whose factor was taken off or added, signs anew.
 */
async function isAskedTheSame(
  db: Db | Tx,
  { content }: Signature,
  signer: Pick<SignedInUser, '_id' | 'role'>,
): Promise<boolean> {
  const { half } = JSON.parse(content) as Content;
  return half === (await missingHalfOf(db, signer));
}

/**
 * Reads signatures by their tokens. The signer is asked for again: an account that is disabled, was
 * moved or lost the right since it signed does not count, nor one of which another second factor is
 * asked.
 */
export async function readSignatures(
  db: Db | Tx,
  clerk: SignedInUser,
  tokens: readonly string[],
): Promise<Signatures> {
  const hashes = new Map(tokens.map((token) => [sha256(token), token]));
  if (hashes.size === 0) return new Map();
  const { _id, kind, branchId, content, approvedById, tokenHash } = table;
  const rows = await db
    .select({
      signature: {
        _id,
        content,
        approvedById,
        approvedBy: sql<string>`${userTable.firstName} || ' ' || ${userTable.lastName}`,
        role: rightColumns.role,
      },
      tokenHash,
      act: { kind: sql<ApprovalKind>`${kind}`, branchId },
      signer: {
        ...rightColumns,
        mustChangePassword: userTable.mustChangePassword,
      },
      account: { _id: userTable._id, role: userTable.role },
    })
    .from(table)
    .innerJoin(userTable, and(eq(userTable._id, approvedById), eq(userTable.active, true)))
    // One row for each right of the signer; the rights that do not fit fall out below.
    .leftJoin(accountGrantTable, rightsOfUser)
    .where(
      and(
        inArray(tokenHash, [...hashes.keys()]),
        hasRight,
        eq(table.forId, clerk._id),
        isNull(table.usedAt),
        sql`${table.expiresAt} > clock_timestamp()`,
      ),
    );
  const may = new Map(
    rows.filter(({ signer, act }) => maySign(signer, act)).map((row) => [row.tokenHash, row]),
  );
  const found = new Map<string, Signature>();
  for (const [hash, { signature, account }] of may)
    if (await isAskedTheSame(db, signature, account)) found.set(hashes.get(hash) ?? '', signature);
  return found;
}

/** A signature for the act; or, if something is larger than what was signed, that figure. */
export type FoundSignature = { signature?: Signature; beyond?: BeyondSignature };

/** The signature behind a token, if it was given for exactly this act. */
export function signatureFor(
  signatures: Signatures,
  token: string | null,
  act: ApprovedAct,
  bound: Bound = {},
): FoundSignature {
  const signature = token === null ? undefined : signatures.get(token);
  if (!signature) return {};
  const { half: _half, ...signed } = JSON.parse(signature.content) as Content;
  const wanted = JSON.parse(contentOf(act, bound)) as Content;
  if (!isSameAct(signed, wanted)) return {};
  for (const figure of ceilings) {
    const [was, is] = [Number(signed[figure.toLowerCase()]), Number(wanted[figure.toLowerCase()])];
    if (is > was)
      return { beyond: { signedBy: signature.approvedBy, figure, signed: was, wanted: is } };
  }
  return { signature };
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

/**
 * Uses the signature that was given for exactly this act; throws if there is none, with the figure
 * that is larger than what was signed in `rows`. The write has locked what the act takes back and
 * not changed it yet.
 */
export async function requireSignature(
  tx: Tx,
  clerk: SignedInUser,
  token: string | null,
  act: ApprovedAct,
): Promise<Signature> {
  if (token === null) throw new ApiError('forbidden');
  const version = await signedVersion(tx, act);
  const signatures = await readSignatures(tx, clerk, [token]);
  const { signature, beyond } = signatureFor(signatures, token, act, { version });
  if (!signature || !(await spendSignatures(tx, [signature])))
    throw new ApiError('approvalEnded', beyond && { rows: [beyond] });
  return signature;
}

/** True if anybody but `user` could sign for such an act now. */
export async function hasSigner(
  tx: Tx,
  user: SignedInUser,
  act: { kind: ApprovalKind; branchId: string },
): Promise<boolean> {
  const others = await tx
    .select({ ...rightColumns, mustChangePassword: userTable.mustChangePassword })
    .from(userTable)
    .leftJoin(accountGrantTable, rightsOfUser)
    .where(and(eq(userTable.active, true), ne(userTable._id, user._id), hasRight));
  return others.some((other) => maySign(other, act));
}

/** Acts whose text names people. */
const actsOnPeople: readonly ApprovalKind[] = ['accountRight', 'movedAccounts'];

/**
 * Forgets the names and e-mail addresses in signatures that nobody can use any more, because an
 * erasure of these people does not look for them here. The log of changes keeps the act.
 */
export async function forgetSignedPeople(tx: Tx): Promise<void> {
  const { kind, content, expiresAt } = table;
  await tx
    .update(table)
    .set({ content: '' })
    .where(
      and(inArray(kind, actsOnPeople), ne(content, ''), lt(expiresAt, sql`clock_timestamp()`)),
    );
}

/** The signer, as the audit log records it. */
export const signedBy = (signature: Signature | undefined) =>
  signature && {
    approvedBy: signature.approvedBy,
    approvedById: signature.approvedById,
    approvalId: signature._id,
  };
