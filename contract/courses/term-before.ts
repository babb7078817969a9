import type { AcademicTerm } from './academic-terms.ts';
import { isTermOf } from './current-term.ts';

type Begun = Pick<AcademicTerm, '_id' | 'startDate' | 'branchIds'>;

/** The term of this branch that began last before `term`, with which its results are compared. */
export const termBefore = <Term extends Begun>(
  terms: readonly Term[],
  term: Pick<Begun, 'startDate'>,
  branchId: string | undefined,
): Term | undefined =>
  terms
    .filter((one) => isTermOf(one, branchId) && one.startDate < term.startDate)
    .toSorted((a, b) => (a.startDate < b.startDate ? 1 : -1))[0];
