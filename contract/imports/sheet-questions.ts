import * as z from 'zod/mini';
import { date } from '#contract/fields.ts';

/**
 * Questions about a whole file: whether its years are Buddhist, whether the month is written before
 * the day, whether days more than two years away are right, whether a spreadsheet has swapped day
 * and month of some, whose phone stands beside children, and whether guardians of one phone are one
 * person where one name is shorter.
 */
export const sheetQuestions = [
  'buddhistYear',
  'dayOrder',
  'farDay',
  'swappedDays',
  'whosePhone',
  'shortNames',
] as const;
export type SheetQuestionName = (typeof sheetQuestions)[number];

/**
 * One question with its first cell as an example and the number of its rows. A settled question was
 * answered by the file itself and is only told; the rows of the others wait for the answer.
 */
export const sheetQuestion = z.object({
  about: z.enum(sheetQuestions),
  settled: z.boolean(),
  row: z.int(),
  text: z.string(),
  day: z.nullable(date),
  rows: z.int(),
});
export type SheetQuestion = z.output<typeof sheetQuestion>;

/** A person's answers to the questions about a file. */
export const sheetAnswers = z.object({
  buddhistYear: z.optional(z.boolean()),
  dayOrder: z.optional(z.enum(['dayFirst', 'monthFirst'])),
  farDay: z.optional(z.boolean()),
  swappedDays: z.optional(z.boolean()),
  whosePhone: z.optional(z.enum(['family', 'student'])),
  shortNames: z.optional(z.enum(['one', 'several'])),
});
export type SheetAnswers = z.output<typeof sheetAnswers>;

/** Another sheet of the same workbook that has rows. */
export const otherSheet = z.object({ name: z.string(), rows: z.int(), known: z.boolean() });
export type OtherSheet = z.output<typeof otherSheet>;
