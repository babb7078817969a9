import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { classesList } from '#contract/classes/classes-list.ts';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { paths } from '#src/lib/paths.ts';
import { useRecord } from '#src/lib/request/resource.ts';
import { ClassForm } from './class-form.tsx';

// The form comes first; the other actions load with the record.
const ClassActions = lazy(async () => ({
  default: (await import('./class-actions.tsx')).ClassActions,
}));

/** Adds a class, or changes the one whose id is in the address. */
export function ClassRecordPage() {
  const { t } = useTranslation(['classes', 'shell']);
  const [params] = useSearchParams();
  const id = params.get('id');
  const record = useRecord(classesList, id);
  const row = record.status === 'ready' ? record.row : undefined;
  return (
    <>
      <PageHeader
        title={
          row
            ? `${t('shell:page.editClass')} · ${row.classCode}`
            : t(id === null ? 'shell:page.addClass' : 'shell:page.editClass')
        }
        back={paths.allocateClasses}
      >
        <Suspense>{row && <ClassActions row={row} />}</Suspense>
      </PageHeader>
      <RecordStates record={record} failed={t('failed.one')} back={paths.allocateClasses}>
        {(saved) => <ClassForm key={saved && `${saved._id} ${saved.version}`} saved={saved} />}
      </RecordStates>
    </>
  );
}
