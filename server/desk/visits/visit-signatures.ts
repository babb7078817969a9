import { overriddenChecks, type OverriddenCheck } from '#contract/approvals.ts';
import type { SignedInUser } from '#contract/auth.ts';
import type { Finding } from '#contract/enrolling.ts';
import { can } from '#contract/roles.ts';
import type { VisitObjection } from '#contract/visit-answers.ts';
import type { VisitInput, VisitPlace, VisitProduct } from '#contract/visits.ts';
import type { Db, Tx } from '#server/db/client.ts';
import {
  readSignatures,
  signatureFor,
  type Signature,
} from '#server/centre/approvals/signatures.ts';

/** The signatures that a visit needs and has, by the key of the line. */
export type VisitSignatures = {
  discounts: ReadonlyMap<string, Signature>;
  /**
   * The signature of a second person who allowed this place in spite of these findings, if there is
   * one.
   */
  overrideOf: (place: VisitPlace, findings: readonly Finding[]) => Signature | undefined;
  objections: VisitObjection[];
};

const tokenOf = ({ discount }: VisitPlace | VisitProduct) =>
  discount.kind === 'byHand' ? discount.approvalToken : null;
const isChecked = (check: string): check is OverriddenCheck =>
  (overriddenChecks as readonly string[]).includes(check);

/**
 * Reads the signatures of a visit. Lines within the clerk's own rights need none, and a signature
 * for one stays unused.
 */
export async function readVisitSignatures(
  db: Db | Tx,
  user: SignedInUser,
  input: VisitInput,
  limit: number,
): Promise<VisitSignatures> {
  const { branchId, places, products } = input;
  const tokens = [
    ...places.flatMap((place) => [tokenOf(place), place.override?.approvalToken ?? null]),
    ...products.map(tokenOf),
  ].filter((token) => token !== null);
  const signatures = await readSignatures(db, user, tokens);
  const discounts = new Map<string, Signature>();
  const objections: VisitObjection[] = [];
  for (const line of [...places, ...products]) {
    if (
      line.discount.kind !== 'byHand' ||
      line.discount.percent <= limit ||
      line.discount.approvalToken === null
    )
      continue;
    const { studentKey, key, discount } = line;
    const [classId, productId] = 'classId' in line ? [line.classId, null] : [null, line.productId];
    const signed = signatureFor(signatures, discount.approvalToken, {
      kind: 'discount',
      branchId,
      studentKey,
      classId,
      productId,
      percent: discount.percent,
    });
    if (signed) discounts.set(key, signed);
    else objections.push({ key, problem: 'approvalEnded' });
  }
  return {
    discounts,
    objections,
    overrideOf: ({ studentKey, classId, override }, findings) => {
      const checks = findings
        .filter(({ weight }) => weight === 'override')
        .map(({ check }) => check)
        .filter(isChecked);
      const isNeeded = checks.length > 0 && !can(user.role, 'classes:override');
      return isNeeded
        ? signatureFor(signatures, override?.approvalToken ?? null, {
            kind: 'override',
            branchId,
            studentKey,
            classId,
            checks,
          })
        : undefined;
    },
  };
}
