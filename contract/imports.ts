import * as z from 'zod/mini';
import { id } from './fields.ts';

/** Lists that can be filled from a file. */
export const importKinds = ['students', 'teachers'] as const;
export type ImportKind = (typeof importKinds)[number];

export const MAX_IMPORT_BYTES = 10_000_000;
export const MAX_IMPORT_ROWS = 10_000;
export const MAX_IMPORT_COLUMNS = 60;
/** As many problems and duplicates as an answer tells; the counts are of all. */
export const MAX_TOLD = 2000;

/** POST `/name/imports`: the body is the file itself. `branchId` is for whoever works in every branch. */
export const importQuery = z.object({
  fileName: z._default(z.string().check(z.maxLength(200)), ''),
  branchId: z.optional(id),
});

/** For each column of the file the field it holds, or null for none. */
export const matching = z.array(z.nullable(z.string().check(z.maxLength(40)))).check(z.maxLength(MAX_IMPORT_COLUMNS));

/** What a file was read as, and what its columns seem to be. */
export const importedFile = z.object({
  _id: id,
  fileName: z.string(),
  rowCount: z.int(),
  headings: z.array(z.string()),
  firstRows: z.array(z.array(z.string())),
  matching,
  /** What a column can be, in the language of the request. */
  fields: z.array(z.object({ name: z.string(), label: z.string(), required: z.boolean() })),
});

/** POST `/name/imports/{id}/check`. */
export const importCheckInput = z.object({ matching });

export const importCheck = z.object({
  rows: z.int(),
  /** Rows with nothing wrong that nobody is the duplicate of. */
  ready: z.int(),
  problemRows: z.int(),
  duplicateRows: z.int(),
  /** `row` is the number of the line in the file; `error` is in the language of the request. */
  problems: z.array(z.object({ row: z.int(), label: z.string(), value: z.string(), error: z.string() })),
  duplicates: z.array(
    z.object({
      row: z.int(),
      name: z.string(),
      because: z.enum(['phone', 'name']),
      /** Who is there already: a row of this file, or a record. */
      of: z.object({ row: z.nullable(z.int()), code: z.string(), name: z.string() }),
    }),
  ),
});

/** POST `/name/imports/{id}/run`: what happens to rows of somebody who is there already. */
export const importRunInput = z.object({ matching, duplicates: z.enum(['skip', 'add']) });

export const importResult = z.object({ added: z.int(), skipped: z.int(), parentsAdded: z.int(), parentsLinked: z.int() });

/** While a run goes on its answer is lines of JSON: these, and in the end the result or an error. */
export const importProgress = z.object({ done: z.int(), total: z.int() });

/** GET `/name/imports/{id}`: an import can be taken back for a day. */
export const importState = z.object({
  _id: id,
  fileName: z.string(),
  rowCount: z.int(),
  state: z.enum(['read', 'done', 'undone']),
  result: z.nullable(importResult),
});

/** POST `/name/imports/{id}/undo`. */
export const importUndone = z.object({ removed: z.int() });

export type ImportedFile = z.output<typeof importedFile>;
export type ImportCheck = z.output<typeof importCheck>;
export type ImportRunInput = z.output<typeof importRunInput>;
export type ImportResult = z.output<typeof importResult>;
export type ImportProgress = z.output<typeof importProgress>;
export type ImportUndone = z.output<typeof importUndone>;
