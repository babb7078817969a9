import { useQuery } from '@tanstack/react-query';
import { academicReport } from '#contract/academic-sums.ts';
import type { AcademicRow } from '#contract/academic-report.ts';
import { academicTerms } from '#contract/lists/academic-terms.ts';
import { api } from '#src/lib/request/api.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';

/** The terms there are, newest first, and the one that the address asks for; without one the current term. */
export function useReportTerm(asked: string | null) {
  const { rows } = useCachedList(academicTerms, { sort: '-startDate', quiet: true });
  return { terms: rows ?? [], term: rows?.find(({ _id }) => _id === asked) ?? rows?.find(({ isCurrent }) => isCurrent) ?? rows?.[0] };
}

/** Figure 26 as its rows, of the branch that is shown. */
export function useAcademicRows(termId: string | undefined) {
  const branchId = useSelectedBranchId();
  const query = { termId: termId ?? '', ...(branchId !== undefined && { branchId }) };
  const answer = useQuery({
    queryKey: [academicReport.name, query],
    queryFn: ({ signal }) => api.get<AcademicRow[]>(academicReport.path, { query, signal, quiet: true }),
    enabled: termId !== undefined,
    meta: { persist: false },
  });
  return { ...answer, query };
}
