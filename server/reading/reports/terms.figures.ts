import { sql, type SQL } from 'drizzle-orm';
import { dayOf, endOf, inBranch } from '#server/ledger/figures/as-of.ts';
import { fact, type ReportFigure } from '#server/ledger/figures/figure.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { placesAtStart, spansOf } from './states.ts';

const place = {
  student: 'place.student_id',
  class: 'place.class_id',
  branch: 'place.branch_id',
} as const;

/**
 * The branch's earliest term that starts after `ended` ends; terms without branches belong to all.
 */
const nextTerm = (ended: string, branch: string): SQL =>
  sql.raw(`(
  select following.id
  from academic_terms following
  where following.start_date > ${ended}.end_date
    and following.status <> 'draft'
    and (following.branch_ids = '{}' or ${branch} = any(following.branch_ids))
  order by following.start_date, following.id
  limit 1)`);

/**
 * docs/figures.md, "Figure 10: re-enrolment": students who finished in the range, and those who
 * have or hold a seat in the next term by its end.
 */
export const reEnrolment: ReportFigure = {
  key: 'reEnrolment',
  groupings: ['course', 'class', 'branch', 'teacher', 'source', 'term'],
  columns: [
    { key: 'finishers', kind: 'count' },
    { key: 'again', kind: 'count' },
  ],
  share: ['again', 'finishers'],
  knowsFrom: ({ to }) => to,
  facts: ({ branchId, from, to }) => sql`
    select ${fact(
      { ...place, unit: 'place.student_id', day: 'place.day' },
      { finishers: '1', again: 'place.again::int' },
    )}
    from (
      select span.student_id, span.class_id, span.branch_id, ${dayOf(sql.raw('span.at'))} as day,
        exists (
        select
        from ${placesAtStart(endOf(to), branchId)} other
        where other.student_id = span.student_id
          and other.type <> 'trial'
          and other.term_id = ${nextTerm('term', 'span.branch_id')}
          and (
            other.status in ('active', 'suspended', 'completed')
              or (
                other.status = 'pending'
                  and (other.hold_until is null or other.hold_until > least(${endOf(to)}, now()))
              )
          )
      ) as again
      from ${spansOf(branchId)} span join ${academicTermTable} term on term.id = span.term_id
      where span.status = 'completed'
        and span.type <> 'trial'
        and (span.until is null or span.until >= ${endOf(to)})
        and ${dayOf(sql.raw('span.at'))} between ${from}::date and ${to}::date
    ) place`,
};

/**
 * One row for each student, class and term of an enrolment, whatever its end: dropped and
 * transferred ones do not count.
 */
const sat = (to: string, branchId: string | undefined): SQL => sql`(
  select place.student_id, place.class_id, place.course_id, place.branch_id, place.term_id
  from ${placesAtStart(endOf(to), branchId)} place
  where place.type <> 'trial' and place.status in ('active', 'suspended', 'completed'))`;

/**
 * Students of each term, and how many of them were enrolled in one of their branch's next three
 * terms.
 */
export const cohorts: ReportFigure = {
  key: 'cohorts',
  groupings: ['term', 'course', 'class', 'branch', 'teacher', 'source'],
  columns: [
    { key: 'students', kind: 'count' },
    { key: 'after1', kind: 'count' },
    { key: 'after2', kind: 'count' },
    { key: 'after3', kind: 'count' },
  ],
  facts: ({ branchId, to }) => sql`
    with sat as materialized ${sat(to, branchId)}, turn as (
      select branch.id as branch_id, term.id as term_id,
        row_number() over (partition by branch.id order by term.start_date, term.id) as n
      from ${branchTable} branch
      join ${academicTermTable} term on term.status <> 'draft'
        and (term.branch_ids = '{}' or branch.id = any(term.branch_ids))
      where ${inBranch(sql.raw('branch.id'), branchId)}
    ), numbered as (select sat.*, turn.n
      from sat
      join turn on turn.branch_id = sat.branch_id and turn.term_id = sat.term_id),
    seen as (select distinct student_id, branch_id, n from numbered)
    select ${fact(
      { ...place, unit: "place.student_id || ' ' || place.n", day: 'term.start_date' },
      {
        students: '1',
        after1: 'after1.hit::int',
        after2: 'after2.hit::int',
        after3: 'after3.hit::int',
      },
    )}
    from numbered place join ${academicTermTable} term on term.id = place.term_id
    ${sql.join(
      [1, 2, 3].map((step) =>
        sql.raw(
          `
            cross join lateral (
              select exists (
                select
                from seen
                where seen.student_id = place.student_id
                  and seen.branch_id = place.branch_id
                  and seen.n = place.n + ${step}
              ) as hit
            ) after${step}`,
        ),
      ),
      sql` `,
    )}`,
};

/**
 * Students who finished a level in the terms of the range, and their course one term later: the
 * next one, the same, another, or none.
 */
export const levels: ReportFigure = {
  key: 'levels',
  groupings: ['course', 'term', 'branch', 'class', 'teacher'],
  columns: [
    { key: 'students', kind: 'count' },
    { key: 'up', kind: 'count' },
    { key: 'same', kind: 'count' },
    { key: 'other', kind: 'count' },
    { key: 'none', kind: 'count' },
  ],
  facts: ({ branchId, from, to }) => sql`
    with sat as materialized ${sat(to, branchId)}
    select ${fact(
      { ...place, unit: 'place.unit', day: 'place.end_date' },
      {
        students: '1',
        up: 'place.up::int',
        same: '(place.same and not place.up)::int',
        other: '(place.went and not place.up and not place.same)::int',
        none: '(not place.went)::int',
      },
    )}
    from (
      select sat.student_id, sat.class_id, sat.branch_id,
        sat.student_id || ' ' || sat.course_id || ' ' || sat.term_id as unit, term.end_date,
        exists (
          select
          from sat other
          where other.student_id = sat.student_id and other.term_id = following.id
        ) as went,
        exists (
          select
          from sat other
          where other.student_id = sat.student_id
            and other.term_id = following.id
            and other.course_id = course.next_course_id
        ) as up,
        exists (
          select
          from sat other
          where other.student_id = sat.student_id
            and other.term_id = following.id
            and other.course_id = sat.course_id
        ) as same
      from sat
      join ${academicTermTable} term on term.id = sat.term_id
      join ${courseTable} course on course.id = sat.course_id
      cross join lateral ${nextTerm('term', 'sat.branch_id')} following
      where term.end_date between ${from}::date and ${to}::date
    ) place`,
};
