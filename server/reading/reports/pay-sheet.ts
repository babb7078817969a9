import { sql } from 'drizzle-orm';
import type { PaySheet } from '#contract/reports/reports.ts';
import { payLines, type TaughtSessions } from '#contract/people/teacher-rates.ts';
import type { FigureQuestion } from '#server/ledger/figures/figure.ts';
import { readSlices } from '#server/ledger/figures/slices.ts';
import type { ReportRun } from '#server/lib/run-report.ts';
import { ratesOfTeachers } from '#server/people/teachers/teacher-rates.service.ts';
import { namesOfGroups } from './group-names.ts';
import { figureRows } from './read-figure.ts';
import { pay } from './sessions.figures.ts';

type Taught = TaughtSessions & { teacherId: string };

/** The held sessions of the range by the teacher who taught them, their day and their length. */
async function readTaught({ db }: ReportRun, asked: FigureQuestion): Promise<Taught[]> {
  const { rows } = await db.execute<Taught>(sql`
    select teacher_id as "teacherId", f_day::text as day, v_minutes::int as minutes,
      count(*)::int as sessions
    from ${figureRows(pay, asked)} taught
    group by teacher_id, f_day, v_minutes`);
  return rows;
}

function byTeacher<Row extends { teacherId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const before = found.get(row.teacherId);
    if (before) before.push(row);
    else found.set(row.teacherId, [row]);
  }
  return found;
}

/**
 * The pay of each teacher for the range: docs/money.md, "Rates of teachers". Whoever taught a
 * session gets their own rate of that day.
 */
export async function readPaySheet(reading: ReportRun, asked: FigureQuestion): Promise<PaySheet[]> {
  const parts = await readSlices(reading, pay, asked, (slice) => readTaught(reading, slice));
  const taught = byTeacher(parts.flat());
  const teacherIds = [...taught.keys()];
  const rates = byTeacher(await ratesOfTeachers(reading.db, teacherIds));
  const names = await namesOfGroups(reading.db, 'teacher', teacherIds);
  return [...taught]
    .map(([teacherId, sessions]) => {
      const lines = payLines(sessions, rates.get(teacherId) ?? []);
      const { nameEn = '', nameLo = '', detail = '' } = names.get(teacherId) ?? {};
      return {
        teacherId,
        teacherCode: detail,
        nameEn,
        nameLo,
        lines,
        minutes: lines.reduce((sum, { minutes }) => sum + minutes, 0),
        sessions: lines.reduce((sum, line) => sum + line.sessions, 0),
      };
    })
    .toSorted((a, b) => b.minutes - a.minutes || (a.teacherId < b.teacherId ? -1 : 1));
}
