import type { Chance } from '#server/seed/chance.ts';
import { isOfAge } from '#server/seed/of-age.ts';

/**
 * For each past term: the number of enrolments per hundred now, and the share of families that had
 * joined by then, in their order.
 */
const terms = [
  { places: 86, cameBy: 0.9 },
  { places: 72, cameBy: 0.82 },
  { places: 58, cameBy: 0.74 },
] as const;
export const PAST_TERMS: number = terms.length;

/**
 * The course that a student took a term before, and the percentage of students who were enrolled
 * then.
 */
const before: Record<string, { course: string; percent: number }> = {
  'KID-1': { course: 'KID-1', percent: 34 },
  'KID-2': { course: 'KID-1', percent: 92 },
  'ENG-A1': { course: 'KID-2', percent: 55 },
  'ENG-A2': { course: 'ENG-A1', percent: 90 },
  'ENG-B1': { course: 'ENG-A2', percent: 92 },
  'CHN-H1': { course: 'CHN-H1', percent: 40 },
  IELTS: { course: 'ENG-B1', percent: 90 },
};
/** Courses of students who did not continue. */
const leaving = [
  ['KID-1', 4],
  ['KID-2', 2],
  ['ENG-A1', 6],
  ['ENG-A2', 3],
  ['ENG-B1', 2],
  ['CHN-H1', 3],
] as const satisfies readonly (readonly [string, number])[];
const DROPPED_PERCENT = 28;

export type Sat = { studentId: string; course: string; termsAgo: number; dropped: boolean };
type Student = { _id: string; isGone: boolean; birthday: string | null };

/** Gives each student at most one class at a time of the week. */
function seats(patternOf: (course: string) => number) {
  const taken = new Set<string>();
  return (studentId: string, course: string) => {
    const key = `${studentId} ${patternOf(course)}`;
    if (taken.has(key)) return false;
    taken.add(key);
    return true;
  };
}

type Now = { studentId: string; course: string };
type Branch = {
  students: readonly Student[];
  now: readonly Now[];
  patternOf: (course: string) => number;
  chance: Chance;
  /** The first days of the terms, the latest first. */
  starts: readonly string[];
};

/**
 * Plans the enrolments of past terms backwards from now: most students of a level were in the one
 * below, the others were new; and in every term some did not continue. Students are in the order in
 * which they joined.
 */
export function planPast({ students, now, patternOf, chance, starts }: Branch): Sat[] {
  const rank = new Map(students.map(({ _id }, at) => [_id, at / students.length]));
  const birthdays = new Map(students.map(({ _id, birthday }) => [_id, birthday]));
  const sitting = new Set(now.map(({ studentId }) => studentId));
  const sat: Sat[] = [];
  let later: readonly Now[] = now;
  terms.forEach(({ places, cameBy }, index) => {
    const sits = seats(patternOf);
    const fits = (studentId: string, course: string) =>
      isOfAge(course, birthdays.get(studentId) ?? null, starts[index] ?? '');
    const came = (studentId: string) => (rank.get(studentId) ?? 1) < cameBy;
    const stayed = later.flatMap(({ studentId, course }): Now[] => {
      const earlier = before[course];
      if (!earlier || !came(studentId) || !chance.percent(earlier.percent)) return [];
      // A student of the wrong age for the level below repeated this one.
      const level = [earlier.course, course].find((one) => fits(studentId, one));
      return level !== undefined && sits(studentId, level) ? [{ studentId, course: level }] : [];
    });
    const wanted = Math.round((now.length * places) / 100);
    const free = students
      .filter(({ _id }) => came(_id) && !sitting.has(_id))
      .toSorted((a, b) => Number(b.isGone) - Number(a.isGone));
    const left = free
      .slice(0, Math.max(wanted - stayed.length, Math.ceil(wanted / 6)))
      .map(({ _id }): Now => ({
        studentId: _id,
        course: chance.weighted(leaving.filter(([course]) => fits(_id, course))),
      }));
    for (const { studentId } of left) sitting.add(studentId);
    const termsAgo = index + 1;
    sat.push(
      ...stayed.map((one) => ({ ...one, termsAgo, dropped: false })),
      ...left.map((one) => ({ ...one, termsAgo, dropped: chance.percent(DROPPED_PERCENT) })),
    );
    later = [...stayed, ...left];
  });
  return sat;
}
