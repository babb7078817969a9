import { Banknote, IdCard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { ageOn } from '#contract/dates.ts';
import { studentsList } from '#contract/people/students-list.ts';
import type { Student, StudentRecord } from '#contract/people/students.ts';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Mark } from '#src/components/kit/mark.tsx';
import { BarPrimary } from '#src/components/page/bar-primary.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { RecordHead } from '#src/components/record/record-head.tsx';
import { RecordSkeleton } from '#src/components/record/record-skeleton.tsx';
import { useKnownRow } from '#src/components/record/use-known-row.ts';
import { familyPath } from '#src/entities/order/order-path.ts';
import { BarCall } from '#src/entities/person/bar-call.tsx';
import { MergedState } from '#src/entities/person/merged-state.tsx';
import { studentTones } from '#src/entities/person/person-words.ts';
import { RecordActions } from '#src/entities/person/record-actions.tsx';
import { studentCardsPath } from '#src/entities/report/report-paths.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { useRecordDetail } from '#src/lib/request/resource.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { today } from '#src/lib/text/today.ts';
import { StudentForm } from './student-form.tsx';
import { StudentClasses } from './student-classes.tsx';
import { StudentStrip } from './student-strip.tsx';
import { StudentTabs } from './student-tabs.tsx';
import { StudentTimeline } from './student-timeline.tsx';

const merge = { action: 'students:merge', edit: paths.editStudent } as const;

/** The person to call about a student: the main contact, the payer, or the student. */
function toCall({ guardians, phone }: StudentRecord) {
  const reachable = guardians.filter((one) => one.phone !== '');
  const first =
    reachable.find(({ isPrimaryContact }) => isPrimaryContact) ??
    reachable.find(({ isPayer }) => isPayer) ??
    reachable[0];
  return first ?? (phone === '' ? undefined : { phone, relation: 'student' as const });
}

function Acts({ student }: { student: StudentRecord }) {
  const { t } = useTranslation(['record', 'people']);
  const navigate = useNavigate();
  const mayPay = useCan('orders:write') && student.mergedIntoId === null;
  const called = toCall(student);
  const payer = student.guardians.find(({ isPayer }) => isPayer)?.parentId ?? student._id;
  return (
    <>
      {called && (
        <BarCall phone={called.phone} short={t('call.student')}>
          {t(`call.${called.relation}`)}
        </BarCall>
      )}
      {mayPay && (
        <BarPrimary>
          <LinkButton look="solid" icon={Banknote} to={familyPath(payer, 'pay')}>
            {t('takePayment')}
          </LinkButton>
        </BarPrimary>
      )}
      <RecordActions
        resource={studentsList}
        row={student}
        merge={merge}
        acts={[
          {
            icon: IdCard,
            text: t('people:cards'),
            run: () => void navigate(studentCardsPath({ ids: [student._id] })),
          },
        ]}
      />
    </>
  );
}

/** A student, read first: what the family owes, classes, lessons, the person and what happened. */
export function StudentView({ id }: { id: string }) {
  const { t } = useTranslation(['people', 'shell']);
  const record = useRecordDetail<StudentRecord>(studentsList, id);
  const student = record.status === 'ready' ? record.row : undefined;
  const tapped = useKnownRow<Student>(studentsList, id);
  const known = student ?? tapped;
  const nameOf = usePersonName();
  return (
    <>
      <RecordHead
        title={known ? nameOf(known) : t('shell:page.editStudent')}
        back={paths.students}
        face={{ fileId: student?.photoFileId ?? null, name: known ? nameOf(known) : '' }}
        mark={
          known && <Mark tone={studentTones[known.status]} label={t(`statuses.${known.status}`)} />
        }
        under={
          known && [
            known.nickname,
            known.dateOfBirth !== null &&
              t('summary.age', { count: ageOn(known.dateOfBirth, today()) }),
            <bdi key="code" dir="ltr">
              {known.studentCode}
            </bdi>,
          ]
        }
      >
        {student && <Acts student={student} />}
      </RecordHead>
      <RecordStates
        record={record}
        failed={t('students.failed.one')}
        back={paths.students}
        skeleton={<RecordSkeleton />}
      >
        {() =>
          student &&
          (student.mergedIntoId ? (
            <MergedState to={editPath(paths.editStudent, student.mergedIntoId)} />
          ) : (
            <>
              <StudentStrip student={student} />
              <StudentTabs student={student}>
                <StudentForm
                  student={student}
                  reads={{ before: <StudentClasses student={student} /> }}
                  aside={<StudentTimeline student={student} />}
                />
              </StudentTabs>
            </>
          ))
        }
      </RecordStates>
    </>
  );
}
