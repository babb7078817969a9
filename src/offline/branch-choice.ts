import { useCallback, useMemo } from 'react';
import { branches, type Branch } from '#contract/branches.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { useStore } from '#src/lib/store.ts';
import { useLanguage } from '#src/lib/use-language.ts';
import { useCachedList } from './cached-list.ts';

const none: readonly Branch[] = [];

/** The branches a person may choose between, for filters and columns; none for somebody who works in one. */
export function useBranchChoice() {
  const isWide = useStore(({ user }) => seesAllBranches(user.role));
  const language = useLanguage();
  const { rows } = useCachedList(branches, { sort: 'branchName', quiet: true });
  const shown = isWide && rows ? rows : none;
  const options = useMemo(
    () => shown.map((branch) => ({ value: branch._id, label: (language === 'lo' && branch.branchNameLo) || branch.branchName })),
    [shown, language],
  );
  const nameOf = useCallback((id: string) => options.find(({ value }) => value === id)?.label ?? '', [options]);
  return { options, nameOf: isWide ? nameOf : undefined };
}
