import type { DayRange } from '#src/lib/text/day-ranges.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reports, type FigureKey, type ReportName } from '#contract/reports/report-words.ts';
import type { ReportAnswer, ReportProgress, ReportTable } from '#contract/reports/reports.ts';
import { api } from '#src/lib/request/api.ts';
import { asOfOf, earlier } from '#src/lib/request/as-of.ts';
import { readProgress } from '#src/lib/request/streamed-answer.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';
import type { ReportAddress } from './report-address.ts';

type Wanted = {
  name: ReportName;
  figures: readonly FigureKey[];
  address: ReportAddress;
  range: DayRange | undefined;
};

/**
 * The tables of some figures of a report. Each is fetched with its own groups from the address, so
 * a change of one grouping refetches only that table. Meanwhile the progress is reported, and
 * everything can be cancelled.
 */
export function useReport({ name, figures, address, range }: Wanted) {
  const branchId = useSelectedBranchId();
  const client = useQueryClient();
  const [progress, setProgress] = useState<ReportProgress>();
  const groupings = Object.fromEntries(
    figures.flatMap((figure) => (address.by(figure) ? [[figure, address.by(figure)]] : [])),
  );
  const queryKey = [reports.name, name, figures, branchId, range, address.narrowed, groupings];
  const { data, error, refetch, fetchStatus } = useQuery({
    queryKey,
    enabled: range !== undefined,
    meta: { persist: false },
    queryFn: async ({ signal }) => {
      const tables: ReportTable[] = [];
      let asOf: string | undefined;
      for (const figure of figures) {
        setProgress({ done: tables.length, total: figures.length });
        const query = { ...range, ...address.narrowed, branchId, figure, by: address.by(figure) };
        const answer = await api.send(
          'GET',
          `${reports.path}/${name}`,
          { query, signal, quiet: true },
          (response) => {
            asOf = earlier(asOf, asOfOf(response));
            return readProgress<ReportProgress, ReportAnswer>(response, setProgress);
          },
        );
        tables.push(...answer.tables);
      }
      return { tables, asOf };
    },
  });
  return {
    tables: data?.tables,
    asOf: data?.asOf,
    error,
    progress,
    isLoading: fetchStatus === 'fetching',
    refetch: () => void refetch(),
    cancel: () => void client.cancelQueries({ queryKey }),
  };
}
