import type { AcademicTerm, TermStatus } from './academic-terms.ts';

// docs/domain.md, "Academic terms". The server and the screens read the same two functions, so no
// row has to be moved when a day begins.

type Pointed = Pick<
  AcademicTerm,
  '_id' | 'status' | 'startDate' | 'endDate' | 'branchIds' | 'currentUntil' | 'defaultFrom'
>;

const taught: readonly TermStatus[] = ['open', 'running'];
const over: readonly TermStatus[] = [...taught, 'closed'];

/** True for a term of this branch; without a branch for every term. */
export const isTermOf = ({ branchIds }: Pick<Pointed, 'branchIds'>, branchId?: string): boolean =>
  branchId === undefined || branchIds.length === 0 || branchIds.includes(branchId);

const latest = <Term extends Pointed>(
  terms: readonly Term[],
  day: 'startDate' | 'endDate',
): Term | undefined => terms.toSorted((a, b) => (a[day] < b[day] ? 1 : -1))[0];

/**
 * The current term of a branch: the one that a superadmin has fixed, else the open or running one
 * whose days hold today, else the last one that is over.
 */
export function currentTerm<Term extends Pointed>(
  terms: readonly Term[],
  branchId: string | undefined,
  today: string,
): Term | undefined {
  const own = terms.filter((term) => isTermOf(term, branchId));
  const alive = own.filter(({ status }) => taught.includes(status));
  return (
    latest(
      alive.filter(({ currentUntil }) => currentUntil !== null && currentUntil >= today),
      'startDate',
    ) ??
    latest(
      alive.filter(({ startDate, endDate }) => startDate <= today && today <= endDate),
      'startDate',
    ) ??
    latest(
      own.filter(({ status, endDate }) => over.includes(status) && endDate < today),
      'endDate',
    )
  );
}

/** The open and running terms with a day of becoming the default, the first day first. */
const defaults = <Term extends Pointed>(terms: readonly Term[], branchId: string | undefined) =>
  terms
    .filter(
      (term) =>
        isTermOf(term, branchId) && taught.includes(term.status) && (term.defaultFrom ?? '') !== '',
    )
    .toSorted((a, b) => ((a.defaultFrom ?? '') < (b.defaultFrom ?? '') ? -1 : 1));

/** The default term for enrolment in a branch: the last one whose day has come. */
export const enrolmentTerm = <Term extends Pointed>(
  terms: readonly Term[],
  branchId: string | undefined,
  today: string,
): Term | undefined =>
  defaults(terms, branchId).findLast(({ defaultFrom }) => (defaultFrom ?? '') <= today);

/** The term that becomes the default for enrolment next. */
export const nextEnrolmentTerm = <Term extends Pointed>(
  terms: readonly Term[],
  branchId: string | undefined,
  today: string,
): Term | undefined =>
  defaults(terms, branchId).find(({ defaultFrom }) => (defaultFrom ?? '') > today);
