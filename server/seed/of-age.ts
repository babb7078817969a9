import { sql, type SQL } from 'drizzle-orm';
import { ageOn } from '#contract/dates.ts';
import { demoCourses } from './demo-courses.ts';

/** True if a person is of the right age for a demo course on its first day. */
export function isOfAge(code: string, birthday: string | null, day: string): boolean {
  const ages = demoCourses.find((course) => course.code === code)?.ages;
  if (!ages || birthday === null) return true;
  const age = ageOn(birthday, day);
  return age >= ages[0] && age <= ages[1];
}

/**
 * The same as an SQL condition on the rows `student` and `course`, or another alias of the course.
 */
export const ofAgeOn = (day: string, course = 'course'): SQL =>
  sql.raw(
    `
      coalesce(
        extract(year from age(${day}, student.date_of_birth)) between coalesce(${course}.min_age, 0)
          and coalesce(${course}.max_age, 200), true
      )`,
  );
