import { sql } from 'drizzle-orm';
import { MAX_ROWS_SHOWN } from '#contract/reports/report-words.ts';
import type { FactRow, ReportRows, RowsQuery } from '#contract/reports/reports.ts';
import { latinName, writtenName } from '#server/lib/person-names.ts';
import { readSum } from '#server/lib/safe-sum.ts';
import type { ReportRun } from '#server/lib/run-report.ts';
import type { FigureQuestion, ReportFigure } from '#server/ledger/figures/figure.ts';
import { addUp, readSlices } from '#server/ledger/figures/slices.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import {
  column,
  figureRows,
  groupingOf,
  groupOf,
  sumsOf,
  valuesIn,
  type SqlRow,
} from './read-figure.ts';
import {
  comparePlaces,
  inPlaces,
  isAfter,
  placeOf,
  readRowPlace,
  type RowPlace,
} from './row-place.ts';

const caller = sql.raw(
  `
    (
      select parent.phone
      from guardians guardian
      join parents parent on parent.id = guardian.parent_id
      where guardian.student_id = shown.f_student
      order by guardian.is_primary_contact desc, guardian.position
      limit 1
    )`,
);

type PlacedRows = Pick<ReportRows, 'count' | 'total'> & {
  rows: { place: RowPlace; row: FactRow }[];
};

type OneSum = Pick<RowsQuery, 'value' | 'key' | 'by'>;

async function readRowsOfSlice(
  { db }: ReportRun,
  figure: ReportFigure,
  { value, key, by }: OneSum,
  asked: FigureQuestion,
  { after, most }: { after: RowPlace | undefined; most: number },
): Promise<PlacedRows> {
  const grouping = groupingOf(figure, by);
  const counted = figure.columns.find((valueColumn) => valueColumn.key === value);
  const ofGroup =
    key === undefined ? sql`true` : sql`coalesce(${sql.raw(groupOf[grouping])}, '') = ${key}`;
  const ofColumn = counted === undefined ? sql`true` : sql`${column(counted.key)} <> 0`;
  // A unit that is counted once is also shown once.
  const once = counted?.kind === 'count' ? sql`distinct on (f_unit)` : sql``;
  const wanted = sql`
    (
      select ${once} sum_rows.*
      from ${figureRows(figure, asked)} sum_rows
      where ${ofGroup}
        and ${ofColumn} ${counted?.kind === 'count' ? sql`order by f_unit, f_day` : sql``}
    )`;
  const { rows: sums } = await db.execute<SqlRow>(
    sql`select count(*)::int as count, ${sumsOf(figure)} from ${wanted} counted`,
  );
  const values = (of: string) =>
    sql.join(
      figure.columns.map(({ key: name }) => sql`${sql.raw(of)}.${column(name)}::text`),
      sql`, `,
    );
  const { rows } = await db.execute<SqlRow>(sql`
    select ${placeOf} as place, shown.f_student as "studentId", coalesce(student.student_code, '') as "studentCode",
      coalesce(${sql.raw(writtenName('student'))}, ${sql.raw(writtenName('payer'))}, '')
        as "studentLo",
      coalesce(${sql.raw(latinName('student'))}, ${sql.raw(writtenName('payer'))}, '')
        as "studentEn",
      coalesce(${caller}, student.phone, payer.phone, '') as phone, shown.f_class as "classId",
        coalesce(shown.class_code, '') as "classCode", coalesce(course.name_en, '') as "courseEn",
        coalesce(course.name_lo, '') as "courseLo",
      coalesce(${sql.raw(latinName('teacher'))}, '') as "teacherEn",
        coalesce(${sql.raw(writtenName('teacher'))}, '') as "teacherLo",
        coalesce(branch.branch_name, '') as "branchEn",
        coalesce(branch.branch_name_lo, '') as "branchLo",
      shown.f_day::text as day, coalesce(shown.f_detail, '') as detail, shown.f_order as "orderId",
        array[${values('shown')}] as values
    from (
      select * from (
        select part.*, row_number() over (
          partition by f_day, class_code, student_code, f_branch, f_unit
          order by f_order, f_detail, ${values('part')}) as nth
        from ${wanted} part
      ) shown
      where ${after ? isAfter(after) : sql`true`}
      order by ${inPlaces}
      limit ${most + 1}
    ) shown
    left join ${studentTable} student on student.id = shown.f_student
    left join ${parentTable} payer on payer.id = shown.f_payer
    left join ${courseTable} course on course.id = shown.course_id
    left join ${teacherTable} teacher on teacher.id = shown.teacher_id
    left join ${branchTable} branch on branch.id = shown.f_branch
    order by ${inPlaces}`);
  return {
    rows: rows.map(({ place, ...row }) => ({
      place: place as RowPlace,
      row: {
        ...(row as Omit<FactRow, 'values'>),
        values: (row['values'] as (string | null)[]).map(readSum),
      },
    })),
    count: Number(sums[0]?.['count'] ?? 0),
    total: valuesIn(figure, sums[0]),
  };
}

/** The rows that one sum of a table counts: those of a group, of a column, or all, page by page. */
export async function readFigureRows(
  reading: ReportRun,
  figure: ReportFigure,
  { value, key, by, after: written, ...asked }: RowsQuery,
  most = MAX_ROWS_SHOWN,
): Promise<ReportRows> {
  const after = written === undefined ? undefined : readRowPlace(written);
  const parts = await readSlices(reading, figure, asked, (slice) =>
    readRowsOfSlice(reading, figure, { value, key, by }, slice, { after, most }),
  );
  const rows = parts
    .flatMap((part) => part.rows)
    .toSorted((a, b) => comparePlaces(a.place, b.place));
  const last = rows.length > most ? rows[most - 1] : undefined;
  return {
    head: figure.head ?? 'student',
    columns: [...figure.columns],
    rows: rows.slice(0, most).map(({ row }) => row),
    next: last ? JSON.stringify(last.place) : null,
    count: parts.reduce((sum, { count }) => sum + count, 0),
    total: addUp(
      figure,
      parts.map(({ total }) => total),
    ),
  };
}
