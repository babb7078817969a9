import { ClipboardCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classesList } from '#contract/classes/classes-list.ts';
import type { SchoolClass } from '#contract/classes/classes.ts';
import { DOT } from '#contract/words/dot.ts';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { BarPrimary } from '#src/components/page/bar-primary.tsx';
import { Mark } from '#src/components/kit/mark.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { RecordHead } from '#src/components/record/record-head.tsx';
import { RecordSkeleton } from '#src/components/record/record-skeleton.tsx';
import { useKeptRecord } from '#src/components/record/use-kept-record.ts';
import { useKnownRow } from '#src/components/record/use-known-row.ts';
import { ClassLessons, ClassStrip } from '#src/entities/class/class-lessons.tsx';
import { useClassParts } from '#src/entities/class/class-parts.ts';
import { useTimesInWords } from '#src/entities/class/class-words.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { ClassActions } from './class-actions.tsx';
import { toneOf } from './class-columns.tsx';
import { ClassForm } from './class-form.tsx';

/** A class, read first: seats, attendance, next lesson, and its times, room and teacher. */
export function ClassView({ id }: { id: string }) {
  const { t } = useTranslation(['classes', 'shell', 'record']);
  const { record, locked } = useKeptRecord(classesList, id);
  const row = record.status === 'ready' ? record.row : undefined;
  const tapped = useKnownRow<SchoolClass>(classesList, id);
  const known = row ?? tapped;
  const parts = useClassParts();
  const times = useTimesInWords();
  const mayTake = useCan('attendance:write') && row?.status === 'running';
  const term = known && parts.terms.get(known.termId);
  return (
    <>
      <RecordHead
        title={
          known
            ? [parts.courseName(known.courseId) || known.classCode, times(known.slots)]
                .filter(Boolean)
                .join(DOT)
            : t('shell:page.editClass')
        }
        back={paths.allocateClasses}
        face={{ fileId: null, name: known?.classCode ?? '' }}
        mark={known && <Mark tone={toneOf[known.status]} label={t(`state.${known.status}`)} />}
        under={
          known && [
            known.roomId && parts.rooms.get(known.roomId)?.name,
            parts.teacherName(known.teacherId),
            term?.name,
            <bdi key="code" dir="ltr">
              {known.classCode}
            </bdi>,
          ]
        }
      >
        {row && (
          <>
            <ClassActions row={row} />
            {mayTake && (
              <BarPrimary>
                <LinkButton
                  look="solid"
                  icon={ClipboardCheck}
                  to={`${editPath(paths.classOverview, row._id)}&tab=attendance`}
                >
                  {t('record:takeAttendance')}
                </LinkButton>
              </BarPrimary>
            )}
          </>
        )}
      </RecordHead>
      <RecordStates
        record={record}
        failed={t('failed.one')}
        back={paths.allocateClasses}
        skeleton={<RecordSkeleton hasTabs={false} />}
      >
        {() =>
          row && (
            <>
              <ClassStrip row={row} />
              <ClassForm saved={row} locked={locked} aside={<ClassLessons row={row} />} />
            </>
          )
        }
      </RecordStates>
    </>
  );
}
