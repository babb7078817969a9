import type { RowRecord } from './effective-rows.ts';

/** Courses that a row adds to those that a student has passed: rows of a table of their own. */
export const COURSES_PASSED = 'coursesPassed';

/** True for a change of rows beside the record: courses passed, and guardians that are added. */
const isBeside = (field: string) => field === COURSES_PASSED || /^guardian\d/.test(field);

/** The changes of a row that are fields of its record, each before and after. */
export const ownChanges = (changes: RowRecord['changes']): [string, [unknown, unknown]][] =>
  Object.entries(changes ?? {}).filter(([field]) => !isBeside(field));
