import { inArray } from 'drizzle-orm';
import { overriddenChecks, type OverriddenCheck } from '#contract/centre/approvals.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { Finding } from '#contract/classes/enrolling.ts';
import { can } from '#contract/roles.ts';
import type { VisitObjection } from '#contract/desk/visit-answers.ts';
import type { PricedVisit } from '#contract/desk/visit-prices.ts';
import type { VisitInput, VisitPlace, VisitProduct } from '#contract/desk/visits.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Writer } from '#server/lib/writer.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { waitingCount } from '#server/academic/classes/seats.ts';
import {
  readSignatures,
  signatureFor,
  spendSignatures,
  type FoundSignature,
  type Signature,
  type Signatures,
} from '#server/centre/approvals/signatures.ts';

/** The signatures that a visit brings. */
export type VisitApprovals = {
  signatures: Signatures;
  /**
   * The signature of a second person who allowed this place in spite of these findings, if there is
   * one.
   */
  overrideOf: (place: VisitPlace, findings: readonly Finding[]) => FoundSignature;
};

/** The signatures for discounts and for overridden places, by the keys of the lines. */
export type ApprovalsByLine = {
  discounts: ReadonlyMap<string, Signature>;
  overrides: ReadonlyMap<string, Signature>;
};

/** Throws unless the user has the rights that the content of the visit needs. */
export function requireRights({ user }: Pick<Writer, 'user'>, input: VisitInput): void {
  const isByHand = [...input.places, ...input.products].some(
    ({ discount }) => discount.kind === 'byHand',
  );
  const isAllowed =
    (input.adjustments.length === 0 || can(user, 'orders:adjust')) &&
    (!isByHand || can(user, 'orders:discount'));
  if (!isAllowed) throw new ApiError('forbidden');
}

const tokenOf = ({ discount }: VisitPlace | VisitProduct) =>
  discount.kind === 'byHand' ? discount.approvalToken : null;
const isChecked = (check: string): check is OverriddenCheck =>
  (overriddenChecks as readonly string[]).includes(check);

/** The number of students on the waiting lists of the classes whose checks somebody signed for. */
async function waitingIn(
  db: Db | Tx,
  places: readonly VisitPlace[],
): Promise<ReadonlyMap<string, number>> {
  const ids = places.flatMap(({ classId, override }) =>
    (override?.approvalToken ?? null) === null ? [] : classId,
  );
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ _id: classTable._id, waiting: waitingCount })
    .from(classTable)
    .where(inArray(classTable._id, ids));
  return new Map(rows.map((row) => [row._id, row.waiting]));
}

/**
 * Reads the signatures of a visit. A signature that two lines bring is for neither of them, because
 * it was given for one.
 */
export async function readVisitApprovals(
  db: Db | Tx,
  user: SignedInUser,
  { branchId, places, products }: VisitInput,
): Promise<VisitApprovals> {
  const tokens = [
    ...places.flatMap((place) => [tokenOf(place), place.override?.approvalToken ?? null]),
    ...products.map(tokenOf),
  ].filter((token) => token !== null);
  const once = tokens.filter((token, at) =>
    tokens.every((other, n) => n === at || other !== token),
  );
  const signatures = await readSignatures(db, user, once);
  const counts = await waitingIn(db, places);
  return {
    signatures,
    overrideOf: ({ studentKey, classId, override }, findings) => {
      const checks = findings
        .filter(({ weight }) => weight === 'override')
        .map(({ check }) => check)
        .filter(isChecked);
      const isNeeded = checks.length > 0 && !can(user, 'classes:override');
      return isNeeded
        ? signatureFor(signatures, override?.approvalToken ?? null, {
            kind: 'override',
            branchId,
            studentKey,
            classId,
            checks,
            waiting: counts.get(classId.toLowerCase()) ?? 0,
          })
        : {};
    },
  };
}

/**
 * The signatures for discounts by hand, by the key of the line, as the server has priced it. Lines
 * within the clerk's own rights need none, and a signature for one stays unused.
 */
export function signedDiscounts(
  { signatures }: VisitApprovals,
  { branchId, places, products }: VisitInput,
  { lines }: Pick<PricedVisit, 'lines'>,
  limit: number,
): { discounts: ReadonlyMap<string, Signature>; objections: VisitObjection[] } {
  const discounts = new Map<string, Signature>();
  const objections: VisitObjection[] = [];
  for (const line of [...places, ...products]) {
    const { studentKey, key, discount } = line;
    const priced = lines.find((one) => one.key === key);
    if (
      discount.kind !== 'byHand' ||
      discount.percent <= limit ||
      discount.approvalToken === null ||
      !priced
    )
      continue;
    const [classId, productId] = 'classId' in line ? [line.classId, null] : [null, line.productId];
    const { signature, beyond } = signatureFor(signatures, discount.approvalToken, {
      kind: 'discount',
      branchId,
      lineKey: key,
      studentKey,
      classId,
      productId,
      percent: discount.percent,
      quantity: priced.quantity,
      discountLAK: priced.amountLAK - priced.netLAK,
    });
    if (signature) discounts.set(key, signature);
    else objections.push({ key, problem: 'approvalEnded', ...(beyond && { beyond }) });
  }
  return { discounts, objections };
}

/** Uses the signatures up; throws if another write has used one of them meanwhile. */
export async function spendApprovals(
  tx: Tx,
  { discounts, overrides }: ApprovalsByLine,
): Promise<void> {
  if (!(await spendSignatures(tx, [...discounts.values(), ...overrides.values()])))
    throw new ApiError('approvalEnded');
}

/** The signer of each line, for the audit log. */
export function signersOf({ discounts, overrides }: ApprovalsByLine) {
  const rows = Object.entries({ discount: discounts, override: overrides }).flatMap(([kind, of]) =>
    [...of].map(([key, { _id: approvalId, approvedBy, approvedById }]) => ({
      kind,
      key,
      approvalId,
      approvedBy,
      approvedById,
    })),
  );
  return rows.length > 0 ? { signatures: rows } : {};
}
