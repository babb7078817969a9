import type { GuardianInput, StudentInput } from '#contract/people/students.ts';
import type { FieldError } from '#contract/field-errors.ts';
import { familyKey } from '#server/people/parents/added-parents.ts';
import { readStudentRow } from '#server/desk/imports/read-students.ts';
import type { RowValues } from '#server/desk/imports/import-kind.ts';
import { OTHER_GUARDIANS } from '#server/desk/moving-in/columns.ts';
import type { KnownRecords } from '#server/desk/moving-in/known-records.ts';
import { guardianLike, type AskedGuardian } from '#server/desk/moving-in/like-guardians.ts';
import { askIfThere, yesOrNo } from '#server/desk/moving-in/like-people.ts';
import type { CheckedMovingRow, MovingRowCheck } from '#server/desk/moving-in/row-check.ts';

/** The numbers of the guardians of a row in the order in which they are read. */
const numbersOf = (row: MovingRowCheck): (1 | 2)[] =>
  ([1, 2] as const).filter((number) =>
    ['FirstName', 'LastName', 'Phone', 'Relation'].some(
      (part) => row.text(`guardian${number}${part}`) !== '',
    ),
  );

/**
 * Asks whether a guardian is the one who is there already, in the first row that names them; the
 * other rows of the same guardian wait for its answer. Gives the record that is used, or null.
 */
function linkOf(
  row: MovingRowCheck,
  known: KnownRecords,
  { guardian, field, name }: { guardian: GuardianInput; field: string; name: string },
): string | null {
  const key = familyKey(guardian);
  const before = known.guardians.answers.get(key);
  if (before !== undefined) {
    if (before.answer === null) row.waitFor(field, before.of);
    return before.answer === 'other' ? null : before.answer;
  }
  const found = guardianLike(known.guardians, guardian);
  if (!found) return null;
  const said = yesOrNo(row.text(field));
  const asked: AskedGuardian = {
    of: name,
    answer: said === 'no' ? found.id : said === 'yes' ? 'other' : null,
  };
  known.guardians.answers.set(key, asked);
  if (asked.answer === null)
    row.fail(field, `likeGuardian:${found.label}` as FieldError, ['no', 'yes']);
  return said === 'no' ? found.id : null;
}

/** A row of the list of one branch, which needs what the form of a student needs. */
export function checkListedStudent(row: MovingRowCheck, known: KnownRecords): CheckedMovingRow {
  const { rowId: _key, ...values } = row.values;
  const branchId = row.branch('homeBranch')?.id ?? row.id;
  const { today, language } = known;
  const read = readStudentRow(values as RowValues, { branchId, today, language });
  const name = [row.text('firstName'), row.text('lastName')].join(' ').trim();
  if ('problems' in read) {
    for (const [field, error] of Object.entries(read.problems)) row.fail(field, error);
    return row.result(name, { input: null });
  }
  const student: StudentInput = read.input;
  askIfThere(row, student, known);
  const numbers = numbersOf(row);
  const guardians = student.guardians.map((guardian, at) => {
    const field = OTHER_GUARDIANS[(numbers[at] ?? at + 1) === 2 ? 1 : 0];
    const parentId = linkOf(row, known, { guardian, field, name });
    const isOther = known.guardians.answers.get(familyKey(guardian))?.answer === 'other';
    return { ...guardian, phone2: '', parentId, askedIn: field, isOther };
  });
  return row.result(name, { input: { ...student, guardians, studentCode: '' } });
}
