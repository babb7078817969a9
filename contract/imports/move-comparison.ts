import * as z from 'zod/mini';
import { priceCurrencies } from '#contract/money/currencies.ts';
import { date, id, timestamp } from '#contract/fields.ts';
import { checkCode, movingRowStates, movingSheetKinds } from './moving-in.ts';

// The last step of moving in: the old book against the balances of the product
// (docs/moving-in.md, "Compare").

const sums = {
  /** What the rows of the sheets come to, in kip. */
  oldOwedLAK: z.int(),
  oldCreditLAK: z.int(),
  /** What the families owe and have now, as every other page says it. */
  newOwedLAK: z.int(),
  newCreditLAK: z.int(),
};
export const comparedSums = z.object(sums);
export type ComparedSums = z.output<typeof comparedSums>;

/** What the new book says above the old one; below 0 it says less. */
export const owedDifference = ({ oldOwedLAK, newOwedLAK }: ComparedSums) => newOwedLAK - oldOwedLAK;
export const creditDifference = ({ oldCreditLAK, newCreditLAK }: ComparedSums) =>
  newCreditLAK - oldCreditLAK;
/** True if the two books say something else, even where the differences cancel each other. */
export const isDifferent = (compared: ComparedSums) =>
  owedDifference(compared) !== 0 || creditDifference(compared) !== 0;

const ofBranch = { ...sums, branchId: id, branchCode: z.string() };

/** The sums of a control total, in the order in which they are read. */
export const controlSums = ['students', 'places', 'owed', 'credit'] as const;
const counted = z.object({
  students: z.nullable(z.int()),
  places: z.nullable(z.int()),
  owed: z.nullable(z.int()),
  credit: z.nullable(z.int()),
});

/** A total that the centre has counted itself beside what its sheets brought in. */
const controlTotal = z.object({
  _id: id,
  branchCode: z.string(),
  /** Null for sums in kip over all currencies; else sums in this one. */
  currency: z.nullable(z.enum(priceCurrencies)),
  /** Null where the sheet says nothing. */
  typed: counted,
  read: counted,
});
export type ControlTotal = z.output<typeof controlTotal>;

/** What was read above what was typed; null where nothing was typed. */
export function controlDifference(
  { typed, read }: Pick<ControlTotal, 'typed' | 'read'>,
  sum: (typeof controlSums)[number],
): number | null {
  const said = typed[sum];
  return said === null ? null : (read[sum] ?? 0) - said;
}

/** The number of control totals that say something else than what was read. */
export const controlsThatDiffer = (totals: readonly ControlTotal[]): number =>
  totals.flatMap((total) => controlSums.filter((sum) => (controlDifference(total, sum) ?? 0) !== 0))
    .length;

/** GET `/moves/{id}/comparison`. */
export const moveComparison = z.object({
  fileName: z.string(),
  /** The day on which its money was written; null without any. */
  day: z.nullable(date),
  /** Drawn from all sums below, so that paper and screen can be held against each other. */
  code: checkCode,
  total: comparedSums,
  branches: z.array(
    z.object({
      ...ofBranch,
      families: z.int(),
      /** The first day with money of the old book, of any move. */
      movedInOn: date,
    }),
  ),
  /** Families with a sum, those that differ first. */
  families: z.array(z.object({ ...ofBranch, payerId: id, name: z.string(), nameEn: z.string() })),
  /** The control totals of the sheets; empty without such a sheet. */
  controls: z.array(controlTotal),
  /** Rows of money that are not written, with their sums where these could be read. */
  leftOut: z.object({
    owedLAK: z.int(),
    creditLAK: z.int(),
    rows: z.array(
      z.object({
        _id: id,
        kind: z.enum(movingSheetKinds),
        number: z.int(),
        name: z.string(),
        state: z.enum(movingRowStates),
        owedLAK: z.nullable(z.int()),
        creditLAK: z.nullable(z.int()),
        /** The cells of the sums as the sheet has them. */
        said: z.string(),
      }),
    ),
  }),
  /** Who held the books against each other, when, and the code that they saw. */
  signed: z.nullable(z.object({ at: timestamp, by: z.string(), code: checkCode })),
});
export type MoveComparison = z.output<typeof moveComparison>;
export type ComparedFamily = MoveComparison['families'][number];
export type LeftOutMoney = MoveComparison['leftOut']['rows'][number];

/** POST `/moves/{id}/sign`: with the check code that the person has seen. */
export const moveSignInput = z.object({ code: checkCode });
