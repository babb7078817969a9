import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { academicReport } from '#contract/classes/academic-sums.ts';
import type { AcademicRow } from '#contract/reports/academic-report.ts';
import { academicTermsList } from '#contract/courses/academic-terms-list.ts';
import { currentTerm } from '#contract/courses/current-term.ts';
import { termBefore } from '#contract/courses/term-before.ts';
import { dayInLaos } from '#contract/dates.ts';
import type { ReportProgress } from '#contract/reports/reports.ts';
import { api } from '#src/lib/request/api.ts';
import { asOfOf } from '#src/lib/request/as-of.ts';
import { readProgress } from '#src/lib/request/streamed-answer.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';

/**
 * All terms, newest first, the one in the address or else the current one, and the one before it.
 */
export function useReportTerm(asked: string | null) {
  const branchId = useSelectedBranchId();
  const { rows } = useCachedList(academicTermsList, { sort: '-startDate', quiet: true });
  const terms = rows ?? [];
  const term =
    terms.find(({ _id }) => _id === asked) ?? currentTerm(terms, branchId, dayInLaos()) ?? terms[0];
  return { terms, term, before: term && termBefore(terms, term, branchId) };
}

/**
 * The rows of one term, for the selected branch (docs/figures.md, "Figure 26: results"). While they
 * load, the number of classes is known and loading can be cancelled.
 */
export function useAcademicRows(termId: string | undefined) {
  const branchId = useSelectedBranchId();
  const client = useQueryClient();
  const [progress, setProgress] = useState<ReportProgress>();
  const query = { termId: termId ?? '', ...(branchId !== undefined && { branchId }) };
  const queryKey = [academicReport.name, query];
  const { data, error, refetch, fetchStatus } = useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      setProgress(undefined);
      return api.send(
        'GET',
        academicReport.path,
        { query, signal, quiet: true },
        async (response) => ({
          answer: await readProgress<ReportProgress, AcademicRow[]>(response, setProgress),
          asOf: asOfOf(response),
        }),
      );
    },
    enabled: termId !== undefined,
    meta: { persist: false },
  });
  const isLoading = termId === undefined || fetchStatus === 'fetching';
  return {
    data: data?.answer,
    asOf: data?.asOf,
    error,
    query,
    progress,
    isLoading,
    refetch: () => void refetch(),
    cancel: () => void client.cancelQueries({ queryKey }),
  };
}
