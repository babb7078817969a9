import type { StudentInput } from '#contract/people/students.ts';
import type { FieldError } from '#contract/field-errors.ts';
import { formatPhone } from '#contract/people/phone.ts';
import type { RowValues } from '#server/desk/imports/import-kind.ts';
import { plainDigits } from '#contract/words/typed-number.ts';
import { readStudentRow } from '#server/desk/imports/read-students.ts';
import type { Cells } from '#server/desk/moving-in/effective-rows.ts';
import type { MovingRowCheck } from '#server/desk/moving-in/row-check.ts';
import type { ProvinceCode } from '#contract/people/provinces.ts';
import { withoutRelationWords } from '#server/desk/moving-in/relation-words.ts';
import { writtenPhones } from '#server/desk/moving-in/written-phones.ts';
import { relationWords } from '#server/lib/sheets/choice-words.ts';
import { headingKey } from '#server/lib/sheets/heading-key.ts';
import { parseChoice } from '#server/lib/sheets/parse-values.ts';
import type { MovedGuardian } from '#server/people/students/added-students.ts';
import { NOTE_PARTS } from './added-notes.ts';
import {
  asFirstTwo,
  columnOfPair,
  furtherPairs,
  GUARDIAN_NUMBERS,
  isOfFurther,
} from './further-guardians.ts';
import type { NumberedGuardian } from './new-guardians.ts';

export type ReadMovingStudent = Omit<StudentInput, 'guardians'> & {
  guardians: NumberedGuardian[];
};

/** Stands for a surname that is missing while the row is read by the schema of the form. */
const NO_SURNAME = '-';
/** Stands for the guardians of a student who is there already. */
const kept: Cells = {
  guardian1FirstName: NO_SURNAME,
  guardian1LastName: NO_SURNAME,
  guardian1Phone: '020 0000 0000',
  guardian1Relation: 'other',
};
const fieldsOfPhones = ['phone', ...GUARDIAN_NUMBERS.map((at) => `guardian${at}Phone`)];
/** Columns of second phones, with the first one of the same person. */
const secondPhones = GUARDIAN_NUMBERS.map(
  (at) => [`guardian${at}Phone2`, `guardian${at}Phone`] as const,
);

/** The column of each surname with that of the name beside it. */
const surnames = ['', ...GUARDIAN_NUMBERS.map((at) => `guardian${at}`)].map((of) =>
  of === '' ? (['lastName', 'firstName'] as const) : ([`${of}LastName`, `${of}FirstName`] as const),
);

const surname = (text: string) => (text === NO_SURNAME ? '' : text);

const JOINED = /(?<=\p{L}\p{M}*)[\u200B-\u200D\u2060](?=\p{L})/u;

/** Two words that an invisible letter joins may be a name and a surname. */
function askAboutJoined(row: MovingRowCheck, name: string): void {
  if (JOINED.test(name)) row.fail('fullName', 'nameJoined', [name.replace(JOINED, ' ')]);
}

/** Each phone column with its first number; the second goes to the person, others to the note. */
function phonesOf(row: MovingRowCheck, values: Cells, province: ProvinceCode | undefined) {
  const first: Cells = {};
  const second: Record<string, string> = {};
  const others: string[] = [];
  for (const field of fieldsOfPhones) {
    const text = values[field] ?? '';
    if (text === '') continue;
    const { phones, unread } = writtenPhones(text, province);
    const [one, two, ...more] = phones;
    if (unread.length > 0) row.fail(field, 'phoneInvalid');
    first[field] = one === undefined ? text : formatPhone(one);
    if (two !== undefined && field === 'phone') more.unshift(two);
    else if (two !== undefined) second[field] = two;
    others.push(...more.map(formatPhone));
  }
  for (const [field, of] of secondPhones) {
    const text = values[field] ?? '';
    const { phones, unread } = writtenPhones(text, province);
    if (text !== '' && unread.length > 0) row.fail(field, 'phoneInvalid');
    const all = [...(second[of] === undefined ? [] : [second[of]]), ...phones];
    const [one, ...more] = all;
    if (one !== undefined) second[of] = one;
    others.push(...more.map(formatPhone));
  }
  return { first, second, others };
}

/** The guardian whom the column of the payer names: by number, relation, name or phone. */
function payerIn(
  row: MovingRowCheck,
  guardians: readonly NumberedGuardian[],
  province: ProvinceCode | undefined,
): number {
  const text = row.text('payer');
  const numbers = guardians.map((guardian) => guardian.number);
  const number = /^(?:guardian|parent|ຜູ້ປົກຄອງ)?\s*([1-6])$/iu.exec(plainDigits(text))?.[1];
  if (numbers.includes(Number(number))) return numbers.indexOf(Number(number));
  const relation = parseChoice(text, relationWords, 'en');
  const key = headingKey(text);
  const [phone] = writtenPhones(text, province).phones;
  const fits = guardians.flatMap((guardian, at) => {
    const names = [guardian.firstName, `${guardian.firstName} ${surname(guardian.lastName)}`];
    const isNamed = names.some((name) => headingKey(name) === key);
    const isRelated = 'value' in relation && relation.value === guardian.relation;
    const isCalled = phone !== undefined && formatPhone(phone) === formatPhone(guardian.phone);
    return isNamed || isRelated || isCalled ? [at] : [];
  });
  const [only, other] = fits;
  if (only !== undefined && other === undefined) return only;
  const choices = numbers.map((at) => `Guardian ${at}`);
  row.fail('payer', `oneOf:${choices.join(', ')}`, choices);
  return 0;
}

/** The guardian who pays is the one that the row names, else the father, else the first one. */
function withPayer(
  row: MovingRowCheck,
  guardians: readonly NumberedGuardian[],
  province: ProvinceCode | undefined,
): NumberedGuardian[] {
  const father = guardians.findIndex(({ relation }) => relation === 'father');
  const isNamed = row.text('payer') !== '' && guardians.length > 0;
  const payer = isNamed ? payerIn(row, guardians, province) : Math.max(0, father);
  return guardians.map((guardian, at) => ({ ...guardian, isPayer: at === payer }));
}

type Reading = {
  branchId: string;
  /** That of the branch, whose landlines have their area. */
  province: ProvinceCode | undefined;
  today: string;
  isKnown: boolean;
};
const contextOf = ({ branchId, today }: Reading) => ({ branchId, language: 'en', today }) as const;

type Found = Omit<MovedGuardian, 'phone2'>;
const withoutId = ({ parentId: _none, ...guardian }: StudentInput['guardians'][number]): Found =>
  guardian;

/** The guardians after the second one, with the number of their columns. */
function furtherGuardians(row: MovingRowCheck, values: Cells, reading: Reading) {
  return furtherPairs(values).flatMap((pair) => {
    const read = readStudentRow(asFirstTwo(values, pair), contextOf(reading));
    if (!('problems' in read))
      return read.input.guardians.map((guardian, at) => ({
        guardian: { ...withoutId(guardian), isPrimaryContact: false },
        number: pair[at] ?? 0,
      }));
    for (const [field, error] of Object.entries(read.problems)) {
      const column = columnOfPair(field, pair);
      if (column !== undefined) row.fail(column, error as FieldError);
    }
    return [];
  });
}

/** In both languages, so that the same file makes the same note whoever imports it. */
const SINCE = 'ເຂົ້າຮຽນແຕ່ວັນທີ (student since)';

/** The facts without a field of their own: further phones, and the day on which a student came. */
function notesBeside({ studentSince }: Cells, others: readonly string[]): string[] {
  const day = (studentSince ?? '').split('-').toReversed().join('/');
  return [...others, ...(day === '' ? [] : [`${SINCE} ${day}`])];
}

/** The cells of a student as the schema of the form takes them. */
function formValues(row: MovingRowCheck, said: Cells, phones: ReturnType<typeof phonesOf>): Cells {
  const { studentSince: _since, ...cells } = said;
  const names: Cells = {};
  for (const [last, first] of surnames)
    if ((cells[last] ?? '') === '' && (cells[first] ?? '') !== '') names[last] = NO_SURNAME;
  if (names['lastName'] !== undefined) askAboutJoined(row, cells['firstName'] ?? '');
  const isOther = (field: string) => field === 'payer' || /^guardian\dPhone2$/.test(field);
  const values = Object.fromEntries(Object.entries(cells).filter(([field]) => !isOther(field)));
  const beside = notesBeside(said, phones.others);
  const note = [values['note'], ...beside].filter(Boolean).join(NOTE_PARTS);
  // A sheet of present students says nothing about prospects.
  const status = (values['status'] ?? '') === '' ? 'active' : (values['status'] ?? '');
  return { ...values, ...phones.first, ...names, note, status };
}

/** Reads the student of a row; surnames may be missing, and phones are as people write them. */
export function readMovingStudent(
  row: MovingRowCheck,
  reading: Reading,
): ReadMovingStudent | undefined {
  const { homeBranch: _branch, studentCode: _code, rowId: _key, ...said } = row.values;
  const { coursesPassed: _courses, ...written } = said;
  const cells = withoutRelationWords(written);
  const phones = phonesOf(row, cells, reading.province);
  const all = formValues(row, cells, phones);
  const values = Object.fromEntries(Object.entries(all).filter(([field]) => !isOfFurther(field)));
  // A student who is there keeps the guardians; the row need not repeat them.
  const isWithout = reading.isKnown && (values['guardian1FirstName'] ?? '') === '';
  const read = readStudentRow(
    { ...values, ...(isWithout && kept) } as RowValues,
    contextOf(reading),
  );
  const further = isWithout ? [] : furtherGuardians(row, all, reading);
  if ('problems' in read) {
    for (const [field, error] of Object.entries(read.problems))
      row.fail(field === 'firstName' ? 'fullName' : field, error as FieldError);
    return undefined;
  }
  const { guardians: found, ...student } = read.input;
  const isSecondOnly = (values['guardian1Phone'] ?? '') === '' && found.length === 1;
  const first = (isWithout ? [] : found).map((guardian, at) => ({
    guardian: withoutId(guardian),
    number: isSecondOnly ? 2 : at + 1,
  }));
  const guardians = [...first, ...further];
  return {
    ...student,
    lastName: surname(student.lastName),
    guardians: withPayer(
      row,
      guardians.map(({ guardian, number }) => ({
        ...guardian,
        number,
        lastName: surname(guardian.lastName),
        phone2: phones.second[`guardian${number}Phone`] ?? '',
      })),
      reading.province,
    ),
  };
}
