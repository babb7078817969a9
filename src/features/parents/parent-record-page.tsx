import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { parentsList } from '#contract/people/parents-list.ts';
import type { Parent } from '#contract/people/parents.ts';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordWaiting } from '#src/components/record/record-waiting.tsx';
import { paths } from '#src/lib/paths.ts';
import { loadWords } from '#src/lib/text/i18n.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { ParentForm } from './parent-form.tsx';

// A new parent needs nothing of it.
const ParentView = lazy(async () => {
  const [{ ParentView: View }] = await Promise.all([
    import('./parent-view.tsx'),
    loadWords(['record', 'orders', 'family-account', 'class-page', 'classes']),
  ]);
  return { default: View };
});

/** Adds a parent, or shows the one whose id is in the address. */
export function ParentRecordPage() {
  const { t } = useTranslation('shell');
  const [params] = useSearchParams();
  const id = params.get('id');
  const nameOf = usePersonName();
  if (id !== null)
    return (
      <Suspense
        fallback={
          <RecordWaiting<Parent>
            list={parentsList}
            id={id}
            nameOf={nameOf}
            title={t('page.editParent')}
            back={paths.parents}
          />
        }
      >
        <ParentView key={id} id={id} />
      </Suspense>
    );
  return (
    <>
      <PageHeader title={t('page.addParent')} back={paths.parents} />
      <ParentForm parent={undefined} />
    </>
  );
}
