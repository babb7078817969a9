import { useQuery } from '@tanstack/react-query';
import { CalendarCheck, CalendarX2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { attendancePercent, type RosterRow } from '#contract/classes/attendance.ts';
import type { ClassSession, SchoolClass } from '#contract/classes/classes.ts';
import { DOT } from '#contract/words/dot.ts';
import { PanelSkeleton } from '#src/components/kit/form-skeleton.tsx';
import { LineSkeleton } from '#src/components/kit/skeleton.tsx';
import { Figure, FigureStrip } from '#src/components/record/strip.tsx';
import { Timeline, type Happening } from '#src/components/record/timeline.tsx';
import { copiedSessions, rosterOf } from '#src/entities/class/class-copies.ts';
import { nextLesson, useDayInWords, vientianeNow } from '#src/entities/class/lesson-words.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { listQuery } from '#src/offline/lists/cached-list.ts';

/** More lessons than these are on the page of the class. */
const SHOWN = 12;

// Both are on the device for every class that was opened on it.
const useLessons = (id: string) =>
  useQuery(listQuery<ClassSession>(copiedSessions(id), { quiet: true }));
const useRoster = (id: string) => useQuery(listQuery<RosterRow>(rosterOf(id), { quiet: true }));

/** The attendance of all students together, over all their lessons. */
function percentOf(rows: readonly RosterRow[]): number | null {
  const sums = { present: 0, late: 0, excused: 0, absent: 0, makeup: 0 };
  for (const { attendance } of rows)
    for (const mark of Object.keys(sums) as (keyof typeof sums)[]) sums[mark] += attendance[mark];
  return attendancePercent(sums);
}

/**
 * The figures of a class: seats, attendance, waiting list, next lesson; `asOf` says how fresh the
 * seats are.
 */
export function ClassStrip({ row, asOf }: { row: SchoolClass; asOf?: ReactNode }) {
  const { t } = useTranslation('record');
  const lessons = useLessons(row._id);
  const roster = useRoster(row._id);
  const dayInWords = useDayInWords();
  const rows = lessons.data?.rows;
  const next = nextLesson(rows, vientianeNow());
  const held = rows?.filter(({ status }) => status === 'held').length ?? 0;
  const all = rows?.filter(({ status }) => status === 'held' || status === 'scheduled').length ?? 0;
  const percent = roster.data && percentOf(roster.data.rows);
  const page = (tab: string) => `${editPath(paths.classOverview, row._id)}&tab=${tab}`;
  const wait = (isFailed: boolean) =>
    isFailed ? <span>–</span> : <LineSkeleton width="60%" height="20px" />;
  const free = row.capacity - row.seatsTaken;
  return (
    <FigureStrip label={t('figures')}>
      <Figure
        isLarge
        label={t('seats')}
        to={page('roster')}
        note={
          <>
            {free > 0 ? t('free', { n: formatNumber(free) }) : t('full')} {asOf}
          </>
        }
      >
        <bdi dir="ltr">
          {formatNumber(row.seatsTaken)} / {formatNumber(row.capacity)}
        </bdi>
      </Figure>
      <Figure isLarge={typeof percent === 'number'} label={t('attendance')} to={page('attendance')}>
        {percent === undefined ? (
          wait(roster.isError)
        ) : percent === null ? (
          t('noLessonYet')
        ) : (
          <bdi dir="ltr">{formatNumber(Math.round(percent))} %</bdi>
        )}
      </Figure>
      <Figure isLarge label={t('waiting')} to={page('roster')}>
        {formatNumber(row.waiting)}
      </Figure>
      <Figure
        label={t('nextLesson')}
        to={page('sessions')}
        note={rows && t('lessonsHeld', { n: formatNumber(held), of: formatNumber(all) })}
      >
        {rows === undefined ? (
          wait(lessons.isError)
        ) : next === undefined ? (
          t('noneSet')
        ) : (
          <bdi>
            {dayInWords(next.date)} {next.start}
          </bdi>
        )}
      </Figure>
    </FigureStrip>
  );
}

/** The lessons that were held or cancelled, newest first. */
export function ClassLessons({ row }: { row: SchoolClass }) {
  const { t } = useTranslation('record');
  const { data, isError } = useLessons(row._id);
  const dayInWords = useDayInWords();
  if (!data) return isError ? null : <PanelSkeleton rows={5} />;
  const counted = data.rows
    .filter(({ status }) => status === 'held' || status === 'cancelled')
    .toSorted((a, b) => `${b.date} ${b.start}`.localeCompare(`${a.date} ${a.start}`));
  const inWords = (one: ClassSession): Happening<'lessons'> => ({
    id: one._id,
    at: one.date,
    kind: 'lessons',
    icon: one.status === 'held' ? CalendarCheck : CalendarX2,
    tone: one.status === 'held' ? 'good' : 'bad',
    text: t(one.status === 'held' ? 'held' : 'cancelled'),
    note: [`${dayInWords(one.date)} ${one.start}–${one.end}`, one.reason].filter(Boolean).join(DOT),
  });
  return <Timeline kinds={[]} happenings={counted.slice(0, SHOWN).map(inWords)} />;
}
