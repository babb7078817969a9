import type { AcademicRow } from '#contract/reports/academic-report.ts';
import type { ClassResult } from './assessments.ts';

// Sums of the academic report for screens. There is no schema here, so that screens do not load the
// library of schemas for it.

export const academicReport = {
  name: 'academic-report',
  path: '/academic-report',
  read: 'academic-report:read',
} as const;
export const reportCards = { name: 'report-cards', path: '/report-cards' } as const;

/** The number of students who passed, passed conditionally, failed, or are undecided. */
export type ResultSums = Record<ClassResult | 'undecided', number>;

export function sumResults(rows: readonly Pick<AcademicRow, 'result'>[]): ResultSums {
  const sums: ResultSums = { pass: 0, conditional: 0, fail: 0, undecided: 0 };
  for (const { result } of rows) sums[result ?? 'undecided'] += 1;
  return sums;
}

const BAND = 10;
const LAST_BAND = 90;

/**
 * The number of averages in each band of ten percent, lowest first; 100 belongs to the highest
 * band.
 */
export function averageBands(
  rows: readonly Pick<AcademicRow, 'average'>[],
): { from: number; count: number }[] {
  const bands = Array.from({ length: BAND }, (_band, at) => ({ from: at * BAND, count: 0 }));
  for (const { average } of rows) {
    const band =
      average === null
        ? undefined
        : bands[Math.min(LAST_BAND, Math.floor(average / BAND) * BAND) / BAND];
    if (band) band.count += 1;
  }
  return bands;
}
