import type { CourseFee, CourseFeeInput, FeeBasis } from './course-fees.ts';
import { fold } from '#contract/words/normalise.ts';

/**
 * The case to which a price applies. A price for one branch, term or category is an exception to a
 * general one, not a second price.
 */
type Case = Pick<CourseFee, 'courseId' | 'branchId' | 'termId' | 'priceCategory' | 'basis'>;
type Validity = Pick<CourseFee, 'validFrom' | 'validTo'>;

const caseOf = ({ courseId, branchId, termId, priceCategory, basis }: Case) =>
  [courseId, branchId, termId, fold(priceCategory), basis].join();

/** True if both are valid on the same day; one may end on the day before the other begins. */
export const holdTogether = (a: Validity, b: Validity): boolean =>
  (b.validTo === null || a.validFrom <= b.validTo) &&
  (a.validTo === null || b.validFrom <= a.validTo);

/**
 * The first of `fees` that is valid for the same case on the same day as `fee`; none if `fee` is
 * not in use.
 */
export function overlapping<Fee extends Case & Validity & { _id: string; active: boolean }>(
  fee: Case & Validity & { active: boolean },
  fees: readonly Fee[],
  exceptId?: string,
): Fee | undefined {
  if (!fee.active) return undefined;
  const wanted = caseOf(fee);
  return fees.find(
    (other) =>
      other.active &&
      other._id !== exceptId &&
      caseOf(other) === wanted &&
      holdTogether(fee, other),
  );
}

/**
 * Fields of a used price that never change: another value makes a new version. The end of its
 * validity and `active` may change.
 */
export const lastingFields = [
  'courseId',
  'name',
  'amount',
  'currency',
  'basis',
  'branchId',
  'termId',
  'priceCategory',
  'validFrom',
  'prorate',
  'minDeposit',
] as const satisfies readonly (keyof CourseFeeInput)[];

export const isNewVersion = (before: CourseFee, input: CourseFeeInput): boolean =>
  before.usedBy > 0 && lastingFields.some((field) => before[field] !== input[field]);

type Asked = {
  courseId: string;
  branchId: string;
  termId: string;
  priceCategory: string;
  basis: FeeBasis;
  day: string;
};

/**
 * The price for one case on a day: among the valid ones, that of this branch comes first, then of
 * this term, then of this category.
 */
export function feeFor<Fee extends Case & Validity & { active: boolean }>(
  fees: readonly Fee[],
  asked: Asked,
): Fee | undefined {
  const category = fold(asked.priceCategory);
  const isFor = (fee: Fee) =>
    fee.active &&
    fee.courseId === asked.courseId &&
    fee.basis === asked.basis &&
    (fee.branchId === null || fee.branchId === asked.branchId) &&
    (fee.termId === null || fee.termId === asked.termId) &&
    (fee.priceCategory === '' || fold(fee.priceCategory) === category) &&
    holdTogether(fee, { validFrom: asked.day, validTo: asked.day });
  const weight = (fee: Fee) =>
    (fee.branchId === null ? 0 : 4) +
    (fee.termId === null ? 0 : 2) +
    (fee.priceCategory === '' ? 0 : 1);
  return fees.filter(isFor).toSorted((a, b) => weight(b) - weight(a))[0];
}
