import * as z from 'zod/mini';
import { priceCurrencies } from './currencies.ts';
import { amount, date, id, name, optionalDate, optionalId, optionalText, stamp, version } from './fields.ts';
import { normalise } from './normalise.ts';
import { resource } from './resource.ts';

/** What a price is for: the whole term, a month, one session, once at the first enrolment, or a deposit. Domain 1.8. */
export const feeBases = ['term', 'month', 'session', 'once', 'deposit'] as const;
export type FeeBasis = (typeof feeBases)[number];
export const prorations = ['none', 'sessions'] as const;

const isOrdered = ({ validFrom, validTo }: { validFrom: string; validTo: string | null }) => validTo === null || validFrom <= validTo;

export const courseFeeInput = z
  .object({
    courseId: id,
    name,
    /** Minor units of the currency. */
    amount,
    currency: z._default(z.enum(priceCurrencies), 'LAK'),
    basis: z.enum(feeBases),
    /** The branch that asks this price; none means all of them. */
    branchId: optionalId,
    termId: optionalId,
    /** `child`, `staff`, whatever the centre calls it; empty is the price for everybody else. */
    priceCategory: optionalText(40),
    validFrom: date,
    validTo: optionalDate,
    /** Whether whoever joins late pays for the remaining sessions only. */
    prorate: z._default(z.enum(prorations), 'none'),
    minDeposit: z._default(z.nullable(amount), null),
    active: z._default(z.boolean(), true),
  })
  .check(z.refine(isOrdered, { path: ['validTo'], error: 'datesTurned' }));

export const courseFee = z.extend(courseFeeInput, {
  _id: id,
  /** What all versions of one price share: the id of the first. */
  seriesId: id,
  /** The version that took this one's place; the newest has none. */
  replacedById: z.nullable(id),
  /** How many enrolments and classes have this price; one that has any is not changed, it gets a new version. */
  usedBy: z.int(),
  version,
  createdAt: stamp,
  updatedAt: stamp,
});

export const courseFees = resource({
  name: 'course-fees',
  row: courseFee,
  input: courseFeeInput,
  sort: ['name', 'amount', 'validFrom', 'createdAt'],
  search: ['name', 'priceCategory'],
  cache: 'all',
});

export type CourseFee = z.output<typeof courseFee>;
export type CourseFeeInput = z.output<typeof courseFeeInput>;

/** What a price is asked for. A price of one branch, term or category is an exception beside a general one, not a second price. */
type Case = Pick<CourseFee, 'courseId' | 'branchId' | 'termId' | 'priceCategory' | 'basis'>;
type Validity = Pick<CourseFee, 'validFrom' | 'validTo'>;

const caseOf = ({ courseId, branchId, termId, priceCategory, basis }: Case) => [courseId, branchId, termId, normalise(priceCategory), basis].join();

/** Whether both hold on some day; the last day of one and the first of the other may follow each other. */
export const holdTogether = (a: Validity, b: Validity): boolean => (b.validTo === null || a.validFrom <= b.validTo) && (a.validTo === null || b.validFrom <= a.validTo);

/** The first of `fees` that is asked for the same case on some day as `fee`; none while `fee` is not in use. */
export function overlapping<Fee extends Case & Validity & { _id: string; active: boolean }>(
  fee: Case & Validity & { active: boolean },
  fees: readonly Fee[],
  exceptId?: string,
): Fee | undefined {
  if (!fee.active) return undefined;
  const wanted = caseOf(fee);
  return fees.find((other) => other.active && other._id !== exceptId && caseOf(other) === wanted && holdTogether(fee, other));
}

/** What a used price is never changed in: another value makes a new version. Its end and whether it is in use may change. */
export const lastingFields = ['courseId', 'name', 'amount', 'currency', 'basis', 'branchId', 'termId', 'priceCategory', 'validFrom', 'prorate', 'minDeposit'] as const satisfies readonly (keyof CourseFeeInput)[];

export const isNewVersion = (before: CourseFee, input: CourseFeeInput): boolean => before.usedBy > 0 && lastingFields.some((field) => before[field] !== input[field]);

type Asked = { courseId: string; branchId: string; termId: string; priceCategory: string; basis: FeeBasis; day: string };

/** The price for one case on a day: of those that hold, the one made for this branch, then this term, then this category. */
export function feeFor<Fee extends Case & Validity & { active: boolean }>(fees: readonly Fee[], asked: Asked): Fee | undefined {
  const category = normalise(asked.priceCategory);
  const isFor = (fee: Fee) =>
    fee.active &&
    fee.courseId === asked.courseId &&
    fee.basis === asked.basis &&
    (fee.branchId === null || fee.branchId === asked.branchId) &&
    (fee.termId === null || fee.termId === asked.termId) &&
    (fee.priceCategory === '' || normalise(fee.priceCategory) === category) &&
    holdTogether(fee, { validFrom: asked.day, validTo: asked.day });
  const weight = (fee: Fee) => (fee.branchId === null ? 0 : 4) + (fee.termId === null ? 0 : 2) + (fee.priceCategory === '' ? 0 : 1);
  return fees.filter(isFor).toSorted((a, b) => weight(b) - weight(a))[0];
}
