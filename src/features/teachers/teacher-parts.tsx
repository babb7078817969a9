import { useTranslation } from 'react-i18next';
import type { ClassSession } from '#contract/classes/classes.ts';
import { addDays, mondayOf } from '#contract/dates.ts';
import type { Teacher } from '#contract/people/teachers.ts';
import { DOT } from '#contract/words/dot.ts';
import { PanelSkeleton } from '#src/components/kit/form-skeleton.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { SmallTable } from '#src/components/kit/small-table.tsx';
import { Edge, RowEntry, RowList } from '#src/components/record/rows.tsx';
import { useClassParts } from '#src/entities/class/class-parts.ts';
import { useLessonsOfTeacher } from '#src/entities/class/lesson-queries.ts';
import { useDayInWords, vientianeNow } from '#src/entities/class/lesson-words.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { showDay } from '#src/lib/text/day.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { hoursIn, timetablePath, useCourseOfClass } from './teacher-lessons.tsx';

/** The lessons of the next two weeks, the nearest first. */
export function TimetablePart({ teacher }: { teacher: Teacher }) {
  const { t } = useTranslation('record');
  const { data } = useLessonsOfTeacher(teacher._id);
  const courseOf = useCourseOfClass();
  const parts = useClassParts();
  const dayInWords = useDayInWords();
  if (!data) return <PanelSkeleton rows={5} />;
  const { day } = vientianeNow();
  const soon = data
    .filter(({ date, status }) => date >= day && status === 'scheduled')
    .toSorted((a, b) => `${a.date} ${a.start}`.localeCompare(`${b.date} ${b.start}`));
  return (
    <Panel
      title={t('lessonsSoon')}
      count={soon.length}
      tools={
        <LinkButton look="text" to={timetablePath(teacher._id)}>
          {t('timetable')}
        </LinkButton>
      }
    >
      {soon.length === 0 ? (
        <PanelText isMuted>
          <span>{t('noneSet')}</span>
        </PanelText>
      ) : (
        <RowList>
          {soon.map((one) => (
            <RowEntry
              key={one._id}
              name={`${dayInWords(one.date)}\u00a0${one.start}–${one.end}`}
              to={editPath(paths.classOverview, one.classId)}
              sign={<Edge isDone={false} />}
              note={[courseOf(one.classId), one.roomId && parts.rooms.get(one.roomId)?.name]
                .filter(Boolean)
                .join(DOT)}
            />
          ))}
        </RowList>
      )}
    </Panel>
  );
}

const counted = {
  held: 'hoursTaught',
  scheduled: 'hoursPlanned',
  cancelled: 'cancelledLessons',
} as const satisfies Partial<Record<ClassSession['status'], string>>;
const statuses = Object.keys(counted) as (keyof typeof counted)[];

/** The hours of the last weeks and the next ones. */
export function HoursPart({ teacher }: { teacher: Teacher }) {
  const { t } = useTranslation('record');
  const { data } = useLessonsOfTeacher(teacher._id);
  if (!data) return <PanelSkeleton rows={5} />;
  const weeks = [...new Set(data.map(({ date }) => mondayOf(date)))].toSorted();
  return (
    <Panel title={t('hours')}>
      <SmallTable>
        <thead>
          <tr>
            <th scope="col">{t('week')}</th>
            {statuses.map((status) => (
              <th key={status} scope="col" data-end>
                {t(counted[status])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((monday) => {
            const own = data.filter(({ date }) => mondayOf(date) === monday);
            return (
              <tr key={monday}>
                <th scope="row">
                  <bdi dir="ltr">
                    {showDay(monday).slice(0, 5)}–{showDay(addDays(monday, 6)).slice(0, 5)}
                  </bdi>
                </th>
                {statuses.map((status) => (
                  <td key={status} data-end>
                    {formatNumber(hoursIn(own.filter((one) => one.status === status)))}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </SmallTable>
    </Panel>
  );
}
