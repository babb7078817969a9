import type { CancelPreview } from '#contract/class-changes.ts';

/** Where each student goes, by the enrolment: the id of a class, or nothing for who leaves. */
export type Chosen = Record<string, string>;

type Preview = {
  students: readonly Pick<CancelPreview['students'][number], 'enrolmentId'>[];
  targets: readonly Pick<CancelPreview['targets'][number], '_id' | 'seatsLeft'>[];
};

/** The same for everybody as far as the seats go; for whom there is none left it stays what it was. */
export function chosenForAll({ students, targets }: Preview, chosen: Chosen, to: string): Chosen {
  const seats = targets.find(({ _id }) => _id === to)?.seatsLeft ?? students.length;
  const others = students.filter(({ enrolmentId }) => (chosen[enrolmentId] ?? '') !== to);
  const going = others.slice(0, Math.max(0, seats - (students.length - others.length)));
  return { ...chosen, ...Object.fromEntries(going.map(({ enrolmentId }) => [enrolmentId, to])) };
}
