import { useTranslation } from 'react-i18next';
import type { StudentPlaces } from '#contract/classes/enrolment-page.ts';
import { LeftToRight } from '#src/components/kit/left-to-right.tsx';
import { Panel } from '#src/components/kit/panel.tsx';
import { Edge, RowEntry, RowList } from '#src/components/record/rows.tsx';
import { useCourseName } from '#src/entities/class/lesson-words.ts';

/**
 * The courses that a student passed before BranchDesk; nothing without one. A copy on a device from
 * before they were known has none.
 */
export function PassedBefore({ courses }: { courses: StudentPlaces['passedBefore'] | undefined }) {
  const { t } = useTranslation('record');
  const courseOf = useCourseName();
  if (!courses || courses.length === 0) return null;
  return (
    <Panel title={t('passedBefore')} count={courses.length}>
      <RowList>
        {courses.map(({ courseId, code, nameEn, nameLo }) => (
          <RowEntry
            key={courseId}
            name={courseOf({ courseEn: nameEn, courseLo: nameLo })}
            sign={<Edge isDone />}
            note={<LeftToRight>{code}</LeftToRight>}
          />
        ))}
      </RowList>
    </Panel>
  );
}
