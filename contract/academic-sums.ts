import type { AcademicRow } from './academic-report.ts';
import type { ClassResult } from './assessments.ts';

// What screens need of the academic report beside the types of its rows; no schema, so that they do
// not fetch the library of schemas for it.

export const academicReport = {
  name: 'academic-report',
  path: '/academic-report',
  read: 'academic-report:read',
} as const;
export const reportCards = { name: 'report-cards', path: '/report-cards' } as const;

/** How many passed, passed under a condition, failed, and are not decided. */
export type ResultSums = Record<ClassResult | 'undecided', number>;

export function sumResults(rows: readonly Pick<AcademicRow, 'result'>[]): ResultSums {
  const sums: ResultSums = { pass: 0, conditional: 0, fail: 0, undecided: 0 };
  for (const { result } of rows) sums[result ?? 'undecided'] += 1;
  return sums;
}

const BAND = 10;
const LAST_BAND = 90;

/** How many averages lie in each band of ten percent, lowest first; 100 belongs to the highest. */
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
