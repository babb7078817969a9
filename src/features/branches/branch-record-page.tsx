import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { branchesList } from '#contract/centre/branches-list.ts';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { useRecordTitle } from '#src/components/page/use-record-title.ts';
import { paths } from '#src/lib/paths.ts';
import { useRecord } from '#src/lib/request/resource.ts';
import { BranchForm } from './branch-form.tsx';

/** Adds a branch, or changes the one whose id is in the address. */
export function BranchRecordPage() {
  const { t } = useTranslation(['branches', 'shell']);
  const [params] = useSearchParams();
  const id = params.get('id');
  const record = useRecord(branchesList, id);
  const title = useRecordTitle(
    t(id === null ? 'shell:page.addBranch' : 'shell:page.editBranch'),
    record,
  );
  return (
    <>
      <PageHeader title={title} back={paths.schoolBranch} />
      <RecordStates record={record} failed={t('failed.one')} back={paths.schoolBranch}>
        {(branch) => <BranchForm branch={branch} />}
      </RecordStates>
    </>
  );
}
