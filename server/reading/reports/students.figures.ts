import { sql } from 'drizzle-orm';
import { addDays } from '#contract/dates.ts';
import { dayOf, endOf } from '#server/ledger/figures/as-of.ts';
import { fact, type ReportFigure } from '#server/ledger/figures/figure.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { transferTable } from '#server/db/tables/desk/transfers.table.ts';
import { isActive, placesAtStart, spansOf, dayStart } from './states.ts';

const places = ['branch', 'course', 'class', 'teacher', 'source', 'term'] as const;
const place = {
  student: 'place.student_id',
  class: 'place.class_id',
  branch: 'place.branch_id',
} as const;

/**
 * docs/figures.md, "Figure 1: active students" and "Figure 2: active places", at the end of the
 * range.
 */
export const active: ReportFigure = {
  key: 'active',
  groupings: places,
  columns: [
    { key: 'students', kind: 'count' },
    { key: 'enrolments', kind: 'sum' },
    { key: 'suspended', kind: 'sum' },
  ],
  knowsFrom: ({ to }) => to,
  facts: ({ branchId, to }) => sql`
    select ${fact(
      {
        ...place,
        unit: 'place.student_id',
        day: "(place.at at time zone 'Asia/Vientiane')::date",
        detail: 'place.status',
      },
      { students: '1', enrolments: '1', suspended: "(place.status = 'suspended')::int" },
    )}
    from ${placesAtStart(endOf(to), branchId)} place where ${isActive('place')}`,
};

/**
 * docs/figures.md, "Figure 3: new students": students whose first active enrolment anywhere began
 * in the range. Whoever moved in with a place, active or suspended, began in the old book.
 */
export const newStudents: ReportFigure = {
  key: 'newStudents',
  groupings: ['source', 'branch', 'course', 'class', 'teacher', 'term', 'day', 'week', 'month'],
  columns: [{ key: 'students', kind: 'count' }],
  facts: ({ branchId, from, to }) => sql`
    select ${fact({ ...place, unit: 'place.student_id', day: 'place.day' }, { students: '1' })}
    from (
      select distinct on (span.student_id) span.student_id, span.class_id, span.branch_id,
        span.source, ${dayOf(sql.raw('span.at'))} as day
      from ${spansOf(undefined)} span
      where span.status in ('active', 'suspended') and span.type <> 'trial'
      order by span.student_id, span.at
    ) place where place.source <> 'move'
      and place.day between ${from}::date and ${to}::date and ${
        branchId === undefined
          ? sql`
      true`
          : sql`
      place.branch_id = ${branchId}::uuid`
      }`,
};

const activeWithin = (from: string, to: string) =>
  sql`
    span.status in ('active', 'suspended') and span.type <> 'trial' and span.at < ${endOf(to)}
      and (span.until is null or span.until >= ${dayStart(from)})`;

/** The number of days in a range, including both ends. */
const DAY_MS = 86_400_000;
const lengthOf = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/**
 * docs/figures.md, "Figure 9: retention": the first range is as long as the requested one and ends
 * the day before it.
 */
export const retention: ReportFigure = {
  key: 'retention',
  groupings: places,
  columns: [
    { key: 'before', kind: 'count' },
    { key: 'stayed', kind: 'count' },
  ],
  share: ['stayed', 'before'],
  knowsFrom: ({ from, to }) => addDays(from, -lengthOf(from, to)),
  facts: ({ branchId, from, to }) => sql`
    select ${fact(
      { ...place, unit: 'place.student_id' },
      { before: '1', stayed: 'place.stayed::int' },
    )}
    from (
      select distinct span.student_id, span.class_id, span.branch_id,
        span.student_id in (
          select span.student_id from ${spansOf(branchId)} span where ${activeWithin(from, to)}
        ) as stayed
      from ${spansOf(branchId)} span
      where ${activeWithin(addDays(from, -lengthOf(from, to)), addDays(from, -1))}
    ) place`,
};

/**
 * docs/figures.md, "Figure 11: drops": enrolments withdrawn in the range against those active when
 * it began. A transfer is no drop.
 */
export const drops: ReportFigure = {
  key: 'drops',
  slices: 'branch',
  groupings: places,
  columns: [
    { key: 'atStart', kind: 'sum' },
    { key: 'withdrawn', kind: 'sum' },
  ],
  share: ['withdrawn', 'atStart'],
  knowsFrom: ({ from }) => from,
  facts: ({ branchId, from, to }) => sql`
    select ${fact(
      { ...place, unit: 'place.id', detail: 'place.status' },
      { atStart: '1', withdrawn: '0' },
    )}
    from ${placesAtStart(dayStart(from), branchId)} place where ${isActive('place')}
    union all
    select ${fact(
      {
        ...place,
        unit: 'place.id',
        day: "(place.at at time zone 'Asia/Vientiane')::date",
        detail: 'place.reason',
      },
      { atStart: '0', withdrawn: '1' },
    )}
    from ${spansOf(branchId)} place
    where place.status = 'withdrawn'
      and (place.until is null or place.until >= ${endOf(to)})
      and place.type <> 'trial'
      and ${dayOf(sql.raw('place.at'))} between ${from}::date and ${to}::date`,
};

/**
 * docs/figures.md, "Figure 12: transfers": of several transfers in a row, the student left the
 * first class and came into the last.
 */
export const transfersFigure: ReportFigure = {
  key: 'transfers',
  groupings: ['reason', 'branch', 'course', 'class', 'teacher'],
  columns: [
    { key: 'in', kind: 'count' },
    { key: 'out', kind: 'count' },
  ],
  knowsFrom: ({ to }) => to,
  facts: ({ branchId, from, to }) => sql`
    with moved as (
      select request.enrolment_id, request.to_enrolment_id, request.reason_code, request.reason,
        ${dayOf(sql.raw('request.ended_at'))} as day
      from ${transferTable} request
      where request.status = 'done'
        and ${dayOf(sql.raw('request.ended_at'))} between ${from}::date and ${to}::date
    )
    select ${fact(
      {
        ...place,
        unit: 'place.student_id',
        day: 'moved.day',
        detail: 'moved.reason',
        reason: 'moved.reason_code',
      },
      { in: '1', out: '0' },
    )}
    from moved join ${enrolmentTable} place on place.id = moved.to_enrolment_id
    where not exists (select from moved later where later.enrolment_id = moved.to_enrolment_id)
      and ${branchId === undefined ? sql`true` : sql`place.branch_id = ${branchId}::uuid`}
    union all
    select ${fact(
      {
        ...place,
        unit: 'place.student_id',
        day: 'moved.day',
        detail: 'moved.reason',
        reason: 'moved.reason_code',
      },
      { in: '0', out: '1' },
    )}
    from moved join ${enrolmentTable} place on place.id = moved.enrolment_id
    where not exists (select from moved earlier where earlier.to_enrolment_id = moved.enrolment_id)
      and ${branchId === undefined ? sql`true` : sql`place.branch_id = ${branchId}::uuid`}`,
};
