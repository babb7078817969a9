import type { AcademicTerm } from './academic-terms.ts';
import { isTermOf } from './current-term.ts';

type Begun = Pick<AcademicTerm, '_id' | 'startDate' | 'branchIds'>;

const isOfSameBranches = (
  { branchIds: own }: Pick<Begun, 'branchIds'>,
  { branchIds: others }: Pick<Begun, 'branchIds'>,
) => own.length === others.length && own.every((id) => others.includes(id));

/**
 * The term of this branch that began last before `term`, with which its results are compared;
 * without a branch the last one of the same branches, because another branch is no time before.
 */
export const termBefore = <Term extends Begun>(
  terms: readonly Term[],
  term: Pick<Begun, 'startDate' | 'branchIds'>,
  branchId: string | undefined,
): Term | undefined =>
  terms
    .filter(
      (one) =>
        one.startDate < term.startDate &&
        (branchId === undefined ? isOfSameBranches(one, term) : isTermOf(one, branchId)),
    )
    .toSorted((a, b) => (a.startDate < b.startDate ? 1 : -1))[0];
