import { UserSearch } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { PageState } from '#src/components/page/page-state.tsx';
import { paths } from '#src/lib/paths.ts';
import controls from '#src/theme/controls.module.css';

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
      <PageState icon={UserSearch} title={t('none')} text={t('noneHint')}>
        <Link className={controls.button} to={paths.manageEnrollment}>
          {t('toPending')}
        </Link>
      </PageState>
    </>
  );
}
