import { Banknote } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { coursesList } from '#contract/courses/courses-list.ts';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { useRecordTitle } from '#src/components/page/use-record-title.ts';
import { paths } from '#src/lib/paths.ts';
import { useRecord } from '#src/lib/request/resource.ts';
import { CourseForm } from './course-form.tsx';

/** Adds a course, or changes the one whose id is in the address, with a link to its prices. */
export function CourseRecordPage() {
  const { t } = useTranslation(['courses', 'shell']);
  const [params] = useSearchParams();
  const id = params.get('id');
  const record = useRecord(coursesList, id);
  const title = useRecordTitle(
    t(id === null ? 'shell:page.addCourse' : 'shell:page.editCourse'),
    record,
  );
  return (
    <>
      <PageHeader title={title} back={paths.courses}>
        {record.status === 'ready' && (
          <LinkButton icon={Banknote} to={`${paths.courseFee}?course=${record.row._id}`}>
            {t('fees')}
          </LinkButton>
        )}
      </PageHeader>
      <RecordStates record={record} failed={t('failed.course.one')} back={paths.courses}>
        {(course) => <CourseForm course={course} />}
      </RecordStates>
    </>
  );
}
