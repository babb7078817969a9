import { useTranslation } from 'react-i18next';
import { seesAllBranches } from '#contract/roles.ts';
import { useStore } from '#src/lib/store.ts';

/** The code of the selected branch, or "All" when no branch is selected. */
export function BranchCode({ className }: { className: string | undefined }) {
  const { t } = useTranslation('shell');
  const { user, branch } = useStore();
  if (!branch.branchData && !seesAllBranches(user.role)) return null;
  return <span className={className}>{branch.branchData?.code ?? t('branch.allShort')}</span>;
}
