import type { CancelPreview } from '#contract/classes/class-changes.ts';

/** The choice for each student, by enrolment: the id of a class, or nothing for leaving. */
export type Chosen = Record<string, string>;

type Student = CancelPreview['students'][number];
type Preview = {
  students: readonly Pick<Student, 'enrolmentId' | 'money'>[];
  targets: readonly Pick<CancelPreview['targets'][number], '_id' | 'seatsLeft'>[];
};

/**
 * True if a student can go to a class. A student with charged tuition needs a class with a price
 * today.
 */
export const mayGo = ({ money }: Pick<Student, 'money'>, to: string): boolean =>
  to === '' || money === null || money.moves.some(({ toClassId }) => toClassId === to);

/** The same choice for all, as far as seats and prices allow; the others keep theirs. */
export function chosenForAll({ students, targets }: Preview, chosen: Chosen, to: string): Chosen {
  const seats = targets.find(({ _id }) => _id === to)?.seatsLeft ?? students.length;
  const others = students.filter(({ enrolmentId }) => (chosen[enrolmentId] ?? '') !== to);
  const going = others
    .filter((one) => mayGo(one, to))
    .slice(0, Math.max(0, seats - (students.length - others.length)));
  return { ...chosen, ...Object.fromEntries(going.map(({ enrolmentId }) => [enrolmentId, to])) };
}
