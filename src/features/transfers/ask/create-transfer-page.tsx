import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { paths } from '#src/lib/paths.ts';

const ChoosePlace = lazy(async () => ({
  default: (await import('./choose-place.tsx')).ChoosePlace,
}));
const AskedTransfer = lazy(async () => ({
  default: (await import('./asked-transfer.tsx')).AskedTransfer,
}));

/** Create transfer request: moves an existing enrolment to another class. */
export function CreateTransferPage() {
  const { t } = useTranslation(['shell', 'common']);
  const [params] = useSearchParams();
  const enrolmentId = params.get('enrolmentId');
  return (
    <>
      <PageHeader title={t('shell:page.createTransfer')} back={paths.transferClass} />
      <Suspense fallback={<p role="status">{t('common:loading')}</p>}>
        {enrolmentId === null ? (
          <ChoosePlace />
        ) : (
          <AskedTransfer key={enrolmentId} enrolmentId={enrolmentId} />
        )}
      </Suspense>
    </>
  );
}
