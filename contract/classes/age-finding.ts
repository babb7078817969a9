import type { Course } from '#contract/courses/courses.ts';
import type { Finding } from './enrolling.ts';
import { checkWeights } from './enrolments.ts';
import { ageOn } from '#contract/dates.ts';

/** A copy on a device has the year of a birthday. */
const YEAR_LENGTH = 4;

/**
 * The objection to a student born on `dateOfBirth` in a class of `course`, by their age when they
 * begin: today, or on the day of the first session of the class if that is later. If only the year
 * is known, there is none as long as the age may fit.
 */
export function ageFinding(
  { minAge, maxAge }: Pick<Course, 'minAge' | 'maxAge'>,
  dateOfBirth: string | null,
  days: { startDate: string; today: string },
): Finding | undefined {
  if (dateOfBirth === null) return undefined;
  const age = ageOn(dateOfBirth, days.startDate > days.today ? days.startDate : days.today);
  const atLeast = dateOfBirth.length > YEAR_LENGTH ? age : age - 1;
  const isFine = age >= (minAge ?? 0) && atLeast <= (maxAge ?? Infinity);
  return isFine ? undefined : { check: 'age', weight: checkWeights.age, age, minAge, maxAge };
}
