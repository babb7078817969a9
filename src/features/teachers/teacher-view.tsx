import { CalendarPlus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { teachersList } from '#contract/people/teachers-list.ts';
import type { Teacher } from '#contract/people/teachers.ts';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Mark } from '#src/components/kit/mark.tsx';
import { BarPrimary } from '#src/components/page/bar-primary.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { RecordHead } from '#src/components/record/record-head.tsx';
import { RecordSkeleton } from '#src/components/record/record-skeleton.tsx';
import { useKeptRecord } from '#src/components/record/use-kept-record.ts';
import { useKnownRow } from '#src/components/record/use-known-row.ts';
import { BarCall } from '#src/entities/person/bar-call.tsx';
import { RecordActions } from '#src/entities/person/record-actions.tsx';
import { paths } from '#src/lib/paths.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { TeacherForm } from './teacher-form.tsx';
import { TeacherClasses, TeacherStrip, TeacherTimeline } from './teacher-lessons.tsx';
import { TeacherTabs } from './teacher-tabs.tsx';

// Rates are pay, and few people see them.
const TeacherRates = lazy(async () => ({
  default: (await import('#src/entities/teacher/teacher-rates.tsx')).TeacherRates,
}));

/** A teacher, read first: hours, classes, next lesson, and the person. */
export function TeacherView({ id }: { id: string }) {
  const { t } = useTranslation(['teachers', 'shell', 'record']);
  const { record, locked } = useKeptRecord(teachersList, id);
  const teacher = record.status === 'ready' ? record.row : undefined;
  const tapped = useKnownRow<Teacher>(teachersList, id);
  const known = teacher ?? tapped;
  const nameOf = usePersonName();
  const seesRates = useCan('teacher-rates:read');
  const mayAssign = useCan('classes:write');
  return (
    <>
      <RecordHead
        title={known ? nameOf(known) : t('shell:page.editTeacher')}
        back={paths.teachers}
        face={{ fileId: teacher?.photoFileId ?? null, name: known ? nameOf(known) : '' }}
        mark={known && <Mark on={known.status === 'active'} label={t(`state.${known.status}`)} />}
        under={
          known && [
            known.employmentType && t(`employment.${known.employmentType}`),
            <bdi key="code" dir="ltr">
              {known.teacherCode}
            </bdi>,
          ]
        }
      >
        {teacher && (
          <>
            {teacher.phone !== '' && (
              <BarCall phone={teacher.phone} short={t('record:call.student')}>
                {t('record:call.student')}
              </BarCall>
            )}
            {mayAssign && (
              <BarPrimary>
                <LinkButton look="solid" icon={CalendarPlus} to={paths.allocateTeachers}>
                  {t('record:assignClass')}
                </LinkButton>
              </BarPrimary>
            )}
            <RecordActions resource={teachersList} row={teacher} />
          </>
        )}
      </RecordHead>
      <RecordStates
        record={record}
        failed={t('failed.one')}
        back={paths.teachers}
        skeleton={<RecordSkeleton />}
      >
        {() =>
          teacher && (
            <>
              <TeacherStrip teacher={teacher} />
              <TeacherTabs teacher={teacher}>
                <TeacherForm
                  // What a copy lacks must not stay in the form once the record has come.
                  key={locked === undefined ? 'record' : 'copy'}
                  teacher={teacher}
                  locked={locked}
                  reads={{ before: <TeacherClasses teacher={teacher} /> }}
                  aside={
                    <>
                      <TeacherTimeline teacher={teacher} />
                      {seesRates && (
                        <Suspense>
                          <TeacherRates teacherId={teacher._id} />
                        </Suspense>
                      )}
                    </>
                  }
                />
              </TeacherTabs>
            </>
          )
        }
      </RecordStates>
    </>
  );
}
