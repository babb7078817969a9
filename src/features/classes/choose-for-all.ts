import type { CancelPreview } from '#contract/class-changes.ts';

/** The choice for each student, by enrolment: the id of a class, or nothing for leaving. */
export type Chosen = Record<string, string>;

type Preview = {
  students: readonly Pick<CancelPreview['students'][number], 'enrolmentId'>[];
  targets: readonly Pick<CancelPreview['targets'][number], '_id' | 'seatsLeft'>[];
};

/** The same choice for all as far as the seats go; the others keep theirs. */
export function chosenForAll({ students, targets }: Preview, chosen: Chosen, to: string): Chosen {
  const seats = targets.find(({ _id }) => _id === to)?.seatsLeft ?? students.length;
  const others = students.filter(({ enrolmentId }) => (chosen[enrolmentId] ?? '') !== to);
  const going = others.slice(0, Math.max(0, seats - (students.length - others.length)));
  return { ...chosen, ...Object.fromEntries(going.map(({ enrolmentId }) => [enrolmentId, to])) };
}
