import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { parentsList } from '#contract/people/parents-list.ts';
import type { ParentRecord } from '#contract/people/parents.ts';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { useRecordTitle } from '#src/components/page/use-record-title.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { useRecordDetail } from '#src/lib/request/resource.ts';
import { ParentForm } from './parent-form.tsx';
import { familyPath } from '#src/entities/order/order-path.ts';

// The form comes first; the other actions load with the record.
const MergedState = lazy(async () => ({
  default: (await import('#src/entities/person/merged-state.tsx')).MergedState,
}));
const RecordActions = lazy(async () => ({
  default: (await import('#src/entities/person/record-actions.tsx')).RecordActions,
}));

const merge = { action: 'parents:merge', edit: paths.editParent } as const;

/** Adds a parent, or changes the one whose id is in the address. */
export function ParentRecordPage() {
  const { t } = useTranslation(['people', 'shell']);
  const [params] = useSearchParams();
  const id = params.get('id');
  const record = useRecordDetail<ParentRecord>(parentsList, id);
  const title = useRecordTitle(
    t(id === null ? 'shell:page.addParent' : 'shell:page.editParent'),
    record,
  );
  return (
    <>
      <PageHeader title={title} back={paths.parents}>
        {id !== null && <LinkButton to={familyPath(id)}>{t('parents.account')}</LinkButton>}
        <Suspense>
          {record.status === 'ready' && (
            <RecordActions resource={parentsList} row={record.row} merge={merge} />
          )}
        </Suspense>
      </PageHeader>
      <RecordStates record={record} failed={t('parents.failed.one')} back={paths.parents}>
        {(parent) =>
          parent?.mergedIntoId ? (
            <MergedState to={editPath(paths.editParent, parent.mergedIntoId)} />
          ) : (
            <ParentForm key={parent && `${parent._id} ${parent.version}`} parent={parent} />
          )
        }
      </RecordStates>
    </>
  );
}
