import { UserSearch } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { paths } from '#src/lib/paths.ts';

const PlaceRecord = lazy(async () => ({
  default: (await import('./place-record.tsx')).PlaceRecord,
}));
const StudentRecord = lazy(async () => ({
  default: (await import('./student-record.tsx')).StudentRecord,
}));

/** The page of an enrolment, or of a student for reading, depending on the address. */
export function EnrolmentPage() {
  const { t } = useTranslation('enrolment');
  const [params] = useSearchParams();
  const [id, student] = [params.get('id'), params.get('student')];
  if (id !== null || student !== null) {
    return (
      <Suspense fallback={<PageHeader title={t('title')} back={paths.manageEnrollment} />}>
        {id !== null ? (
          <PlaceRecord key={id} id={id} />
        ) : (
          <StudentRecord key={student} id={student ?? ''} />
        )}
      </Suspense>
    );
  }
  return (
    <>
      <PageHeader title={t('title')} back={paths.manageEnrollment} />
      <EmptyState icon={UserSearch} title={t('none')} text={t('noneHint')}>
        <LinkButton to={paths.manageEnrollment}>{t('toPending')}</LinkButton>
      </EmptyState>
    </>
  );
}
