import { useQuery } from '@tanstack/react-query';
import { reportCards } from '#contract/classes/academic-sums.ts';
import type { ReportCard } from '#contract/reports/academic-report.ts';
import { api } from '#src/lib/request/api.ts';
import { timed } from '#src/lib/request/as-of.ts';

/** A class, or a student over all terms. */
export type CardsOf = { classId: string } | { studentId: string };

/** The report cards of a class or a student, with the time they are of. */
export const useReportCards = (of: CardsOf) =>
  useQuery({
    queryKey: [reportCards.name, of],
    queryFn: ({ signal }) =>
      api.send('GET', reportCards.path, { query: of, signal, quiet: true }, timed<ReportCard[]>),
    meta: { persist: false },
  });
