import { sql, type SQL } from 'drizzle-orm';
import type { FigureKey, Grouping, RowHead, ValueKind } from '#contract/report-words.ts';
import type { ReportQuery } from '#contract/reports.ts';

/** What a report is asked for; the branch is one that the person may see. */
export type Asked = Omit<ReportQuery, 'figure'>;

/** One figure: every row that it counts, and how its sums come about. */
export type Figure = {
  key: FigureKey;
  /** One row for each thing that is counted, made by `fact`. */
  facts: (asked: Asked) => SQL;
  /** The columns of the rows that are summed, in the order in which they are shown. */
  columns: readonly { key: string; kind: ValueKind }[];
  /** The first one is shown when nothing, or something else, is asked for. */
  groupings: readonly Grouping[];
  /** What its rows are named by; without it, students. */
  head?: RowHead;
  share?: readonly [part: string, whole: string];
  /**
   * How it can be cut for an engine with one connection, so that the sums of the slices add up to
   * its own: `branchAndMonth` where each row is of one day of the range and does not depend on the
   * others, `branch` where the ends of the range say what is counted. Without it the figure is one
   * query, as somebody in two branches is counted once.
   */
  slices?: 'branchAndMonth' | 'branch';
};

/**
 * Groupings by a text of the rows themselves; the others follow from class, student, branch and
 * day.
 */
const ownTexts = [
  'reason',
  'method',
  'drawer',
  'cashier',
  'kind',
  'product',
  'move',
  'tender',
  'discount',
  'pair',
] as const satisfies readonly Grouping[];

type Fact = Partial<
  Record<
    | 'unit'
    | 'student'
    | 'class'
    | 'course'
    | 'branch'
    | 'teacher'
    | 'day'
    | 'detail'
    | 'order'
    | 'payer'
    | (typeof ownTexts)[number],
    string
  >
>;

const kinds = {
  unit: 'text',
  student: 'uuid',
  class: 'uuid',
  course: 'uuid',
  branch: 'uuid',
  teacher: 'uuid',
  day: 'date',
  detail: 'text',
  order: 'uuid',
  payer: 'uuid',
} as const;

/**
 * The columns of one row of a figure; what is counted once is its `unit`. All are expressions of
 * our own, nothing that was typed.
 */
export function fact(of: Fact, values: Record<string, string | SQL>): SQL {
  const fixed = Object.entries(kinds).map(([key, type]) =>
    sql.raw(`(${of[key as keyof typeof kinds] ?? 'null'})::${type} as "f_${key}"`),
  );
  const texts = ownTexts.map((key) => sql.raw(`(${of[key] ?? 'null'})::text as "f_${key}"`));
  const sums = Object.entries(values).map(
    ([key, value]) =>
      sql`(${typeof value === 'string' ? sql.raw(value) : value})::bigint as ${sql.identifier(`v_${key}`)}`,
  );
  return sql.join([...fixed, ...texts, ...sums], sql`, `);
}
