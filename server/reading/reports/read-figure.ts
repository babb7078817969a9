import { sql, type SQL } from 'drizzle-orm';
import { MAX_ROWS_SHOWN, type Grouping, type ValueKind } from '#contract/reports/report-words.ts';
import type { ReportTable } from '#contract/reports/reports.ts';
import { readSum } from '#server/lib/safe-sum.ts';
import type { FigureQuestion, ReportFigure } from '#server/ledger/figures/figure.ts';
import { readBeforeMove } from './before-move.ts';
import { namesOfGroups } from './group-names.ts';
import type { ReportRun } from '#server/lib/run-report.ts';
import { addUp, readSlices } from '#server/ledger/figures/slices.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';

export type SqlRow = Record<string, unknown>;
const EVERY_GROUP = 100_000;

/** The column of each grouping; every expression refers to the rows below. */
export const groupOf: Record<Grouping, string> = {
  branch: 'f_branch::text',
  course: 'course_id::text',
  class: 'f_class::text',
  teacher: 'teacher_id::text',
  student: 'f_student::text',
  source: 'source',
  term: 'term_id::text',
  daypart: `case when starts is null then null when starts < '12:00' then 'morning'
      when starts <= '17:00' then 'afternoon' else 'evening' end`,
  weekday: 'extract(isodow from f_day)::int::text',
  day: 'f_day::text',
  week: "date_trunc('week', f_day)::date::text",
  month: "to_char(f_day, 'YYYY-MM')",
  reason: 'f_reason',
  method: 'f_method',
  drawer: 'f_drawer',
  cashier: 'f_cashier',
  kind: 'f_kind',
  product: 'f_product',
  move: 'f_move',
  tender: 'f_tender',
  discount: 'f_discount',
  pair: 'f_pair',
};

/** The rows of a figure with the fields of their class and student, filtered as requested. */
export function figureRows({ facts }: ReportFigure, asked: FigureQuestion): SQL {
  const { branchId, courseId, classId, teacherId, termId, source } = asked;
  const narrowed = (
    [
      ['f_branch', branchId],
      ['course_id', courseId],
      ['f_class', classId],
      ['teacher_id', teacherId],
      ['term_id', termId],
    ] as const
  )
    .filter(([, id]) => id !== undefined)
    .map(([column, id]) => sql`${sql.raw(column)} = ${id}::uuid`);
  const bySource = source === undefined ? [] : [sql`source = ${source}`];
  const all = [sql`true`, ...narrowed, ...bySource];
  return sql`
    (select * from (
      select fact.*, coalesce(fact.f_course, taught.course_id) as course_id, taught.term_id,
        taught.class_code, student.student_code, taught.slots -> 0 ->> 'start' as starts,
        coalesce(fact.f_teacher, taught.teacher_id) as teacher_id, student.source
      from (${facts(asked)}) fact
      left join ${classTable} taught on taught.id = fact.f_class
      left join ${studentTable} student on student.id = fact.f_student
    ) every_fact where ${sql.join(all, sql` and `)})`;
}

export const column = (key: string) => sql.identifier(`v_${key}`);
const addedUp = (key: string) => sql`coalesce(sum(${column(key)}), 0)`;
const sumOfKind: Record<ValueKind, (key: string) => SQL> = {
  count: (key) => sql`count(distinct f_unit) filter (where ${column(key)} <> 0)`,
  sum: addedUp,
  money: addedUp,
  minutes: addedUp,
  LAK: addedUp,
  THB: addedUp,
  USD: addedUp,
  max: (key) => sql`coalesce(max(${column(key)}), 0)`,
};
export const sumsOf = ({ columns }: ReportFigure) =>
  sql.join(
    columns.map(({ key, kind }) => sql`${sumOfKind[kind](key)}::text as ${column(key)}`),
    sql`, `,
  );
export const valuesIn = ({ columns }: ReportFigure, row: SqlRow | undefined) =>
  columns.map(({ key }) => readSum((row?.[`v_${key}`] as string | null | undefined) ?? null));

export const groupingOf = ({ groupings }: ReportFigure, by: Grouping | undefined): Grouping =>
  groupings.find((grouping) => grouping === by) ?? groupings[0] ?? 'branch';

const inOrder = new Set<Grouping>(['weekday', 'day', 'week', 'month']);

type Group = { key: string | null; values: number[] };

/**
 * Reads the groups of a figure and, without a key, the sum of all in one statement, so that no row
 * can be added between the two.
 */
async function readGroups(
  { db }: ReportRun,
  figure: ReportFigure,
  by: Grouping,
  asked: FigureQuestion,
): Promise<Group[]> {
  const { rows } = await db.execute<SqlRow>(sql`
    select case when grouping(group_key) = 1 then null else coalesce(group_key, '') end as key,
      ${sumsOf(figure)}
    from (
      select sum_rows.*, ${sql.raw(groupOf[by])} as group_key from ${figureRows(figure, asked)} sum_rows
    ) grouped
    group by grouping sets ((group_key), ())`);
  return rows.map((row) => ({ key: row['key'] as string | null, values: valuesIn(figure, row) }));
}

/** A figure as a table. */
export async function readFigureTable(
  reading: ReportRun,
  figure: ReportFigure,
  asked: FigureQuestion,
  most = MAX_ROWS_SHOWN,
): Promise<ReportTable> {
  const by = groupingOf(figure, asked.by);
  const parts = await readSlices(reading, figure, asked, (slice) =>
    readGroups(reading, figure, by, slice),
  );
  const sums = new Map<string | null, number[]>();
  for (const { key, values } of parts.flat())
    sums.set(key, addUp(figure, [sums.get(key) ?? [], values]));
  const groups = [...sums].flatMap(([key, values]) => (key === null ? [] : [{ key, values }]));
  const sorted = groups.toSorted(
    (a, b) =>
      (inOrder.has(by) ? 0 : (b.values[0] ?? 0) - (a.values[0] ?? 0)) || (a.key < b.key ? -1 : 1),
  );
  const shown = sorted.slice(0, most);
  const names = await namesOfGroups(
    reading.db,
    by,
    shown.map(({ key }) => key),
  );
  const nameless = { nameEn: '', nameLo: '', detail: '' };
  return {
    figure: figure.key,
    by,
    groupings: [...figure.groupings],
    columns: [...figure.columns],
    share: figure.share ? [...figure.share] : null,
    rows: shown.map(({ key, values }) => ({ ...nameless, ...names.get(key), key, values })),
    groups: groups.length,
    total: sums.get(null) ?? [],
    beforeMove: await readBeforeMove(reading.db, figure, asked),
  };
}

export const readWholeTable = (reading: ReportRun, figure: ReportFigure, asked: FigureQuestion) =>
  readFigureTable(reading, figure, asked, EVERY_GROUP);
