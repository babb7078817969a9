import * as z from 'zod/mini';
import { date, id, optionalDate, optionalText, timestamp, version } from '#contract/fields.ts';
import { languages } from '#contract/language.ts';
import { priceCurrencies } from '#contract/money/currencies.ts';
import { calledName } from '#contract/people/people.ts';
import { continuingAnswers, letterWays } from './continuing-words.ts';
import { slot } from './timetable.ts';

/** Letters are read and marked in slices of this many families. */
export const MAX_LETTERS = 100;

/** What a family said last about a held seat. */
export const continuingReply = z.object({
  answer: z.enum(continuingAnswers),
  reason: z.string(),
  /** The day on which a family that answered *later* is asked again. */
  laterOn: z.nullable(date),
  by: z.string(),
  at: timestamp,
});

/** A held seat that no order bills yet, or one that the family gave up. */
export const heldPlace = z.object({
  enrolmentId: id,
  version,
  studentId: id,
  studentCode: z.string(),
  ...calledName,
  classId: id,
  classCode: z.string(),
  slots: z.array(slot),
  /** The last day of the hold; the seat is free on the next one. */
  until: date,
  /** False after a no: the seat is free. */
  isHeld: z.boolean(),
  reply: z.nullable(continuingReply),
});
export type HeldPlace = z.output<typeof heldPlace>;

/** A payer with the held places of all children in one branch. */
export const heldFamily = z.object({
  payerId: id,
  kind: z.enum(['parent', 'student']),
  branchId: id,
  payerName: z.string(),
  payerNameEn: z.string(),
  /** E.164; may be empty. */
  phone: z.string(),
  places: z.array(heldPlace),
  letters: z.array(z.object({ way: z.enum(letterWays), by: z.string(), at: timestamp })),
});
export type HeldFamily = z.output<typeof heldFamily>;

/** GET `/academic-terms/{id}/continuing`: the families that have not paid for their held seats. */
export const heldFamiliesQuery = z.object({ branchId: z.optional(id) });
export const heldFamilies = z.object({
  today: date,
  families: z.array(heldFamily),
  /** Seats without a yes whose last day is today. */
  freeTomorrow: z.int(),
  /** The latest first day of a class with a seat without a yes: none is held beyond it. */
  lastFirstDay: z.nullable(date),
});
export type HeldFamilies = z.output<typeof heldFamilies>;

/** POST `/academic-terms/{id}/continuing/answers`. */
export const answerInput = z
  .object({
    enrolmentId: id,
    version,
    answer: z.enum(continuingAnswers),
    reason: optionalText(200),
    laterOn: optionalDate,
  })
  .check(
    z.refine(({ answer, reason }) => answer !== 'no' || reason !== '', {
      path: ['reason'],
      error: 'reasonNeeded',
    }),
    z.refine(({ answer, laterOn }) => answer !== 'later' || laterOn !== null, {
      path: ['laterOn'],
      error: 'required',
    }),
  );
export type AnswerInput = z.output<typeof answerInput>;
/** POST `/academic-terms/{id}/continuing/answers/undo`: takes a no back. */
export const answerUndo = z.object({ enrolmentId: id, version });
export const answered = z.object({ enrolmentId: id, version, isHeld: z.boolean() });
export type Answered = z.output<typeof answered>;

/**
 * POST `/academic-terms/{id}/continuing/prolong` and `…/prolong/preview`: the last day of all seats
 * without a yes. No hold becomes shorter or lasts beyond the first day of its class.
 */
export const prolongInput = z.object({ branchId: z._default(z.nullable(id), null), until: date });
export type ProlongInput = z.output<typeof prolongInput>;
export const prolonged = z.object({
  /** Seats that are held longer. */
  places: z.int(),
  /** Those of them that end before the asked day, with the first day of their class. */
  limited: z.int(),
  /** Seats without a yes that stay as they are. */
  kept: z.int(),
});
export type Prolonged = z.output<typeof prolonged>;

const kip = z.int();
/** One line of a letter, as the desk would charge it today. */
export const letterLine = z.object({
  key: z.string(),
  kind: z.enum(['tuition', 'registration', 'product']),
  productId: z.nullable(id),
  nameEn: z.string(),
  nameLo: z.string(),
  quantity: z.int(),
  amountLAK: kip,
  /** With its discounts. */
  netLAK: kip,
  discounts: z.array(z.object({ nameEn: z.string(), nameLo: z.string(), amountLAK: kip })),
  /** The price of one, where it is not in kip. */
  foreign: z.nullable(z.object({ amount: z.int(), currency: z.enum(priceCurrencies) })),
  /** False without a price or a rate of today: the desk says it. */
  isPriced: z.boolean(),
});
export type LetterLine = z.output<typeof letterLine>;

export const letterPlace = z.object({
  enrolmentId: id,
  ...calledName,
  classCode: z.string(),
  courseEn: z.string(),
  courseLo: z.string(),
  slots: z.array(slot),
  startDate: date,
  endDate: date,
  /** Empty while no teacher is known. */
  teacher: z.string(),
  until: date,
  lines: z.array(letterLine),
});
export type LetterPlace = z.output<typeof letterPlace>;

/** The letter to one family about all its held seats. It says nothing of debts. */
export const continuingLetter = z.object({
  payerId: id,
  language: z.enum(languages),
  payerName: z.string(),
  payerNameEn: z.string(),
  phone: z.string(),
  branchEn: z.string(),
  branchLo: z.string(),
  branchPhone: z.string(),
  places: z.array(letterPlace),
  totalLAK: kip,
});
export type ContinuingLetter = z.output<typeof continuingLetter>;

const chosenFamilies = z.array(id).check(z.minLength(1), z.maxLength(MAX_LETTERS));
/** POST `/academic-terms/{id}/continuing/letters/preview`: the letters at the prices of today. */
export const lettersInput = z.object({ branchId: id, payerIds: chosenFamilies });
export type LettersInput = z.output<typeof lettersInput>;
/** POST `/academic-terms/{id}/continuing/letters`: marks letters as printed or copied. */
export const letterMarks = z.extend(lettersInput, { way: z.enum(letterWays) });
export type LetterMarks = z.output<typeof letterMarks>;
export const lettersMarked = z.object({ marked: z.int() });
