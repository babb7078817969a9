import { useTranslation } from 'react-i18next';
import type { StudentRecord } from '#contract/people/students.ts';
import { DOT } from '#contract/words/dot.ts';
import { PanelSkeleton } from '#src/components/kit/form-skeleton.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { Edge, RowEntry, RowList } from '#src/components/record/rows.tsx';
import { Timeline } from '#src/components/record/timeline.tsx';
import { useCourseName } from '#src/entities/class/lesson-words.ts';
import { PassedBefore } from '#src/entities/enrolment/passed-before.tsx';
import { PlaceRows } from '#src/entities/enrolment/place-rows.tsx';
import { placePath } from '#src/entities/enrolment/place.ts';
import { familyPath } from '#src/entities/order/order-path.ts';
import { showDay } from '#src/lib/text/day.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { useStudentClasses, useStudentSummary } from './student-queries.ts';
import { useHappenings } from './student-timeline.tsx';

type Of = { student: StudentRecord };

function Nothing({ text }: { text: string }) {
  return (
    <PanelText isMuted>
      <span>{text}</span>
    </PanelText>
  );
}

/** The classes of the student with their attendance, newest first; each leads to the place. */
export function PlacesPart({ student, title }: Of & { title: string }) {
  const { t } = useTranslation('record');
  const { data, error, refetch } = useStudentClasses(student._id, true);
  if (!data)
    return error ? (
      <LoadFailed error={error} failed={t('loadFailed')} onRetry={() => void refetch()} />
    ) : (
      <PanelSkeleton rows={5} />
    );
  return (
    <Stack>
      <Panel title={title} count={data.places.length}>
        {data.places.length === 0 ? (
          <Nothing text={t('noClassesYet')} />
        ) : (
          <RowList>
            <PlaceRows places={data.places} />
          </RowList>
        )}
      </Panel>
      <PassedBefore courses={data.passedBefore} />
    </Stack>
  );
}

/** The newest orders and payments for the student; the account of the family has them all. */
export function PaymentsPart({ student }: Of) {
  const { t } = useTranslation('record');
  const { data } = useStudentSummary(student._id);
  const happenings = useHappenings(student);
  const payer = student.guardians.find(({ isPayer }) => isPayer)?.parentId ?? student._id;
  if (!data) return <PanelSkeleton rows={5} />;
  return (
    <Timeline
      title={t('payments')}
      tools={
        <LinkButton look="text" to={familyPath(payer)}>
          {t('wholeAccount')}
        </LinkButton>
      }
      kinds={[]}
      happenings={happenings.filter(({ kind }) => kind === 'money')}
    />
  );
}

/** The newest lessons of the student with their marks. */
export function AttendancePart({ student }: Of) {
  const { t } = useTranslation('record');
  const { data } = useStudentSummary(student._id);
  const happenings = useHappenings(student);
  if (!data) return <PanelSkeleton rows={5} />;
  const [first] = data.classes;
  return (
    <Timeline
      title={t('attendance')}
      tools={
        first && (
          <LinkButton look="text" to={placePath(first.enrolmentId)}>
            {t('allLessons')}
          </LinkButton>
        )
      }
      kinds={[]}
      happenings={happenings.filter(({ kind }) => kind === 'lessons')}
    />
  );
}

/** The scores of the student, newest first; each leads to its place. */
export function ScoresPart({ student }: Of) {
  const { t } = useTranslation('record');
  const { data } = useStudentSummary(student._id);
  const courseOf = useCourseName();
  if (!data) return <PanelSkeleton rows={5} />;
  return (
    <Panel title={t('scores')}>
      {data.scores.length === 0 ? (
        <Nothing text={t('noScores')} />
      ) : (
        <RowList>
          {data.scores.map((one) => (
            <RowEntry
              key={one._id}
              name={one.name}
              to={placePath(one.enrolmentId)}
              sign={<Edge isDone={false} />}
              note={
                <>
                  {[courseOf(one), one.date !== null && showDay(one.date)]
                    .filter(Boolean)
                    .map((part) => `${String(part)}${DOT}`)}
                  <bdi dir="ltr">{one.classCode}</bdi>
                </>
              }
            >
              <b>
                {t('score', { score: formatNumber(one.score), of: formatNumber(one.maxScore) })}
              </b>
            </RowEntry>
          ))}
        </RowList>
      )}
    </Panel>
  );
}
