import { ArrowLeftRight, CalendarCheck, CalendarX2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classesList } from '#contract/classes/classes-list.ts';
import type { ClassSession } from '#contract/classes/classes.ts';
import { addDays, mondayOf } from '#contract/dates.ts';
import { teachersList } from '#contract/people/teachers-list.ts';
import type { Teacher } from '#contract/people/teachers.ts';
import { DOT } from '#contract/words/dot.ts';
import { PanelSkeleton } from '#src/components/kit/form-skeleton.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { LineSkeleton } from '#src/components/kit/skeleton.tsx';
import { Edge, RowEntry, RowList } from '#src/components/record/rows.tsx';
import { Figure, FigureStrip } from '#src/components/record/strip.tsx';
import { Timeline, type Happening } from '#src/components/record/timeline.tsx';
import { useClassParts } from '#src/entities/class/class-parts.ts';
import { useTimesInWords } from '#src/entities/class/class-words.ts';
import { useLessonsOfTeacher } from '#src/entities/class/lesson-queries.ts';
import { nextLesson, useDayInWords, vientianeNow } from '#src/entities/class/lesson-words.ts';
import { byTime, useNotes } from '#src/entities/person/history.ts';
import { NoteAct } from '#src/entities/person/note-act.tsx';
import { editPath, paths } from '#src/lib/paths.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { today } from '#src/lib/text/today.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';

/** The classes that the teacher has now. */
function useClassesOf(teacherId: string) {
  const { rows } = useCachedList(classesList, { sort: 'startDate', quiet: true });
  return rows?.filter(
    (one) =>
      (one.teacherId === teacherId || one.assistantIds.includes(teacherId)) &&
      (one.status === 'open' || one.status === 'running'),
  );
}

const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** The hours of lessons, half hours included. */
export function hoursIn(lessons: readonly ClassSession[]): number {
  const sum = lessons.reduce((total, { start, end }) => total + minutes(end) - minutes(start), 0);
  return Math.round(sum / 30) / 2;
}

/** The hours of the lessons of this week. */
function hoursOf(lessons: readonly ClassSession[]): number {
  const monday = mondayOf(today());
  return hoursIn(
    lessons.filter(
      ({ date, status }) =>
        date >= monday &&
        date <= addDays(monday, 6) &&
        (status === 'scheduled' || status === 'held'),
    ),
  );
}

/** The week of one teacher. */
export const timetablePath = (teacherId: string) =>
  `${paths.classOverview}?${new URLSearchParams({ teacher: teacherId }).toString()}`;

/** The course of a class, or "class" while the classes are not known. */
export function useCourseOfClass(): (classId: string) => string {
  const { t } = useTranslation('record');
  const { rows } = useCachedList(classesList, { sort: 'startDate', quiet: true });
  const { courseName } = useClassParts();
  return (classId) => {
    const courseId = rows?.find(({ _id }) => _id === classId)?.courseId;
    return courseId === undefined ? t('class') : courseName(courseId);
  };
}

/** The figures of a teacher: hours of the week, classes, next lesson. */
export function TeacherStrip({ teacher }: { teacher: Teacher }) {
  const { t } = useTranslation(['record', 'teachers']);
  const { data: lessons, error } = useLessonsOfTeacher(teacher._id);
  const classes = useClassesOf(teacher._id);
  const parts = useClassParts();
  const dayInWords = useDayInWords();
  const next = nextLesson(lessons, vientianeNow());
  const classOf = (id: string) => classes?.find(({ _id }) => _id === id);
  const wait = error ? <span>–</span> : <LineSkeleton width="60%" height="20px" />;
  const students = classes?.reduce((sum, one) => sum + one.seatsTaken, 0) ?? 0;
  const nextClass = next && classOf(next.classId);
  return (
    <FigureStrip label={t('figures')}>
      <Figure isLarge label={t('hoursOfWeek')} to={timetablePath(teacher._id)}>
        {lessons ? <bdi dir="ltr">{hoursOf(lessons)}</bdi> : wait}
      </Figure>
      <Figure isLarge label={t('places')} note={classes && t('students', { n: students })}>
        {classes ? formatNumber(classes.length) : wait}
      </Figure>
      <Figure
        label={t('nextLesson')}
        to={next && editPath(paths.classOverview, next.classId)}
        note={[
          nextClass && parts.courseName(nextClass.courseId),
          next?.roomId && parts.rooms.get(next.roomId)?.name,
        ]
          .filter(Boolean)
          .join(DOT)}
      >
        {lessons === undefined ? (
          wait
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

/** The classes of the teacher, each with its seats. */
export function TeacherClasses({ teacher }: { teacher: Teacher }) {
  const { t } = useTranslation('record');
  const classes = useClassesOf(teacher._id);
  const parts = useClassParts();
  const times = useTimesInWords();
  if (!classes) return <PanelSkeleton />;
  return (
    <Panel
      title={t('places')}
      tools={
        <LinkButton look="text" to={timetablePath(teacher._id)}>
          {t('timetable')}
        </LinkButton>
      }
    >
      {classes.length === 0 ? (
        <PanelText isMuted>
          <span>{t('noClasses')}</span>
        </PanelText>
      ) : (
        <RowList>
          {classes.map((one) => (
            <RowEntry
              key={one._id}
              name={`${parts.courseName(one.courseId)}${DOT}${times(one.slots)}`}
              to={editPath(paths.classOverview, one._id)}
              sign={<Edge isDone={false} />}
              note={
                <>
                  {one.roomId && `${parts.rooms.get(one.roomId)?.name ?? ''}${DOT}`}
                  <bdi dir="ltr">{one.classCode}</bdi>
                </>
              }
            >
              <bdi dir="ltr">
                <b>{one.seatsTaken}</b> / {one.capacity}
              </bdi>
            </RowEntry>
          ))}
        </RowList>
      )}
    </Panel>
  );
}

type Kind = 'lessons' | 'notes';

/** The lessons of the last two weeks and the notes, newest first. */
export function TeacherTimeline({ teacher }: { teacher: Teacher }) {
  const { t } = useTranslation('record');
  const { data, error } = useLessonsOfTeacher(teacher._id);
  const courseOf = useCourseOfClass();
  const dayInWords = useDayInWords();
  const notes = useNotes(teachersList, teacher._id);
  if (!data) return error ? null : <PanelSkeleton rows={5} />;
  const inWords = (one: ClassSession): Happening<Kind> => {
    const course = courseOf(one.classId);
    const isOff = one.status === 'cancelled';
    return {
      id: one._id,
      at: one.date,
      kind: 'lessons',
      icon: isOff ? CalendarX2 : one.isSubstitute ? ArrowLeftRight : CalendarCheck,
      tone: isOff ? 'bad' : one.isSubstitute ? 'wait' : 'good',
      text: t(isOff ? 'lessonOff' : one.isSubstitute ? 'stoodIn' : 'lessonHeld', { course }),
      note: `${dayInWords(one.date)} ${one.start}–${one.end}`,
    };
  };
  const lessons = data
    .filter(({ status }) => status === 'held' || status === 'cancelled')
    .toSorted((a, b) => `${b.date} ${b.start}`.localeCompare(`${a.date} ${a.start}`))
    .map(inWords);
  return (
    <Timeline
      tools={<NoteAct resource={teachersList} row={teacher} />}
      kinds={[
        { value: 'lessons', label: t('lessons') },
        { value: 'notes', label: t('notes') },
      ]}
      happenings={byTime<Kind>([...lessons, ...notes])}
    />
  );
}
