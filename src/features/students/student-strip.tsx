import { useTranslation } from 'react-i18next';
import { attendancePercent } from '#contract/classes/attendance.ts';
import type { StudentSummary } from '#contract/people/student-summary.ts';
import type { StudentRecord } from '#contract/people/students.ts';
import { DOT } from '#contract/words/dot.ts';
import { Money } from '#src/components/kit/money.tsx';
import { LineSkeleton } from '#src/components/kit/skeleton.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { AttendanceMarks, Figure, FigureStrip } from '#src/components/record/strip.tsx';
import { useTimesInWords } from '#src/entities/class/class-words.ts';
import { placePath } from '#src/entities/enrolment/place.ts';
import { familyPath } from '#src/entities/order/order-path.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { useCourseName, useDayInWords } from '#src/entities/class/lesson-words.ts';
import { useStudentSummary } from './student-queries.ts';

/** What the family owes, for people who may see it. */
function Owed({ student, summary }: { student: StudentRecord; summary: StudentSummary }) {
  const { t } = useTranslation('people');
  const owed = summary.payers.reduce((sum, { owedLAK }) => sum + owedLAK, 0);
  const credit = summary.payers.reduce((sum, { creditLAK }) => sum + creditLAK, 0);
  const payer =
    summary.payers.find(({ owedLAK }) => owedLAK > 0)?._id ??
    student.guardians.find(({ isPayer }) => isPayer)?.parentId ??
    student._id;
  return (
    <Figure
      isLarge
      label={t('summary.owed')}
      to={familyPath(payer)}
      note={credit > 0 ? t('summary.credit', { sum: formatNumber(credit) }) : undefined}
    >
      <Money amount={owed} currency="LAK" />
    </Figure>
  );
}

function Lessons({ summary }: { summary: StudentSummary }) {
  const { t } = useTranslation('record');
  const [first] = summary.classes;
  const counts = { present: 0, late: 0, excused: 0, absent: 0, makeup: 0 };
  for (const { attendance } of summary.classes)
    for (const status of Object.keys(counts) as (keyof typeof counts)[])
      counts[status] += attendance[status];
  const percent = attendancePercent(counts);
  const attended = counts.present + counts.late + counts.makeup;
  const marks = summary.timeline.flatMap((one) => (one.kind === 'lesson' ? one.status : []));
  return (
    <Figure
      isLarge={percent !== null}
      label={t('attendance')}
      to={first && placePath(first.enrolmentId)}
      note={
        percent !== null &&
        t('attended', { n: formatNumber(attended), of: formatNumber(attended + counts.absent) })
      }
    >
      {percent === null ? (
        t('noLessonYet')
      ) : (
        <>
          <bdi dir="ltr">{formatNumber(Math.round(percent))} %</bdi>
          <AttendanceMarks marks={marks.toReversed()} />
        </>
      )}
    </Figure>
  );
}

function Next({ next }: Pick<StudentSummary, 'next'>) {
  const { t } = useTranslation('record');
  const nameOf = usePersonName();
  const dayInWords = useDayInWords();
  if (next === null) return <Figure label={t('nextLesson')}>{t('noneSet')}</Figure>;
  return (
    <Figure
      label={t('nextLesson')}
      to={editPath(paths.classOverview, next.classId)}
      note={[next.room, next.teacher && nameOf(next.teacher)].filter(Boolean).join(DOT)}
    >
      <bdi>
        {dayInWords(next.date)} {next.start}
      </bdi>
    </Figure>
  );
}

/** The four figures of a student: debt of the family, class, attendance, next lesson. */
export function StudentStrip({ student }: { student: StudentRecord }) {
  const { t } = useTranslation(['record', 'people']);
  const { data, error, refetch } = useStudentSummary(student._id);
  const times = useTimesInWords();
  const courseOf = useCourseName();
  const seesMoney = useCan('family-accounts:read');
  if (error && !data)
    return (
      <LoadFailed
        error={error}
        failed={t('people:summary.failed')}
        onRetry={() => void refetch()}
      />
    );
  const [first, ...others] = data?.classes ?? [];
  const wait = <LineSkeleton width="60%" height="20px" />;
  return (
    <FigureStrip label={t('people:summary.title')}>
      {seesMoney &&
        (data ? (
          <Owed student={student} summary={data} />
        ) : (
          <Figure label={t('people:summary.owed')}>{wait}</Figure>
        ))}
      <Figure
        label={t('class')}
        to={first && editPath(paths.classOverview, first._id)}
        note={
          first &&
          [times(first.slots), others.length > 0 && t('andMore', { n: others.length })]
            .filter(Boolean)
            .join(DOT)
        }
      >
        {data ? (first ? courseOf(first) : t('people:summary.noClass')) : wait}
      </Figure>
      {data ? <Lessons summary={data} /> : <Figure label={t('attendance')}>{wait}</Figure>}
      {data ? <Next next={data.next} /> : <Figure label={t('nextLesson')}>{wait}</Figure>}
    </FigureStrip>
  );
}
