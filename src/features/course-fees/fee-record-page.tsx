import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { courseFees } from '#contract/course-fees.ts';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { paths } from '#src/lib/paths.ts';
import { useRecord } from '#src/lib/resource.ts';
import { FeeForm } from './fee-form.tsx';

/** Adds a price to the course in the address, or changes the price whose id is there. */
export function FeeRecordPage() {
  const { t } = useTranslation('shell');
  const [params] = useSearchParams();
  const id = params.get('id');
  const record = useRecord(courseFees, id);
  const course = record.status === 'ready' ? record.row.courseId : params.get('course');
  const back = course === null ? paths.courseFee : `${paths.courseFee}?course=${course}`;
  return (
    <>
      <PageHeader title={t(id === null ? 'page.addFee' : 'page.editFee')} back={back} />
      <RecordStates record={record} failed="feeFetch" back={back}>
        {(fee) => <FeeForm key={fee?._id} fee={fee} courseId={course ?? undefined} list={back} />}
      </RecordStates>
    </>
  );
}
