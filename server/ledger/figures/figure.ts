import { sql, type SQL } from 'drizzle-orm';
import type { FigureKey, Grouping, RowHead, ValueKind } from '#contract/reports/report-words.ts';
import type { ReportQuery } from '#contract/reports/reports.ts';

/** The question of a report; its branch is one that the person may see. */
export type FigureQuestion = Omit<ReportQuery, 'figure'>;

/** One figure: every row that it counts, and how its sums come about. */
export type ReportFigure = {
  key: FigureKey;
  /** One row for each thing that is counted, made by `fact`. */
  facts: (asked: FigureQuestion) => SQL;
  /** The columns of the rows that are summed, in the order in which they are shown. */
  columns: readonly { key: string; kind: ValueKind }[];
  /** The first one is used when the request names none, or one that this figure does not have. */
  groupings: readonly Grouping[];
  /** The kind of record that names the rows; students if left out. */
  head?: RowHead;
  share?: readonly [part: string, whole: string];
  /**
   * How the query can be split for an engine with one connection, so that the sums of the slices
   * add up: `branchAndMonth` if each row belongs to one day of the range and does not depend on
   * others, `branch` if the ends of the range decide which rows count. Without it the figure is one
   * query, because a person in two branches is counted once.
   */
  slices?: 'branchAndMonth' | 'branch';
  /**
   * The first day on which the figure has to know who was in a class. Before its branch moved in,
   * only the old book knew; docs/figures.md, "Before BranchDesk".
   */
  knowsFrom?: (asked: Pick<FigureQuestion, 'from' | 'to'>) => string;
};

/**
 * Groupings by a text in the rows themselves; the other groupings follow from class, student,
 * branch and day.
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
 * The columns of one row of a figure; rows with the same `unit` are counted once. All are
 * expressions of our own, never text that was typed.
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
