import * as z from 'zod/mini';
import { exportFormats } from './exports.ts';
import { date, id } from '#contract/fields.ts';
import { languages } from '#contract/language.ts';
import { figureKeys, groupings, MAX_REPORT_DAYS, rowHeads, valueKinds } from './report-words.ts';
import { rangeUpTo } from '#contract/dates.ts';
import { sources } from '#contract/people/student-words.ts';
import { payLine } from '#contract/people/teacher-rates.ts';

// GET `/reports/{report}`: its tables over a range of days, both ends included. GET
// `/reports/{report}/rows`: the rows behind one sum of a table. GET `/reports/{report}/export`: its
// tables, or the rows of one sum, as a file.

const isShort = rangeUpTo(MAX_REPORT_DAYS);

const asked = {
  from: date,
  to: date,
  by: z.optional(z.enum(groupings)),
  branchId: z.optional(id),
  termId: z.optional(id),
  courseId: z.optional(id),
  classId: z.optional(id),
  teacherId: z.optional(id),
  source: z.optional(z.enum(sources)),
};
export const reportQuery = z
  .object({ ...asked, figure: z.optional(z.enum(figureKeys)) })
  .check(isShort);
export type ReportQuery = z.output<typeof reportQuery>;

const sum = {
  figure: z.enum(figureKeys),
  value: z.optional(z.string().check(z.maxLength(30))),
  key: z.optional(z.string().check(z.maxLength(100))),
};
export const rowsQuery = z
  .object({
    ...asked,
    ...sum,
    /** The `next` of the answer before. */
    after: z.optional(z.string().check(z.maxLength(400))),
  })
  .check(isShort);
export type RowsQuery = z.output<typeof rowsQuery>;
const file = {
  format: z._default(z.enum(exportFormats), 'xlsx'),
  language: z._default(z.enum(languages), 'en'),
};
export const reportFileQuery = z
  .object({ ...asked, ...sum, figure: z.optional(sum.figure), ...file })
  .check(isShort);

const named = { key: z.string(), nameEn: z.string(), nameLo: z.string(), detail: z.string() };
/**
 * Branches whose old book still held what a figure counts; null if there is none. Then the table
 * counts nothing of them: docs/figures.md, "Before BranchDesk".
 */
const beforeMove = z.nullable(
  z.object({
    branches: z.array(z.object({ nameEn: z.string(), nameLo: z.string() })),
    /** The first day on which the last of them is in BranchDesk. */
    day: date,
    /** No other branch of the question was in BranchDesk by then. */
    isWhole: z.boolean(),
  }),
);
export type BeforeMove = z.output<typeof beforeMove>;

/**
 * One figure: its sums by group, and those of all rows, which are not always the sums of the
 * groups.
 */
export const reportTable = z.object({
  figure: z.enum(figureKeys),
  by: z.enum(groupings),
  /** Its possible groupings. */
  groupings: z.array(z.enum(groupings)),
  columns: z.array(z.object({ key: z.string(), kind: z.enum(valueKinds) })),
  /** Two columns: the second is a share of the first. */
  share: z.nullable(z.tuple([z.string(), z.string()])),
  rows: z.array(z.object({ ...named, values: z.array(z.int()) })),
  /** The number of groups; `rows` has not all of a long table. */
  groups: z.int(),
  total: z.array(z.int()),
  beforeMove,
});
export type ReportTable = z.output<typeof reportTable>;
export const reportAnswer = z.object({ tables: z.array(reportTable) });
export type ReportAnswer = z.output<typeof reportAnswer>;
export type ReportProgress = { done: number; total: number };

/**
 * One row of a sum; for money that no student paid for themselves, name and phone are those of the
 * paying parent.
 */
export const factRow = z.object({
  studentId: z.nullable(z.string()),
  studentCode: z.string(),
  studentEn: z.string(),
  studentLo: z.string(),
  phone: z.string(),
  classId: z.nullable(z.string()),
  classCode: z.string(),
  courseEn: z.string(),
  courseLo: z.string(),
  teacherEn: z.string(),
  teacherLo: z.string(),
  branchEn: z.string(),
  branchLo: z.string(),
  day: z.nullable(z.string()),
  detail: z.string(),
  orderId: z.nullable(z.string()),
  values: z.array(z.int()),
});
export type FactRow = z.output<typeof factRow>;
export const reportRows = z.object({
  head: z.enum(rowHeads),
  columns: reportTable.shape.columns,
  /** At most 500; `next` leads to the rows behind them. */
  rows: z.array(factRow),
  next: z.nullable(z.string()),
  /** The number and the sums of all rows. */
  count: z.int(),
  total: z.array(z.int()),
});
export type ReportRows = z.output<typeof reportRows>;

/**
 * GET `/reports/pay/sheet`: the pay of each teacher for the range, with a line for each rate that
 * was in force.
 */
export const paySheet = z.object({
  teacherId: z.string(),
  teacherCode: z.string(),
  nameEn: z.string(),
  nameLo: z.string(),
  minutes: z.int(),
  sessions: z.int(),
  lines: z.array(payLine),
});
export type PaySheet = z.output<typeof paySheet>;
