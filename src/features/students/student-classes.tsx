import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { attendancePercent } from '#contract/classes/attendance.ts';
import type { StudentSummary } from '#contract/people/student-summary.ts';
import type { StudentRecord } from '#contract/people/students.ts';
import { DOT } from '#contract/words/dot.ts';
import { PanelSkeleton } from '#src/components/kit/form-skeleton.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Mark } from '#src/components/kit/mark.tsx';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { Edge, RowEntry, RowList } from '#src/components/record/rows.tsx';
import { useTimesInWords } from '#src/entities/class/class-words.ts';
import { placeTone } from '#src/entities/enrolment/place.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { useStudentSummary } from './student-queries.ts';
import { useCourseName } from '#src/entities/class/lesson-words.ts';

/** A class with its times, the student's attendance, and the newest score. */
function ClassNow({ one }: { one: StudentSummary['classes'][number] }) {
  const { t } = useTranslation(['people', 'class-page']);
  const times = useTimesInWords();
  const courseOf = useCourseName();
  const { present, late, absent, makeup } = one.attendance;
  const percent = attendancePercent(one.attendance);
  const attended = present + late + makeup;
  return (
    <RowEntry
      name={`${courseOf(one)}${DOT}${times(one.slots)}`}
      to={editPath(paths.classOverview, one._id)}
      sign={<Edge isDone={false} />}
      note={
        <>
          <bdi dir="ltr">{one.classCode}</bdi>
          {DOT}
          {percent === null
            ? t('summary.noMarks')
            : t('summary.attended', {
                n: attended,
                of: attended + absent,
                percent: formatNumber(percent),
              })}
        </>
      }
    >
      <Mark tone={placeTone(one.status)} label={t(`class-page:roster.statuses.${one.status}`)} />
      {one.lastScore && (
        <small>
          {t('summary.lastScore', {
            name: one.lastScore.name,
            score: formatNumber(one.lastScore.score),
            of: formatNumber(one.lastScore.maxScore),
          })}
        </small>
      )}
    </RowEntry>
  );
}

/** The classes that the student is in or waits for. */
export function StudentClasses({ student }: { student: StudentRecord }) {
  const { t } = useTranslation(['people', 'record']);
  const { data, error } = useStudentSummary(student._id);
  const mayEnrol = useCan('orders:write') && !student.archived;
  if (!data) return error ? null : <PanelSkeleton />;
  return (
    <Panel
      title={t('summary.classes')}
      tools={
        mayEnrol && (
          <LinkButton
            look="text"
            icon={Plus}
            to={`${paths.newEnrollment}?${new URLSearchParams({ who: student.studentCode }).toString()}`}
          >
            {t('record:enrol')}
          </LinkButton>
        )
      }
    >
      {data.classes.length === 0 ? (
        <PanelText isMuted>
          <span>{t('summary.noClass')}</span>
        </PanelText>
      ) : (
        <RowList>
          {data.classes.map((one) => (
            <ClassNow key={one.enrolmentId} one={one} />
          ))}
        </RowList>
      )}
    </Panel>
  );
}
