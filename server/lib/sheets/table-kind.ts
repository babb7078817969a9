import { headingKey, headingKeys } from './heading-key.ts';
import { guardianGroupWords, sheetHeadings, type FieldName, type Heading } from './headings.ts';

/** How a column is read. Nothing but its kind decides that, so a code is never taken for a sum. */
export type ReadAs = 'text' | 'number' | 'day' | 'code' | 'phone' | 'choice';

/** A column of a table: its own words, other words in use for it, and how it is read. */
export type TableColumn<Name extends string = string> = {
  name: Name;
  words: readonly string[];
  also?: readonly string[];
  as: ReadAs;
};

/**
 * A heading above several columns, such as `Parent` above `Name` and `Phone`. `fields` says which
 * columns they are then; a column without an entry is unknown below such a heading.
 */
export type HeadingGroup<Name extends string = string> = {
  words: readonly string[];
  fields: Partial<Record<Name, Name>>;
};

/** A kind of table. It says its columns and knows nothing of files. */
export type TableKind<Name extends string = string> = {
  columns: readonly TableColumn<Name>[];
  /** True if a row with these columns can be the headings of such a table. */
  isHead: (found: ReadonlySet<Name>) => boolean;
  /** True for a list with one set of columns: rows below further headings move to them. */
  isList?: boolean;
  /** Headings above several columns that make other columns of them. */
  groups?: readonly HeadingGroup<Name>[];
  /** The columns of a person's own name; a second one below another heading is another person's. */
  ownNames?: readonly Name[];
};

/** The columns of a row of headings, by index. */
export type FoundColumns<Name extends string = string> = (Name | null)[];

const days = new Set<FieldName>(['dateOfBirth', 'startDate']);
const phones = new Set<string>([
  'phone',
  'phone2',
  'guardian1Phone',
  'guardian2Phone',
  'guardian1Phone2',
  'guardian2Phone2',
]);
const numbers = new Set<FieldName>(['price', 'cost']);
const codes = new Set<FieldName>(['sku', 'barcode', 'idNumber', 'studentCode', 'teacherCode']);
const choices = new Set<FieldName>([
  ...(['gender', 'status', 'source', 'provinceCode', 'employmentType'] as const),
  ...(['guardian1Relation', 'guardian2Relation', 'trackStock', 'active'] as const),
  ...(['currency', 'costCurrency'] as const),
]);

/** Columns of guardians after the second one. */
const furtherPhone = /^guardian[3-6]Phone/;
const furtherRelation = /^guardian[3-6]Relation$/;

/** How the column of a field is read in every table that has it. */
export function readAs(field: FieldName): ReadAs {
  if (days.has(field)) return 'day';
  if (phones.has(field) || furtherPhone.test(field)) return 'phone';
  if (numbers.has(field)) return 'number';
  if (codes.has(field)) return 'code';
  return choices.has(field) || furtherRelation.test(field) ? 'choice' : 'text';
}

/** The columns of a guardian by those of a person, below a heading that names the guardian. */
const ofGuardian = (at: 1 | 2): Partial<Record<FieldName, FieldName>> => ({
  firstName: `guardian${at}FirstName`,
  fullName: `guardian${at}FirstName`,
  lastName: `guardian${at}LastName`,
  phone: `guardian${at}Phone`,
  ...Object.fromEntries(
    (['FirstName', 'LastName', 'Phone', 'Relation'] as const).map((part) => [
      `guardian1${part}`,
      `guardian${at}${part}`,
    ]),
  ),
});

/** Headings above the columns of a guardian. */
export const guardianGroups: readonly HeadingGroup<FieldName>[] = ([1, 2] as const).map((at) => ({
  words: guardianGroupWords(at),
  fields: ofGuardian(at),
}));

/** The fewest known headings by which a row of a list is recognised. */
const KNOWN_HEADINGS = 2;

/** The kind of table that holds these fields under the headings of the exports. */
export const kindOfFields = <Name extends FieldName>(fields: readonly Name[]): TableKind<Name> => ({
  columns: fields.map((name) => {
    const { en, lo, also = [] }: Heading = sheetHeadings[name];
    return { name, words: [en, lo, name], also, as: readAs(name) };
  }),
  isHead: (found) => found.size >= Math.min(KNOWN_HEADINGS, fields.length),
  isList: true,
  ...((fields as readonly FieldName[]).includes('guardian1Phone') && {
    groups: guardianGroups as readonly HeadingGroup<Name>[],
  }),
  ownNames: fields.filter((name) => name === 'firstName' || name === 'fullName'),
});

const keysByWords = new WeakMap<readonly string[], string[]>();

/** The keys of a column's words, made once for all rows and files. */
function keysOfWords(words: readonly string[]): string[] {
  const keys = keysByWords.get(words) ?? words.map(headingKey);
  keysByWords.set(words, keys);
  return keys;
}

const wordsByColumns = new WeakMap<object, ReadonlySet<string>>();

/** The keys of all words of a kind, by which a row of the table is told from headings fast. */
function keysOfColumns({ columns }: Pick<TableKind, 'columns'>): ReadonlySet<string> {
  const keys =
    wordsByColumns.get(columns) ??
    new Set(columns.flatMap(({ words, also = [] }) => [...words, ...also].map(headingKey)));
  wordsByColumns.set(columns, keys);
  return keys;
}

/** A heading has a letter, or is made of both signs. */
const MAY_BE_WORD = /\p{L}|[+±]/u;

/** True unless half of the texts of a row are no words of the kind; most rows tell at once. */
export function mayBeHead(
  cells: readonly (string | null | undefined)[],
  { columns }: Pick<TableKind, 'columns'>,
): boolean {
  const known = keysOfColumns({ columns });
  const texts = cells.flatMap((cell) => (cell === '' || cell === undefined ? [] : [cell]));
  let others = 0;
  return texts.every((text) => {
    const isWord =
      text !== null && MAY_BE_WORD.test(text) && headingKeys(text).some((key) => known.has(key));
    if (!isWord) others += 1;
    return others * 2 < texts.length;
  });
}

/**
 * The columns of a row of headings; each name at most once. Exact words come first, then other
 * words, then the parts of a heading in two languages, so that a merely similar heading never takes
 * a column from the right one.
 */
export function columnsIn<Name extends string>(
  cells: readonly (string | null)[],
  { columns }: Pick<TableKind<Name>, 'columns'>,
): FoundColumns<Name> {
  const keys = cells.map((cell) => headingKeys(cell ?? ''));
  const found: FoundColumns<Name> = cells.map(() => null);
  // Every row of a file is looked at, and hardly any has a word.
  const known = keysOfColumns({ columns });
  if (!keys.some((own) => own.some((key) => known.has(key)))) return found;
  const taken = new Set<Name>();
  const take = (keysOf: (at: number) => readonly string[], own: boolean) => {
    for (const { name, words, also = [] } of columns) {
      if (taken.has(name)) continue;
      // The order of the words decides between two headings of one row.
      const at = keysOfWords(own ? words : also)
        .map((wanted) =>
          cells.findIndex((_cell, index) => !found[index] && keysOf(index).includes(wanted)),
        )
        .find((index) => index >= 0);
      if (at === undefined) continue;
      found[at] = name;
      taken.add(name);
    }
  };
  const whole = (at: number) => (keys[at] ?? []).slice(0, 1);
  take(whole, true);
  take(whole, false);
  take((at) => keys[at] ?? [], true);
  take((at) => keys[at] ?? [], false);
  return found;
}
