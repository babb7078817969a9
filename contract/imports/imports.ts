import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';

/** Lists that can be filled from a file. */
export const importKinds = ['students', 'teachers', 'products'] as const;
export type ImportKind = (typeof importKinds)[number];

export const MAX_IMPORT_BYTES = 10_000_000;
export const MAX_IMPORT_ROWS = 10_000;
export const MAX_IMPORT_COLUMNS = 60;
/** The most characters of all cells together; a full list of 10,000 students has three million. */
export const MAX_IMPORT_CHARACTERS = 5_000_000;
/** The most records or rows of one kind in an answer; the counts include all of them. */
export const MAX_TOLD = 2000;

/**
 * POST `/name/imports`: the body is the file itself. `branchId` is for people who work in every
 * branch. What is answered, and everything that follows, are those of a move (`moving-in.ts`).
 */
export const importQuery = z.object({
  fileName: z._default(z.string().check(z.maxLength(200)), ''),
  branchId: z.optional(id),
});

/** Reasons why a row of a sheet is no row of its table. */
export const leftOutReasons = ['title', 'heading', 'total', 'note'] as const;
export const leftOutRow = z.object({
  row: z.int(),
  cells: z.array(z.string()),
  reason: z.enum(leftOutReasons),
});

export type LeftOutRow = z.output<typeof leftOutRow>;

/** The field of each column of the file, or null for none. */
export const matching = z
  .array(z.nullable(z.string().check(z.maxLength(40))))
  .check(z.maxLength(MAX_IMPORT_COLUMNS));
