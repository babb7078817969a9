import { fieldErrorText } from '#contract/field-errors.ts';
import { MAX_TOLD, type ImportCheck } from '#contract/imports.ts';
import { dayInLaos, nameKey } from '#contract/people.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { headings, type FieldName } from '#server/lib/sheets/headings.ts';
import { sha256 } from '#server/lib/tokens.ts';
import type { Context, Importer, KnownPerson, ParentMatch, Person, RowValues } from './import-kind.ts';
import type { importTable } from './imports.table.ts';
import { inSlices } from './in-slices.ts';

type ReadFile = Pick<typeof importTable.$inferSelect, 'rows' | 'branchId'>;
export type Matching = (string | null)[];
type Duplicate = ImportCheck['duplicates'][number];

/** What a dry run found: every row that could be added, with whoever is there already, and all that is wrong. */
export type Checked<Input> = {
  good: { row: number; input: Input; duplicate: Duplicate | undefined }[];
  parents: ParentMatch[];
  problems: ImportCheck['problems'];
  problemRows: number;
};

function valuesOf(cells: (string | null)[], matched: Matching): RowValues {
  const values: RowValues = {};
  matched.forEach((field, at) => {
    if (field !== null) values[field as FieldName] = cells[at] ?? (cells[at] === null ? null : '');
  });
  return values;
}

const nameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`;
const phoneKey = (phone: string) => `phone ${phone}`;
const birthKey = (name: string, dateOfBirth: string | null) => `name ${name} ${dateOfBirth}`;

async function knownPeople<Input extends Person>(db: Db | Tx, importer: Importer<Input>, branchId: string, people: Input[]) {
  const known = new Map<string, KnownPerson>();
  for (const some of inSlices(people)) {
    const phones = some.map(({ phone }) => phone).filter((phone) => phone !== '');
    const names = some.map(({ firstName, lastName }) => nameKey(firstName, lastName));
    for (const person of await importer.known(db, branchId, phones, names)) {
      known.set(phoneKey(person.phone), person);
      known.set(birthKey(person.nameKey, person.dateOfBirth), person);
    }
  }
  return known;
}

/** Looks for the same phone, or the same name and day of birth, among the records first and then in the rows before. */
function duplicateFinder(known: Map<string, KnownPerson>) {
  const before = new Map<string, { row: number; name: string }>();
  return (row: number, person: Person): Duplicate | undefined => {
    const keys = [
      ...(person.phone === '' ? [] : [['phone', phoneKey(person.phone)] as const]),
      ['name', birthKey(nameKey(person.firstName, person.lastName), person.dateOfBirth)] as const,
    ];
    const found = keys.flatMap(([because, key]): Duplicate[] => {
      const record = known.get(key);
      const earlier = before.get(key);
      if (!record && !earlier) return [];
      const of = record ? { row: null, code: record.code, name: record.name } : { row: earlier?.row ?? null, code: '', name: earlier?.name ?? '' };
      return [{ row, name: nameOf(person), because, of }];
    });
    for (const [, key] of keys) if (!before.has(key)) before.set(key, { row, name: nameOf(person) });
    return found[0];
  };
}

/** Judges every row of a file as if it were added; nothing is written. */
export async function checkRows<Input extends Person>(
  db: Db | Tx,
  importer: Importer<Input>,
  file: ReadFile,
  matched: Matching,
  language: Context['language'],
): Promise<Checked<Input>> {
  const context: Context = { branchId: file.branchId, language, today: dayInLaos() };
  const read: { row: number; input: Input }[] = [];
  const problems: ImportCheck['problems'] = [];
  let problemRows = 0;
  for (const some of inSlices(file.rows)) {
    for (const { number, cells } of some) {
      const values = valuesOf(cells, matched);
      const result = importer.toInput(values, context);
      if ('input' in result) read.push({ row: number, input: result.input });
      else {
        problemRows += 1;
        for (const [field, error] of Object.entries(result.problems)) {
          const name = field as FieldName;
          const value = values[name] ?? '';
          problems.push({ row: number, label: headings[name][language], value, error: fieldErrorText(error, language) });
        }
      }
    }
    // A long file must not keep everybody else waiting.
    await new Promise(setImmediate);
  }
  const duplicateOf = duplicateFinder(await knownPeople(db, importer, file.branchId, read.map(({ input }) => input)));
  const good = read.map(({ row, input }) => ({ row, input, duplicate: duplicateOf(row, input) }));
  const parents = (await importer.likeParents?.(db, file.branchId, read)) ?? [];
  return { good, parents, problems, problemRows };
}

/** Two checks that found the same people have the same. */
export function digestOf<Input>({ good, parents }: Pick<Checked<Input>, 'good' | 'parents'>): string {
  return sha256(JSON.stringify([good.flatMap(({ duplicate }) => duplicate ?? []), parents]));
}

/** The same for the person who asked: all counts, and as many details as can be read. */
export function toldOf<Input>({ good, parents, problems, problemRows }: Checked<Input>): ImportCheck {
  const duplicates = good.flatMap(({ duplicate }) => duplicate ?? []);
  return {
    digest: digestOf({ good, parents }),
    rows: good.length + problemRows,
    ready: good.length - duplicates.length,
    problemRows,
    duplicateRows: duplicates.length,
    problems: problems.slice(0, MAX_TOLD),
    duplicates: duplicates.slice(0, MAX_TOLD),
    parentMatches: parents.length,
    parents: parents.slice(0, MAX_TOLD),
  };
}
