import * as z from 'zod/mini';
import { approvalToken } from '#contract/signatures.ts';
import { priceCurrencies } from '#contract/money/currencies.ts';
import { date, id, password, text, timestamp } from '#contract/fields.ts';
import { genders } from '#contract/people/people.ts';
import { CHECK_LETTERS } from '#contract/words/paper-code.ts';
import { importKinds, importQuery, leftOutRow, matching, MAX_TOLD } from './imports.ts';
import { sheetAnswers, sheetQuestion } from './sheet-questions.ts';

/**
 * The kinds of sheets that a centre brings with it, in the order in which they come in: a sheet
 * names records of the sheets before it.
 */
export const movingSheetKinds = [
  'branches',
  'numbers',
  'rates',
  'rooms',
  'products',
  'courses',
  'teachers',
  'accounts',
  'terms',
  'fees',
  'classes',
  'drawers',
  'students',
  'enrolments',
  'balances',
  'totals',
] as const;
export type MovingSheetKind = (typeof movingSheetKinds)[number];

/**
 * `checking` is the dry run, slice by slice. `read` is mended and run, `running` is written in
 * slices, `undoing` is taken back slice by slice, `stopped` may go on or be undone.
 */
export const moveStates = [
  'checking',
  'read',
  'running',
  'stopped',
  'done',
  'undoing',
  'undone',
] as const;
export type MoveState = (typeof moveStates)[number];

/** States in which a move writes by itself; meanwhile no move is written, mended or taken back. */
export const writingMoveStates = ['running', 'undoing'] as const satisfies readonly MoveState[];
/** States that end by themselves; meanwhile the move itself is not changed. */
const busyMoveStates: readonly MoveState[] = ['checking', ...writingMoveStates];
export const isMoveBusy = (state: MoveState): boolean => busyMoveStates.includes(state);
/** True while rows are written or taken back, which a person can stop. */
export const isMoveWriting = (state: string): boolean =>
  writingMoveStates.some((writing) => writing === state);

/**
 * A row is `ready` to be added, `changed` when it changes a record, or the `same` as one. One with
 * a `problem` waits for a person, one that is `waiting` for the row that it names. `out` was left
 * out, and `in` is written.
 */
export const movingRowStates = [
  'ready',
  'changed',
  'same',
  'problem',
  'waiting',
  'out',
  'in',
] as const;
export type MovingRowState = (typeof movingRowStates)[number];

export const MAX_MOVE_BYTES = 30_000_000;
export const MAX_MOVE_SHEETS = 40;
/** The most rows of one sheet, and of all sheets together. */
export const MAX_SHEET_ROWS = 25_000;
export const MAX_MOVE_ROWS = 60_000;
/** The most rows of one answer. */
export const MAX_MOVING_ROWS = 200;
/** The longest text that a person types into a cell. */
const MAX_EDIT = 500;

const counts = z.object({
  rows: z.int(),
  ready: z.int(),
  changed: z.int(),
  same: z.int(),
  problem: z.int(),
  waiting: z.int(),
  out: z.int(),
  in: z.int(),
});
export type MovingCounts = z.output<typeof counts>;

/** What a column without a field may be: a part of the note, or a column that is left out. */
export const columnUses = { note: '+note', out: '-' } as const;
/** The uses that several columns of one sheet may have. */
export const isColumnUse = (field: string | null): boolean =>
  field === columnUses.note || field === columnUses.out;

const movingSheet = z.object({
  _id: id,
  name: z.string(),
  /** Null for a sheet that was not recognised or is left out. */
  kind: z.nullable(z.enum(movingSheetKinds)),
  headings: z.array(z.string()),
  /** The first values of each column. */
  samples: z.array(z.string()),
  matching,
  /** The columns that the kind knows, in the language of the request. */
  fields: z.array(z.object({ name: z.string(), label: z.string(), required: z.boolean() })),
  /** True if columns may go into the note. */
  hasNote: z.boolean(),
  /** Columns with content that nobody has named a field for, by their place. */
  notTaken: z.array(z.int()),
  /** Needed columns that are empty in some rows, how many these are, and a text that may fit. */
  empty: z.array(z.object({ field: z.string(), rows: z.int(), offer: z.string() })),
  /** A value for the empty cells of a column. */
  defaults: z.record(z.string(), z.string()),
  answers: sheetAnswers,
  questions: z.array(sheetQuestion),
  /** Titles, sums and notes around the table, by the number of their row. */
  besideRows: z.array(z.int()),
  /** The same with what stands in them; they are named, and never imported. */
  leftOut: z.array(leftOutRow),
  /** Rows with merged cells, whose value counts for their first cell only, and hidden rows. */
  mergedRows: z.int(),
  hiddenRows: z.int(),
  counts,
});
export type MovingSheet = z.output<typeof movingSheet>;

/** Records that stay when a move is taken back, because something else uses them. */
const keptRecords = z
  .array(
    z.object({
      kind: z.enum(movingSheetKinds),
      name: z.string(),
      /** The courses that use it, by their codes: it is their book or their next course. */
      usedBy: z.optional(z.object({ as: z.enum(['book', 'nextCourse']), name: z.string() })),
    }),
  )
  .check(z.maxLength(MAX_TOLD));

/** How far a move was taken back. */
export const moveUndone = z.object({
  removed: z.int(),
  /** Those of them that are archived, because rows of money name them. */
  archived: z.int(),
  /** How many stay, and the first of them. */
  keptCount: z.int(),
  kept: keptRecords,
  /** Rows of money that are still to be taken back. */
  moneyLeft: z.int(),
  /** Why it ended before its end, in the language of the request. */
  stopped: z.nullable(z.string()),
});
export type MoveUndone = z.output<typeof moveUndone>;

export const move = z.object({
  _id: id,
  fileName: z.string(),
  state: z.enum(moveStates),
  /** Null for a move that nobody has begun to take back. */
  undo: z.nullable(moveUndone),
  /** The list that the file was imported into from its page; null for a move of the centre. */
  list: z.nullable(z.enum(importKinds)),
  /** The branch of rows that name none. */
  branchId: z.nullable(id),
  at: timestamp,
  counts,
  sheets: z.array(movingSheet),
});
export type Move = z.output<typeof move>;

/** GET `/moves`: the newest first. */
export const moveRow = z.pick(move, {
  _id: true,
  fileName: true,
  state: true,
  at: true,
  counts: true,
});
export type MoveRow = z.output<typeof moveRow>;

/**
 * GET `/students/imports` and the like: the imports of the last day into the branch, newest first.
 * Only the person who began one goes on with it or undoes it.
 */
export const listImport = z.object({
  _id: id,
  fileName: z.string(),
  at: timestamp,
  by: z.string(),
  isMine: z.boolean(),
  state: z.enum(moveStates),
  /** The rows that are in. */
  added: z.int(),
});
export type ListImport = z.output<typeof listImport>;

/** POST `/moves`: the body is the file itself. */
export const moveQuery = importQuery;

/** POST `/moves/{id}/files`: the body is a further file of the same move. */
export const moveFileQuery = z.pick(importQuery, { fileName: true });

/** PUT `/moves/{id}/sheets/{sheetId}`: what a sheet is, and the answers to its questions. */
export const movingSheetInput = z.object({
  kind: z.nullable(z.enum(movingSheetKinds)),
  matching,
  answers: z._default(sheetAnswers, {}),
  defaults: z._default(
    z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(MAX_EDIT))),
    {},
  ),
});
export type MovingSheetInput = z.output<typeof movingSheetInput>;

/** GET `/moves/{id}/rows`. */
export const movingRowsQuery = z.object({
  sheetId: id,
  state: z.optional(z.enum(movingRowStates)),
  from: z._default(z.coerce.number().check(z.int(), z.gte(0)), 0),
});

export const movingRow = z.object({
  _id: id,
  /** The number of the row in the file. */
  number: z.int(),
  state: z.enum(movingRowStates),
  /** The texts of the row by field, with the edits of people. */
  values: z.record(z.string(), z.string()),
  /** `error` is in the language of the request; `choices` are texts that would be understood. */
  problems: z.array(
    z.object({
      field: z.string(),
      label: z.string(),
      value: z.string(),
      error: z.string(),
      choices: z.array(z.string()),
      /** True for what is only said: the row comes in. */
      isHint: z.boolean(),
    }),
  ),
  /** Full names as they were split into two. */
  names: z.array(z.object({ written: z.string(), firstName: z.string(), lastName: z.string() })),
  /** Titles that were taken off a name, with the gender where the row takes it from the title. */
  titles: z.array(
    z.object({
      written: z.string(),
      title: z.string(),
      name: z.string(),
      gender: z.nullable(z.enum(genders)),
    }),
  ),
  /** The old and the new value of each field that the row changes. */
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
});
export type MovingRow = z.output<typeof movingRow>;
export const movingRows = z.object({ rows: z.array(movingRow), total: z.int() });

/**
 * PUT `/moves/{id}/rows/{rowId}`: the text of a cell, or whether the row is left out. With
 * `forAll` the same is done to every row of the sheet that has the same text in this cell.
 */
export const movingRowInput = z
  .object({
    field: z.optional(z.string().check(z.maxLength(40))),
    value: z._default(z.string().check(z.maxLength(MAX_EDIT)), ''),
    leftOut: z.optional(z.boolean()),
    forAll: z._default(z.boolean(), false),
  })
  .check(
    z.refine(({ field, leftOut }) => field !== undefined || leftOut !== undefined, {
      path: ['field'],
      error: 'required',
    }),
  );
export type MovingRowInput = z.output<typeof movingRowInput>;

/**
 * POST `/moves/{id}/run`: accounts that see money or accounts of others need a second superadmin. A
 * refusal `movedAccountsSignature` has the act to sign in its `rows`.
 */
export const moveRunInput = z.object({ approvalToken });

const openingSums = z.object({
  rows: z.int(),
  owedLAK: z.int(),
  creditLAK: z.int(),
  /** What was paid for sessions that are still to come. */
  unearnedLAK: z.int(),
});

/** Drawn from sums that somebody has seen, so that they cannot sign others. */
export const checkCode = z.string().check(z.length(CHECK_LETTERS));

/** GET `/moves/{id}/money`: what the opening balances come to, by branch and currency. */
export const openingTotals = z.object({
  /** The day on which they would be written, and from which they count. */
  day: date,
  /** Drawn from the day and from the sums of `due`. */
  code: checkCode,
  due: z.array(
    z.object({
      ...openingSums.shape,
      branchId: id,
      branchCode: z.string(),
      currency: z.enum(priceCurrencies),
    }),
  ),
  /** Rows whose student, payer or place is not in yet. */
  waiting: z.extend(openingSums, {
    /** Those in a currency without a rate yet; the sums do not have theirs. */
    withoutRate: z.int(),
  }),
  /** Rows that another move has written, or may have, since the check; the next one tells. */
  toCheck: z.int(),
  written: z.object({ rows: z.int(), day: z.nullable(date) }),
});
export type OpeningTotals = z.output<typeof openingTotals>;

/**
 * POST `/moves/{id}/money`: writes them today, with the check code of the sums that the person has
 * seen. The person types their password again.
 */
export const moveMoneyInput = z.object({ password, code: checkCode });

/**
 * POST `/moves/{id}/undo`: begins to take everything back, or with `others` everything that nothing
 * else uses. Without `others` it does not begin while something is in use, and names that.
 */
export const moveUndoInput = z.object({ others: z._default(z.boolean(), false) });
export const moveUndoBegun = z.object({ begun: z.boolean(), kept: keptRecords });
export type MoveUndoBegun = z.output<typeof moveUndoBegun>;

/** Words that a centre has taught: the column of a heading in a kind of sheet. */
export const importWord = z.object({
  kind: z.enum(movingSheetKinds),
  heading: text(80),
  field: z.string(),
});
