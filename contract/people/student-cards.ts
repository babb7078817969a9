import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import { calledName } from './people.ts';

export const MAX_STUDENT_CARDS = 200;

/**
 * GET `/students/cards`: the content of the cards of these students, or of every student in a
 * class.
 */
export const studentCardsQuery = z
  .object({
    classId: z.optional(id),
    /** Ids separated by commas. */
    ids: z.optional(
      z
        .string()
        .check(z.maxLength(MAX_STUDENT_CARDS * 37), z.regex(/^[0-9a-f-]{36}(,[0-9a-f-]{36})*$/i)),
    ),
  })
  .check(
    z.refine(({ classId, ids }) => (classId === undefined) !== (ids === undefined), {
      path: ['ids'],
      error: 'invalid',
    }),
  );
export type StudentCardsQuery = z.output<typeof studentCardsQuery>;

const both = z.object({ en: z.string(), lo: z.string() });
export const studentCard = z.object({
  _id: id,
  studentCode: z.string(),
  ...calledName,
  photoFileId: z.nullable(id),
  branch: both,
});
export type StudentCard = z.output<typeof studentCard>;
