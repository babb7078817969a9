import { useCallback, useMemo } from 'react';
import { branchesList } from '#contract/centre/branches-list.ts';
import type { Branch } from '#contract/centre/branches.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { useStore, type AppState } from '#src/lib/store.ts';
import { branchNameIn } from '#src/lib/text/branch-name.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';

const none: readonly Branch[] = [];

/**
 * The chosen branch: a superadmin's choice in the header, where undefined means all branches;
 * everybody else's own.
 */
function selectedBranchId({ user, branch }: AppState): string | undefined {
  return seesAllBranches(user.role) ? branch.branchData?._id : user.userData?.branchId;
}

/**
 * The branch that every list, board and figure shows; `undefined` shows all branches. The server
 * enforces the scope in any case.
 */
export const useSelectedBranchId = (): string | undefined => useStore(selectedBranchId);

/**
 * The initial branch of a new record: the selected one or, while all are shown, the person's own.
 */
export const useNewRecordBranchId = (): string =>
  useStore((state) => selectedBranchId(state) ?? state.user.userData?.branchId ?? '');

type OfBranches = {
  branchId?: string | null;
  homeBranchId?: string;
  branchIds?: readonly string[];
};

/**
 * True if a record belongs to the selected branch. A record without a branch belongs to all of
 * them.
 */
export function isOfBranch(
  { branchId, homeBranchId, branchIds = [] }: OfBranches,
  selected: string | undefined,
): boolean {
  const own = [branchId, homeBranchId, ...branchIds].filter(
    (id) => id !== undefined && id !== null,
  );
  return selected === undefined || own.length === 0 || own.includes(selected);
}

/** The rows of a list in the selected branch. */
export function useOfSelectedBranch<Row>(
  rows: readonly Row[] | undefined,
): readonly Row[] | undefined {
  const selected = useSelectedBranchId();
  return useMemo(
    () => rows?.filter((row) => isOfBranch(row as OfBranches, selected)),
    [rows, selected],
  );
}

/** The filters of a paged list, limited to the selected branch. */
export function useBranchFilters(
  filters: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const branchId = useSelectedBranchId();
  return useMemo(
    () => (branchId === undefined ? filters : { ...filters, branchId }),
    [filters, branchId],
  );
}

/**
 * The branches that a superadmin chooses from in a form; none for anybody else. `nameOf` names the
 * branch of a row, and exists only while rows of several branches are shown.
 */
export function useBranchChoice() {
  const isWide = useStore(({ user }) => seesAllBranches(user.role));
  const showsAll = useSelectedBranchId() === undefined;
  const language = useLanguage();
  const { rows } = useCachedList(branchesList, { sort: 'branchName', quiet: true });
  const shown = isWide && rows ? rows : none;
  const options = useMemo(
    () => shown.map((branch) => ({ value: branch._id, label: branchNameIn(branch, language) })),
    [shown, language],
  );
  const nameOf = useCallback(
    (id: string) => options.find(({ value }) => value === id)?.label ?? '',
    [options],
  );
  return { options, nameOf: isWide && showsAll ? nameOf : undefined };
}
