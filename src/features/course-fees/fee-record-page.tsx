import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { courseFeesList } from '#contract/courses/course-fees-list.ts';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { useRecordTitle } from '#src/components/page/use-record-title.ts';
import { paths } from '#src/lib/paths.ts';
import { useRecord } from '#src/lib/request/resource.ts';
import { FeeForm } from './fee-form.tsx';
import { DISCOUNTS } from './fee-tabs.tsx';

const DiscountRecord = lazy(async () => ({
  default: (await import('./discount-record.tsx')).DiscountRecord,
}));

/** The page of a price, or of a discount rule if the address says so. */
export function FeeRecordPage() {
  const [params] = useSearchParams();
  if (params.get('view') !== DISCOUNTS) return <FeeRecord />;
  return (
    <Suspense>
      <DiscountRecord id={params.get('id')} />
    </Suspense>
  );
}

/** Adds a price to the course in the address, or changes the price whose id is there. */
function FeeRecord() {
  const { t } = useTranslation(['courses', 'shell']);
  const [params] = useSearchParams();
  const id = params.get('id');
  const record = useRecord(courseFeesList, id);
  const title = useRecordTitle(t(id === null ? 'shell:page.addFee' : 'shell:page.editFee'), record);
  const course = record.status === 'ready' ? record.row.courseId : params.get('course');
  const back = course === null ? paths.courseFee : `${paths.courseFee}?course=${course}`;
  return (
    <>
      <PageHeader title={title} back={back} />
      <RecordStates record={record} failed={t('failed.fee.one')} back={back}>
        {(fee) => <FeeForm key={fee?._id} fee={fee} courseId={course ?? undefined} list={back} />}
      </RecordStates>
    </>
  );
}
