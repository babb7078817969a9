import { and, arrayContains, eq, inArray, notInArray, or, type SQL } from 'drizzle-orm';
import type { ImportKind } from '#contract/imports/imports.ts';
import type { FieldError } from '#contract/field-errors.ts';
import { nameKey } from '#contract/people/people.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { yesNoWords } from '#server/lib/sheets/choice-words.ts';
import { parseChoice } from '#server/lib/sheets/parse-values.ts';
import { OTHER_PERSON } from './columns.ts';
import type { MovingRowCheck } from './row-check.ts';

/** The fields by which two rows, or a row and a record, may be one person. */
export type LikelyPerson = {
  firstName: string;
  lastName: string;
  dateOfBirth: string | null;
  phone: string;
};

/** People of a branch by their phone, and by their name and birthday; the label names each. */
export type KnownPeople = Map<string, string>;

const likeKeys = ({ firstName, lastName, dateOfBirth, phone }: LikelyPerson): string[] => [
  ...(phone === '' ? [] : [`like phone ${phone}`]),
  `like name ${nameKey(firstName, lastName)} ${dateOfBirth}`,
];

type Asked = { branchId: string; people?: readonly LikelyPerson[]; besides?: readonly string[] };

/**
 * The people of a branch who are not archived. With `people` only those who may be one of them, and
 * without the records whose ids are `besides`.
 */
export async function readKnownPeople(
  db: Db | Tx,
  list: ImportKind | null,
  { branchId, people, besides = [] }: Asked,
): Promise<KnownPeople> {
  const known: KnownPeople = new Map();
  if (list !== 'students' && list !== 'teachers') return known;
  const table = list === 'students' ? studentTable : teacherTable;
  const ofBranch: SQL =
    list === 'students'
      ? eq(studentTable.homeBranchId, branchId)
      : arrayContains(teacherTable.branchIds, [branchId]);
  const alike =
    people &&
    or(
      inArray(
        table.phone,
        people.map(({ phone }) => phone).filter((phone) => phone !== ''),
      ),
      inArray(
        table.nameKey,
        people.map(({ firstName, lastName }) => nameKey(firstName, lastName)),
      ),
    );
  const code = list === 'students' ? studentTable.studentCode : teacherTable.teacherCode;
  const { firstName, lastName, dateOfBirth, phone } = table;
  const rows = await db
    .select({ code, firstName, lastName, dateOfBirth, phone })
    .from(table)
    .where(and(ofBranch, eq(table.archived, false), alike, notInArray(table._id, [...besides])));
  for (const row of rows)
    for (const key of likeKeys(row))
      known.set(key, `${row.code} ${row.firstName} ${row.lastName}`.trim());
  return known;
}

/** True where a person has said so; an answer of no leaves the question open. */
export const isOtherPerson = (text: string): boolean => text !== '' && yesOrNo(text) !== 'no';

/** The answer of a cell that asks; any other text is none. */
export function yesOrNo(text: string): 'yes' | 'no' | undefined {
  const read = parseChoice(text, yesNoWords, 'en');
  if ('error' in read || read.value === null) return undefined;
  return read.value === 'no' ? 'no' : 'yes';
}

/** The label of the record that a person may be. */
export const personLike = (known: KnownPeople, person: LikelyPerson): string | undefined =>
  likeKeys(person)
    .map((key) => known.get(key))
    .find((label) => label !== undefined);

/**
 * Asks about a row of a person who may be there already, as a record or as an earlier row; the row
 * waits until somebody says that it is another person.
 */
export function askIfThere(
  row: MovingRowCheck,
  person: LikelyPerson,
  { people, seen }: { people: KnownPeople; seen: Map<string, number> },
): void {
  const keys = likeKeys(person);
  const label = personLike(people, person);
  const earlier = keys.map((key) => seen.get(key)).find((number) => number !== undefined);
  for (const key of keys) if (!seen.has(key)) seen.set(key, row.number);
  if (isOtherPerson(row.text(OTHER_PERSON))) return;
  if (label !== undefined) row.fail(OTHER_PERSON, `likePerson:${label}` as FieldError, ['yes']);
  else if (earlier !== undefined)
    row.fail(OTHER_PERSON, `likeRow:${earlier}` as FieldError, ['yes']);
}
