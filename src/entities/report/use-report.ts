import type { DayRange } from '#src/lib/text/day-ranges.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addDays } from '#contract/dates.ts';
import {
  reports,
  type Comparison,
  type FigureKey,
  type ReportName,
} from '#contract/reports/report-words.ts';
import type { ReportAnswer, ReportProgress, ReportTable } from '#contract/reports/reports.ts';
import { api } from '#src/lib/request/api.ts';
import { asOfOf, earlier } from '#src/lib/request/as-of.ts';
import { readProgress } from '#src/lib/request/streamed-answer.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';
import type { ReportAddress } from './report-address.ts';

const DAY_MS = 86_400_000;
const MONTHS = 12;
const MONTH_LENGTH = 7;

const lastDayOf = (month: string) => addDays(monthAfter(month, 1), -1);
/** The first day of the month that is `count` months later. */
function monthAfter(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1))
    .toISOString()
    .slice(0, 'yyyy-mm-dd'.length);
}

/** The days to compare with: whole months for whole months, otherwise the same number of days. */
export function comparedRange({ from, to }: DayRange, compare: Comparison): DayRange | undefined {
  if (compare === 'none') return undefined;
  const isMonth =
    from.endsWith('-01') &&
    to === lastDayOf(from.slice(0, MONTH_LENGTH)) &&
    from.slice(0, MONTH_LENGTH) === to.slice(0, MONTH_LENGTH);
  if (isMonth) {
    const first = monthAfter(from.slice(0, MONTH_LENGTH), compare === 'previous' ? -1 : -MONTHS);
    return { from: first, to: lastDayOf(first.slice(0, MONTH_LENGTH)) };
  }
  if (compare === 'lastYear') return { from: yearBefore(from), to: yearBefore(to) };
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return { from: addDays(from, -days), to: addDays(to, -days) };
}

/** 29 February does not exist a year before; the last day of that February replaces it. */
function yearBefore(day: string): string {
  const before = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return before.endsWith('02-29') ? before.replace('02-29', '02-28') : before;
}

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
