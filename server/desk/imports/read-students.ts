import type { FieldError } from '#contract/field-errors.ts';
import { studentInput, studentProblems, type StudentInput } from '#contract/people/students.ts';
import { nameKey } from '#contract/people/people.ts';
import type { FieldName } from '#server/lib/sheets/headings.ts';
import {
  genderWords,
  provinceWords,
  relationWords,
  sourceWords,
  studentStatusWords,
} from '#server/lib/sheets/choice-words.ts';
import type { Context, Problems, RowValues } from './import-kind.ts';
import { readRowFields } from './read-fields.ts';

const choices = {
  gender: genderWords,
  status: studentStatusWords,
  source: sourceWords,
  provinceCode: provinceWords,
} as const;

/** In the note a second phone of a student stands beside those of guardians. */
const ownPhone = { en: 'Student phone', lo: 'ເບີໂທນັກຮຽນ' };

/** The column in which a problem of the record is reported. */
function columnOf(path: string): FieldName {
  const [, at, field = 'phone'] = /^guardians(?:\.(\d)\.(\w+))?$/.exec(path) ?? [
    undefined,
    undefined,
    path,
  ];
  if (!path.startsWith('guardians')) return path as FieldName;
  if (at === undefined) return 'guardian1FirstName';
  const name =
    field === 'parentId' ? 'Phone' : `${field.slice(0, 1).toUpperCase()}${field.slice(1)}`;
  return `guardian${at === '1' ? 2 : 1}${name}` as FieldName;
}

function guardianOf(values: RowValues, number: 1 | 2, context: Context) {
  const part = (name: 'FirstName' | 'LastName' | 'Phone') =>
    values[`guardian${number}${name}`] ?? '';
  const { record, problems } = readRowFields(
    { relation: values[`guardian${number}Relation`] },
    { relation: relationWords },
    context,
  );
  const written = {
    firstName: part('FirstName'),
    lastName: part('LastName'),
    phone: part('Phone'),
    relation: record['relation'],
  };
  const isThere =
    Object.values(written).some((value) => value !== '' && value !== null && value !== undefined) ||
    problems['relation'];
  return { written, error: problems['relation'], isThere };
}

function problemsOfRules(input: StudentInput, today: string): Record<string, FieldError> {
  const problems = studentProblems(input, today);
  const [first, second] = input.guardians;
  const isTwice =
    first &&
    second &&
    first.phone === second.phone &&
    nameKey(first.firstName, first.lastName) === nameKey(second.firstName, second.lastName);
  return isTwice ? { ...problems, 'guardians.1.phone': 'personTwice' } : problems;
}

/** The student of a row, with its guardians, or what is wrong in which column. */
export function readStudentRow(
  values: RowValues,
  context: Context,
): { input: StudentInput } | { problems: Problems } {
  const { record, problems } = readRowFields(values, choices, context, ownPhone);
  const found = ([1, 2] as const)
    .map((number) => ({ number, ...guardianOf(values, number, context) }))
    .filter(({ isThere }) => isThere);
  const guardians = found.map(({ written }, at) => ({
    ...written,
    isPayer: at === 0,
    isPrimaryContact: at === 0,
  }));
  const all: Partial<Record<string, FieldError>> = { ...problems };
  const read = studentInput.safeParse({
    ...record,
    homeBranchId: context.branchId,
    guardians,
  });
  const issues = read.success
    ? Object.entries(problemsOfRules(read.data, context.today))
    : read.error.issues.map(({ path, message }) => [path.join('.'), message] as const);
  for (const [path, message] of issues) {
    const guardian = /^guardians\.(\d)\./.exec(path);
    // The row may have the second guardian only.
    const field = guardian
      ? path.replace(/^guardians\.\d/, `guardians.${(found[Number(guardian[1])]?.number ?? 1) - 1}`)
      : path;
    all[columnOf(field)] ??= message as FieldError;
  }
  for (const { number, error } of found) if (error) all[`guardian${number}Relation`] = error;
  return read.success && Object.keys(all).length === 0 ? { input: read.data } : { problems: all };
}
