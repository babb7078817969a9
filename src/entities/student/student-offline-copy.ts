import { ageOn } from '#contract/dates.ts';
import { studentsList } from '#contract/people/students-list.ts';
import type { Student, StudentLookupRow } from '#contract/people/students.ts';
import { studentLookup } from '#contract/people/student-words.ts';
import { today } from '#src/lib/text/today.ts';
import type { Lookup } from '#src/offline/lists/lookup.ts';

/** Fields that a copy does not hold are empty; the list tells the person that it is a copy. */
const unknown = {
  owedLAK: 0,
  attendance: null,
  photoFileId: null,
  currentSchool: '',
  archived: false,
  version: 1,
  createdAt: '',
  updatedAt: '',
};

/** A copy on the device has the year of a birthday. */
const YEAR_LENGTH = 4;

function isWithin(
  birthday: string | null,
  { minAge, maxAge }: Readonly<Record<string, string>>,
): boolean {
  if (minAge === undefined && maxAge === undefined) return true;
  if (birthday === null) return false;
  const age = ageOn(birthday, today());
  // Of the year alone nobody knows if the birthday is still to come.
  const atLeast = birthday.length > YEAR_LENGTH ? age : age - 1;
  return age >= Number(minAge ?? 0) && atLeast <= Number(maxAge ?? Number.POSITIVE_INFINITY);
}

/** The filters of the list on the copy, which holds no archived students. */
function keeps(row: StudentLookupRow, filters: Readonly<Record<string, string>>): boolean {
  const { status, branchId, source, archived, placed } = filters;
  // The copy does not know these; the list says so beside its filters.
  if (['owes', 'attendance', 'termId', 'courseId'].some((name) => name in filters)) return false;
  if (archived === 'true' || (source !== undefined && source !== row.source)) return false;
  if (placed !== undefined && (placed === 'yes') !== (row.classNow !== null)) return false;
  if (status !== undefined && !status.split(',').includes(row.status)) return false;
  return (
    (branchId === undefined || branchId === row.homeBranchId) && isWithin(row.dateOfBirth, filters)
  );
}

/** Finds students in the copy on the device while the server does not answer. */
export const lookup: Lookup<StudentLookupRow, Student> = {
  list: studentLookup,
  searchIn: [...studentsList.search, 'guardians'],
  toRow: ({ guardians: _guardians, contact, ...row }) => ({
    ...row,
    ...unknown,
    contact: contact && { phone: `•••• ${contact.end}`, relation: contact.relation },
  }),
  keeps,
};
