import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { branches } from '#contract/branches.ts';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { paths } from '#src/lib/paths.ts';
import { useRecord } from '#src/lib/resource.ts';
import { BranchForm } from './branch-form.tsx';

/** Adds a branch, or changes the one whose id is in the address. */
export function BranchRecordPage() {
  const { t } = useTranslation('shell');
  const [params] = useSearchParams();
  const id = params.get('id');
  const record = useRecord(branches, id);
  return (
    <>
      <PageHeader title={t(id === null ? 'page.addBranch' : 'page.editBranch')} back={paths.schoolBranch} />
      <RecordStates record={record} failed="branchFetch" back={paths.schoolBranch}>
        {(branch) => <BranchForm branch={branch} />}
      </RecordStates>
    </>
  );
}
