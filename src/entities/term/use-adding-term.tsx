import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { seesAllBranches } from '#contract/roles.ts';
import type { Adding } from '#src/components/fields/add-inline.tsx';
import { useStore } from '#src/lib/store.ts';

const AddTerm = lazy(async () => ({ default: (await import('./add-term.tsx')).AddTerm }));

/**
 * Adds a term from a form that chooses one: for all branches, or for the only one that the person
 * may write for.
 */
export function useAddingTerm(): Adding {
  const { t } = useTranslation('shell');
  const isWide = useStore(({ user }) => seesAllBranches(user.role));
  const own = useStore(({ user }) => user.userData?.branchId);
  const branchIds = isWide || own === undefined ? [] : [own];
  return {
    label: t('page.addTerm'),
    action: 'academic-terms:write',
    dialog: (props) => <AddTerm {...props} branchIds={branchIds} />,
  };
}
