import * as z from 'zod/mini';
import { approvalToken } from '#contract/signatures.ts';
import { priceCurrencies, type PriceCurrency } from '#contract/money/currencies.ts';
import { date, id, optionalText, timestamp } from '#contract/fields.ts';
import { payFor } from '#contract/money/money.ts';
import { teacherRateKinds } from './teacher-rate-kinds.ts';

// GET and POST `/teachers/{id}/rates`: docs/money.md, "Rates of teachers".

const MAX_RATE = 1_000_000_000;

export const teacherRateInput = z.object({
  kind: z.enum(teacherRateKinds),
  currency: z.enum(priceCurrencies),
  /** The pay for an hour or a session, in minor units. */
  amount: z.int().check(z.gte(0), z.lte(MAX_RATE)),
  validFrom: date,
  note: optionalText(200),
});
export type TeacherRateInput = z.output<typeof teacherRateInput>;

/** POST `/teachers/{id}/rates`. A large raise needs a second person's signature. */
export const teacherRatePost = z.extend(teacherRateInput, { approvalToken });
export type TeacherRatePost = z.output<typeof teacherRatePost>;

/**
 * One row of a teacher's rates. A row never changes; the next one ends it, and a newer row from the
 * same day on takes its place.
 */
export const teacherRate = z.extend(teacherRateInput, {
  _id: id,
  teacherId: id,
  /** The day before the next row begins; null for the last row. */
  validUntil: z.nullable(date),
  createdAt: timestamp,
  /** The full name of the author; empty for the rate of a teacher from before rates had days. */
  createdBy: z.string(),
  /** The full name of the second person who signed for a large raise; empty if nobody did. */
  approvedBy: z.string(),
  /** True if a newer row begins on the same day. Then this one counts for no day. */
  isReplaced: z.boolean(),
});
export type TeacherRate = z.output<typeof teacherRate>;

/** A rate may begin on this day or later: the first day of the month of `today`. */
export const earliestRateDay = (today: string): string => `${today.slice(0, 8)}01`;

/** Above this raise in per cent, a second person signs for a rate. */
export const RATE_RAISE_PERCENT = 20;

/** The branch at which a rate is signed for: the user's own, unless the teacher is not there. */
export const branchOfRate = (ownBranchId: string, teacherBranchIds: readonly string[]): string =>
  teacherBranchIds.includes(ownBranchId) ? ownBranchId : (teacherBranchIds[0] ?? ownBranchId);

/**
 * The row that a raise is compared with: the newest that began before `earliest`, the first day of
 * the month, or that was signed for; else the first one. So the small raises of one month add up.
 */
export function rateBeforeRaise<Rate extends Pick<TeacherRate, 'validFrom' | 'approvedBy'>>(
  rates: readonly Rate[],
  { validFrom, earliest }: { validFrom: string; earliest: string },
): Rate | undefined {
  const settled = rates.filter(
    (rate) => rate.validFrom < earliest || (rate.approvedBy !== '' && rate.validFrom <= validFrom),
  );
  return settled.at(-1) ?? rates[0];
}

type Paid = Pick<TeacherRateInput, 'kind' | 'amount' | 'currency'>;

/**
 * True if a second person signs for the new rate: it is more than `RATE_RAISE_PERCENT` above the
 * one before, or cannot be compared with it, because its kind or currency is another one.
 */
export const isLargeRaise = (before: Paid, after: Paid): boolean =>
  before.kind !== after.kind ||
  before.currency !== after.currency ||
  after.amount * 100 > before.amount * (100 + RATE_RAISE_PERCENT);

/** The rate in force on `day`: of those that have begun, the one that began last. */
export function rateOn<Rate extends Pick<TeacherRate, 'validFrom'>>(
  rates: readonly Rate[],
  day: string,
): Rate | undefined {
  let latest: Rate | undefined;
  for (const rate of rates)
    if (rate.validFrom <= day && (!latest || rate.validFrom > latest.validFrom)) latest = rate;
  return latest;
}

/** The pay of one session of this many minutes, rounded once. */
export const payOfSession = (
  { kind, amount }: Pick<TeacherRateInput, 'kind' | 'amount'>,
  minutes: number,
): number => (kind === 'hour' ? payFor(amount, minutes) : amount);

/** Held sessions of one teacher on one day that were equally long. */
export type TaughtSessions = { day: string; minutes: number; sessions: number };

/** The sessions of one rate on a pay sheet. */
export const payLine = z.object({
  /** Null for sessions from before the teacher's first rate; they have no pay. */
  rate: z.nullable(z.pick(teacherRate, { _id: true, kind: true, amount: true, currency: true })),
  /** The first and the last of these sessions. */
  from: date,
  to: date,
  minutes: z.int(),
  sessions: z.int(),
  pay: z.nullable(z.int()),
});
export type PayLine = z.output<typeof payLine>;

type Priced = Pick<TeacherRate, '_id' | 'kind' | 'amount' | 'currency' | 'validFrom'>;

/**
 * The lines of one teacher, earliest first: each session goes to the rate of its own day. A later
 * rate therefore changes no line of earlier days.
 */
export function payLines(taught: readonly TaughtSessions[], rates: readonly Priced[]): PayLine[] {
  const lines = new Map<string, PayLine>();
  for (const { day, minutes, sessions } of taught) {
    const rate = rateOn(rates, day);
    const pay = rate ? payOfSession(rate, minutes) * sessions : null;
    const line = lines.get(rate?._id ?? '');
    if (line) {
      line.from = day < line.from ? day : line.from;
      line.to = day > line.to ? day : line.to;
      line.minutes += minutes * sessions;
      line.sessions += sessions;
      line.pay = pay === null || line.pay === null ? null : line.pay + pay;
    } else {
      const { _id = '', kind = 'hour', amount = 0, currency = 'LAK' } = rate ?? {};
      lines.set(rate?._id ?? '', {
        rate: rate ? { _id, kind, amount, currency } : null,
        from: day,
        to: day,
        minutes: minutes * sessions,
        sessions,
        pay,
      });
    }
  }
  return [...lines.values()].toSorted((a, b) => (a.from < b.from ? -1 : 1));
}

/** The pay of these lines, once for each currency. */
export function paySums(lines: readonly PayLine[]): { currency: PriceCurrency; pay: number }[] {
  const sums = new Map<PriceCurrency, number>();
  for (const { rate, pay } of lines)
    if (rate && pay !== null) sums.set(rate.currency, (sums.get(rate.currency) ?? 0) + pay);
  return [...sums].map(([currency, pay]) => ({ currency, pay }));
}
