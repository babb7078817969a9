import * as z from 'zod/mini';
import { id, timestamp } from '#contract/fields.ts';
import { genders } from '#contract/people/people.ts';
import { otherSheet, sheetAnswers, sheetQuestion } from './sheet-questions.ts';

/** Lists that can be filled from a file. */
export const importKinds = ['students', 'teachers', 'products'] as const;
export type ImportKind = (typeof importKinds)[number];

export const MAX_IMPORT_BYTES = 10_000_000;
export const MAX_IMPORT_ROWS = 10_000;
export const MAX_IMPORT_COLUMNS = 60;
/** The most characters of all cells together; a full list of 10,000 students has three million. */
export const MAX_IMPORT_CHARACTERS = 5_000_000;
/** The most problems and duplicates in an answer; the counts include all of them. */
export const MAX_TOLD = 2000;

/**
 * POST `/name/imports`: the body is the file itself. `branchId` is for people who work in every
 * branch, `sheet` is the name of the sheet that a person chose.
 */
export const importQuery = z.object({
  fileName: z._default(z.string().check(z.maxLength(200)), ''),
  branchId: z.optional(id),
  sheet: z.optional(z.string().check(z.maxLength(100))),
});

/** Reasons why a row of a sheet is no row of its table. */
export const leftOutReasons = ['title', 'heading', 'total', 'note'] as const;
const leftOutRow = z.object({
  row: z.int(),
  cells: z.array(z.string()),
  reason: z.enum(leftOutReasons),
});

/** The field of each column of the file, or null for none. */
export const matching = z
  .array(z.nullable(z.string().check(z.maxLength(40))))
  .check(z.maxLength(MAX_IMPORT_COLUMNS));

/** A file as it was read, with the likely fields of its columns. */
export const importedFile = z.object({
  _id: id,
  fileName: z.string(),
  rowCount: z.int(),
  /** The sheet that was read, empty for CSV, and the other visible sheets that have rows. */
  sheetName: z.string(),
  otherSheets: z.array(otherSheet),
  /** Titles, sums and notes around the table. They are named, and never imported. */
  leftOut: z.array(leftOutRow),
  /** Rows with merged cells, whose value counts for their first cell only, and hidden rows. */
  mergedRows: z.int(),
  hiddenRows: z.int(),
  headings: z.array(z.string()),
  firstRows: z.array(z.array(z.string())),
  matching,
  /** The fields that a column can hold, in the language of the request. */
  fields: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      required: z.boolean(),
      /** The fields that this one fills, so that they are not needed beside it. */
      fills: z._default(z.array(z.string()), []),
    }),
  ),
});

/** POST `/name/imports/{id}/check`, with the answers to the questions about the file. */
export const importCheckInput = z.object({ matching, answers: z._default(sheetAnswers, {}) });

/** The number of a guardian in a row. */
const guardianNumber = z.int().check(z.gte(1), z.lte(2));

export const importCheck = z.object({
  /**
   * Identifies everything found by the check: a run is valid only for what the person was shown.
   */
  digest: z.string(),
  rows: z.int(),
  /** Rows without problems and without duplicates. */
  ready: z.int(),
  problemRows: z.int(),
  duplicateRows: z.int(),
  questions: z.array(sheetQuestion),
  /** Full names as they were split into two, which the person confirms by importing them. */
  names: z.array(
    z.object({ row: z.int(), written: z.string(), firstName: z.string(), lastName: z.string() }),
  ),
  /** Titles that were taken off a name, with the gender where the row takes it from the title. */
  titles: z.array(
    z.object({
      ...{ row: z.int(), written: z.string(), title: z.string(), name: z.string() },
      gender: z.nullable(z.enum(genders)),
    }),
  ),
  /** `row` is the number of the line in the file; `error` is in the language of the request. */
  problems: z.array(
    z.object({ row: z.int(), label: z.string(), value: z.string(), error: z.string() }),
  ),
  duplicates: z.array(
    z.object({
      row: z.int(),
      name: z.string(),
      because: z.enum(['phone', 'name', 'sku']),
      /** The existing person or product: a row of this file, or a record. */
      of: z.object({ row: z.nullable(z.int()), code: z.string(), name: z.string() }),
    }),
  ),
  /** Guardians who share only the name or only the phone with an existing person; each once. */
  parentMatches: z.int(),
  parents: z.array(
    z.object({
      row: z.int(),
      guardian: guardianNumber,
      firstName: z.string(),
      lastName: z.string(),
      phone: z.string(),
      because: z.enum(['phone', 'name']),
      of: z.object({ _id: id, name: z.string(), phone: z.string() }),
    }),
  ),
});

/** A person is left out or added all the same; a product is left out or changed. */
const duplicateChoice = z.enum(['skip', 'add', 'update']);
const parentChoice = z.enum(['add', 'link']);

/**
 * POST `/name/imports/{id}/run`: the choices for rows of existing records and for guardians who may
 * exist, for all of them and for single ones. `digest` comes from the check; if a new check would
 * give another one, nothing is imported.
 */
export const importRunInput = z.object({
  matching,
  answers: z._default(sheetAnswers, {}),
  digest: z.string().check(z.maxLength(100)),
  duplicates: duplicateChoice,
  parents: z._default(parentChoice, 'add'),
  rows: z._default(
    z.array(z.object({ row: z.int(), choice: duplicateChoice })).check(z.maxLength(MAX_TOLD)),
    [],
  ),
  guardians: z._default(
    z
      .array(z.object({ row: z.int(), guardian: guardianNumber, choice: parentChoice }))
      .check(z.maxLength(MAX_TOLD)),
    [],
  ),
});

export const importResult = z.object({
  added: z.int(),
  updated: z._default(z.int(), 0),
  skipped: z.int(),
  parentsAdded: z.int(),
  parentsLinked: z.int(),
});

/** The answer of a run is lines of JSON: these, and at the end the result or an error. */
export const importProgress = z.object({ done: z.int(), total: z.int() });

/** GET `/name/imports/{id}`: an import can be undone for a day. */
export const importState = z.object({
  _id: id,
  fileName: z.string(),
  rowCount: z.int(),
  state: z.enum(['read', 'done', 'undone']),
  result: z.nullable(importResult),
});

/** GET `/name/imports`: the imports into the branch within the last day, newest first. */
export const recentImport = z.object({
  _id: id,
  fileName: z.string(),
  at: timestamp,
  by: z.string(),
  added: z.int(),
  undone: z.boolean(),
  /** True for the person who ran the import; only they may undo it. */
  mayUndo: z.boolean(),
});

/** POST `/name/imports/{id}/undo`. */
export const importUndone = z.object({ removed: z.int() });

export type ImportedFile = z.output<typeof importedFile>;
export type ImportCheck = z.output<typeof importCheck>;
export type ImportRunInput = z.output<typeof importRunInput>;
export type RecentImport = z.output<typeof recentImport>;
export type ImportResult = z.output<typeof importResult>;
export type ImportProgress = z.output<typeof importProgress>;
export type ImportUndone = z.output<typeof importUndone>;
