import * as z from 'zod/mini';
import { courseFeesList } from './course-fees-list.ts';
import { priceCurrencies } from '#contract/money/currencies.ts';
import {
  amount,
  date,
  id,
  name,
  optionalDate,
  optionalId,
  optionalText,
  timestamp,
  version,
} from '#contract/fields.ts';
import { resource } from '#contract/resource.ts';

/**
 * The basis of a price: the whole term, a month, one session, once at the first enrolment, or a
 * deposit. See docs/domain.md, "Course fees".
 */
export const feeBases = ['term', 'month', 'session', 'once', 'deposit'] as const;
export type FeeBasis = (typeof feeBases)[number];
export const prorations = ['none', 'sessions'] as const;

const isOrdered = ({ validFrom, validTo }: { validFrom: string; validTo: string | null }) =>
  validTo === null || validFrom <= validTo;

export const courseFeeInput = z
  .object({
    courseId: id,
    name,
    /** Minor units of the currency. */
    amount,
    currency: z._default(z.enum(priceCurrencies), 'LAK'),
    basis: z.enum(feeBases),
    /** The branch with this price; none means all branches. */
    branchId: optionalId,
    termId: optionalId,
    /** `child`, `staff`, or any name the centre chooses; empty is the price for everybody else. */
    priceCategory: optionalText(40),
    validFrom: date,
    validTo: optionalDate,
    /** `sessions` if a student who joins late pays for the remaining sessions only. */
    prorate: z._default(z.enum(prorations), 'none'),
    minDeposit: z._default(z.nullable(amount), null),
    active: z._default(z.boolean(), true),
  })
  .check(z.refine(isOrdered, { path: ['validTo'], error: 'datesTurned' }));

export const courseFee = z.extend(courseFeeInput, {
  _id: id,
  /** The id of the first version, which all versions of one price share. */
  seriesId: id,
  /** The version that replaced this one; the newest has none. */
  replacedById: z.nullable(id),
  /**
   * The number of enrolments and classes with this price; a price in use is not changed, it gets a
   * new version.
   */
  usedBy: z.int(),
  version,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const courseFees = resource(courseFeesList, { row: courseFee, input: courseFeeInput });

export type CourseFee = z.output<typeof courseFee>;
export type CourseFeeInput = z.output<typeof courseFeeInput>;
