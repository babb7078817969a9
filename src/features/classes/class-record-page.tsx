import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { paths } from '#src/lib/paths.ts';
import { loadWords } from '#src/lib/text/i18n.ts';
import { ClassForm } from './class-form.tsx';

// A new class needs nothing of it.
const ClassView = lazy(async () => {
  const [{ ClassView: View }] = await Promise.all([
    import('./class-view.tsx'),
    loadWords(['record', 'class-page']),
  ]);
  return { default: View };
});

/** Adds a class, or shows the one whose id is in the address. */
export function ClassRecordPage() {
  const { t } = useTranslation('shell');
  const [params] = useSearchParams();
  const id = params.get('id');
  if (id !== null)
    return (
      <Suspense fallback={<PageHeader title={t('page.editClass')} back={paths.allocateClasses} />}>
        <ClassView key={id} id={id} />
      </Suspense>
    );
  return (
    <>
      <PageHeader title={t('page.addClass')} back={paths.allocateClasses} />
      <ClassForm saved={undefined} />
    </>
  );
}
