import type { CourseFee, CourseFeeInput, FeeBasis } from './course-fees.ts';
import { addDays } from '#contract/dates.ts';
import { fold } from '#contract/words/normalise.ts';

/**
 * The case to which a price applies. A price for one branch, term or category is an exception to a
 * general one, not a second price.
 */
type Case = Pick<CourseFee, 'courseId' | 'branchId' | 'termId' | 'priceCategory' | 'basis'>;
type Validity = Pick<CourseFee, 'validFrom' | 'validTo'>;

/** A key of the case of a price. */
export const caseOf = ({ courseId, branchId, termId, priceCategory, basis }: Case) =>
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

const isValidOn = (fee: Validity & { active: boolean }, day: string) =>
  fee.active && holdTogether(fee, { validFrom: day, validTo: day });

/**
 * True if a change makes a new version: of a price that records have, and of one that is valid
 * today if the changed one begins later, because desks sell at the old one until then.
 */
export function isNewVersion(before: CourseFee, input: CourseFeeInput, today: string): boolean {
  const changed = lastingFields.filter((field) => before[field] !== input[field]);
  const beginsLater = isValidOn(before, today) && input.validFrom > today;
  return before.usedBy > 0
    ? changed.length > 0
    : beginsLater && changed.some((field) => field !== 'validFrom');
}

/**
 * The price that a new one replaces from its first day: the new one begins in the future, and the
 * other one for the same case does not end before.
 */
export function replacedFrom<
  Fee extends Case & Validity & { _id: string; active: boolean; replacedById: string | null },
>(
  fee: Case & Validity & { active: boolean },
  fees: readonly Fee[],
  today: string,
): Fee | undefined {
  const other = overlapping(fee, fees);
  const isFollowing = other && fee.validFrom > today && fee.validFrom > other.validFrom;
  return isFollowing && other.replacedById === null ? other : undefined;
}

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
    fee.courseId === asked.courseId &&
    fee.basis === asked.basis &&
    (fee.branchId === null || fee.branchId === asked.branchId) &&
    (fee.termId === null || fee.termId === asked.termId) &&
    (fee.priceCategory === '' || fold(fee.priceCategory) === category) &&
    isValidOn(fee, asked.day);
  const weight = (fee: Fee) =>
    (fee.branchId === null ? 0 : 4) +
    (fee.termId === null ? 0 : 2) +
    (fee.priceCategory === '' ? 0 : 1);
  return fees.filter(isFor).toSorted((a, b) => weight(b) - weight(a))[0];
}

/**
 * The price of a place in a class on a day, for what the desk shows and for what it writes. The
 * class's own price comes first, in the version of that day.
 */
export function feeOfClass<
  Fee extends Case & Validity & { _id: string; seriesId: string; active: boolean },
>(fees: readonly Fee[], ownFeeId: string | null, asked: Asked): Fee | undefined {
  const chosen = fees.find(({ _id }) => _id === ownFeeId);
  const own = fees.find(
    (fee) =>
      fee.seriesId === chosen?.seriesId &&
      fee.basis === asked.basis &&
      fee.courseId === asked.courseId &&
      isValidOn(fee, asked.day),
  );
  return own ?? feeFor(fees, asked);
}

const MOST_DAYS = 12;

/** The next days after `today` on which some of these prices begin or end. */
export function daysOfChange(
  fees: readonly (Validity & { active: boolean })[],
  today: string,
): string[] {
  const days = fees
    .filter(({ active }) => active)
    .flatMap(({ validFrom, validTo }) =>
      validTo === null ? [validFrom] : [validFrom, addDays(validTo, 1)],
    );
  return [...new Set(days)]
    .filter((day) => day > today)
    .toSorted()
    .slice(0, MOST_DAYS);
}
