import type { StudentInput } from '#contract/people/students.ts';
import type { FieldError } from '#contract/field-errors.ts';
import { formatPhone } from '#contract/people/phone.ts';
import type { RowValues } from '#server/desk/imports/import-kind.ts';
import { plainDigits } from '#contract/words/typed-number.ts';
import { readStudentRow } from '#server/desk/imports/read-students.ts';
import type { Cells } from '#server/desk/moving-in/effective-rows.ts';
import type { MovingRowCheck } from '#server/desk/moving-in/row-check.ts';
import { writtenPhones } from '#server/desk/moving-in/written-phones.ts';
import { relationWords } from '#server/lib/sheets/choice-words.ts';
import { headingKey } from '#server/lib/sheets/heading-key.ts';
import { parseChoice } from '#server/lib/sheets/parse-values.ts';
import type { MovedGuardian } from '#server/people/students/added-students.ts';

export type ReadMovingStudent = Omit<StudentInput, 'guardians'> & { guardians: MovedGuardian[] };

/** Stands for a surname that is missing while the row is read by the schema of the form. */
const NO_SURNAME = '-';
/** Stands for the guardians of a student who is there already. */
const kept: Cells = {
  guardian1FirstName: NO_SURNAME,
  guardian1LastName: NO_SURNAME,
  guardian1Phone: '020 0000 0000',
  guardian1Relation: 'other',
};
const fieldsOfPhones = ['phone', 'guardian1Phone', 'guardian2Phone'] as const;
/** Columns of second phones, with the first one of the same person. */
const secondPhones = [
  ['guardian1Phone2', 'guardian1Phone'],
  ['guardian2Phone2', 'guardian2Phone'],
] as const;

/** The column of each surname with that of the name beside it. */
const surnames = [
  ['lastName', 'firstName'],
  ['guardian1LastName', 'guardian1FirstName'],
  ['guardian2LastName', 'guardian2FirstName'],
] as const;

const surname = (text: string) => (text === NO_SURNAME ? '' : text);

const JOINED = /(?<=\p{L}\p{M}*)[\u200B-\u200D\u2060](?=\p{L})/u;

/** Two words that an invisible letter joins may be a name and a surname. */
function askAboutJoined(row: MovingRowCheck, name: string): void {
  if (JOINED.test(name)) row.fail('fullName', 'nameJoined', [name.replace(JOINED, ' ')]);
}

/** Each phone column with its first number; the second goes to the person, others to the note. */
function phonesOf(row: MovingRowCheck, values: Cells) {
  const first: Cells = {};
  const second: Record<string, string> = {};
  const others: string[] = [];
  for (const field of fieldsOfPhones) {
    const text = values[field] ?? '';
    if (text === '') continue;
    const { phones, unread } = writtenPhones(text);
    const [one, two, ...more] = phones;
    if (unread.length > 0) row.fail(field, 'phoneInvalid');
    first[field] = one === undefined ? text : formatPhone(one);
    if (two !== undefined && field === 'phone') more.unshift(two);
    else if (two !== undefined) second[field] = two;
    others.push(...more.map(formatPhone));
  }
  for (const [field, of] of secondPhones) {
    const text = values[field] ?? '';
    const { phones, unread } = writtenPhones(text);
    if (text !== '' && unread.length > 0) row.fail(field, 'phoneInvalid');
    const all = [...(second[of] === undefined ? [] : [second[of]]), ...phones];
    const [one, ...more] = all;
    if (one !== undefined) second[of] = one;
    others.push(...more.map(formatPhone));
  }
  return { first, second, others };
}

/** The guardian whom the column of the payer names: by number, relation, name or phone. */
function payerIn(row: MovingRowCheck, guardians: readonly MovedGuardian[]): number {
  const text = row.text('payer');
  const number = /^(?:guardian|parent|ຜູ້ປົກຄອງ)?\s*([12])$/iu.exec(plainDigits(text))?.[1];
  if (number !== undefined && guardians[Number(number) - 1]) return Number(number) - 1;
  const relation = parseChoice(text, relationWords, 'en');
  const key = headingKey(text);
  const [phone] = writtenPhones(text).phones;
  const fits = guardians.flatMap((guardian, at) => {
    const names = [guardian.firstName, `${guardian.firstName} ${surname(guardian.lastName)}`];
    const isNamed = names.some((name) => headingKey(name) === key);
    const isRelated = 'value' in relation && relation.value === guardian.relation;
    const isCalled = phone !== undefined && formatPhone(phone) === formatPhone(guardian.phone);
    return isNamed || isRelated || isCalled ? [at] : [];
  });
  const [only, other] = fits;
  if (only !== undefined && other === undefined) return only;
  const choices = guardians.map((_guardian, at) => `Guardian ${at + 1}`);
  row.fail('payer', `oneOf:${choices.join(', ')}`, choices);
  return 0;
}

/** The guardian who pays is the one that the row names, else the father, else the first one. */
function withPayer(row: MovingRowCheck, guardians: readonly MovedGuardian[]): MovedGuardian[] {
  const father = guardians.findIndex(({ relation }) => relation === 'father');
  const isNamed = row.text('payer') !== '' && guardians.length > 0;
  const payer = isNamed ? payerIn(row, guardians) : Math.max(0, father);
  return guardians.map((guardian, at) => ({ ...guardian, isPayer: at === payer }));
}

/** Reads the student of a row; surnames may be missing, and phones are as people write them. */
export function readMovingStudent(
  row: MovingRowCheck,
  { branchId, today, isKnown }: { branchId: string; today: string; isKnown: boolean },
): ReadMovingStudent | undefined {
  const { homeBranch: _branch, studentCode: _code, rowId: _key, ...cells } = row.values;
  const { first, second, others } = phonesOf(row, cells);
  const { payer: _payer, guardian1Phone2: _one, guardian2Phone2: _two, ...values } = cells;
  const names: Cells = {};
  for (const [last, first] of surnames)
    if ((values[last] ?? '') === '' && (values[first] ?? '') !== '') names[last] = NO_SURNAME;
  if (names['lastName'] !== undefined) askAboutJoined(row, values['firstName'] ?? '');
  // A sheet of present students says nothing about prospects.
  const status = values['status'] ?? '';
  const note = [values['note'], ...others].filter(Boolean).join(' · ');
  // A student who is there keeps the guardians; the row need not repeat them.
  const isWithout = isKnown && (values['guardian1FirstName'] ?? '') === '';
  const known = isWithout ? kept : {};
  const read = readStudentRow(
    {
      ...values,
      ...first,
      ...names,
      ...known,
      note,
      status: status === '' ? 'active' : status,
    } as RowValues,
    { branchId, language: 'en', today },
  );
  if ('problems' in read) {
    for (const [field, error] of Object.entries(read.problems))
      row.fail(field === 'firstName' ? 'fullName' : field, error as FieldError);
    return undefined;
  }
  const { guardians: found, ...student } = read.input;
  const guardians = isWithout ? [] : found;
  const seconds = fieldsOfPhones.slice(1).map((field) => second[field] ?? '');
  const isSecondOnly = (values['guardian1Phone'] ?? '') === '' && found.length === 1;
  return {
    ...student,
    lastName: surname(student.lastName),
    guardians: withPayer(
      row,
      guardians.map(({ parentId: _none, ...guardian }, at) => ({
        ...guardian,
        lastName: surname(guardian.lastName),
        phone2: seconds[isSecondOnly ? 1 : at] ?? '',
      })),
    ),
  };
}
