import type { SheetAnswers, SheetQuestion } from '#contract/imports/sheet-questions.ts';
import { readCode } from '#contract/words/typed-code.ts';
import type { DayColumn } from '#contract/words/column-day.ts';
import type { ReadRow } from '#server/db/tables/desk/moving-in.table.ts';
import { dayReader, type DayReader } from '#server/lib/sheets/day-column.ts';
import { relationWords } from '#server/lib/sheets/choice-words.ts';
import type { FieldName } from '#server/lib/sheets/headings.ts';
import { splitTitle, type SplitTitle } from '#server/lib/sheets/name-titles.ts';
import { isDitto } from '#server/lib/sheets/ditto.ts';
import { readAs } from '#server/lib/sheets/table-kind.ts';
import { takeBesideNames } from './beside-names.ts';
import { splitName } from './full-names.ts';
import type { Problems, RowValues } from './import-kind.ts';

/** The field of each column, or null for none. */
type Matching = readonly (string | null)[];

/** The values of a row as its columns are read, and the cells that could not be read. */
export type ReadValues = { values: RowValues; written: RowValues; problems: Problems };
export type SplitName = { row: number; written: string; firstName: string; lastName: string };

/** A title that was taken off a name; `gender` is set where the row takes it from the title. */
export type RowTitle = SplitTitle & { row: number; written: string };

export type ColumnReader = {
  read: (row: ReadRow) => ReadValues;
  questions: () => SheetQuestion[];
  names: () => SplitName[];
  titles: () => RowTitle[];
};

const dayColumns: Partial<Record<string, DayColumn>> = {
  dateOfBirth: 'birthday',
  startDate: 'start',
  endDate: 'start',
  studentSince: 'start',
  billedOn: 'past',
  paidUntil: 'plan',
  validFrom: 'start',
};

function valuesOf(cells: ReadRow['cells'], matched: Matching): RowValues {
  const values: RowValues = {};
  matched.forEach((field, at) => {
    if (field !== null) values[field as FieldName] = cells[at] ?? (cells[at] === null ? null : '');
  });
  return values;
}

/** The readers of the columns of days, each of which settles the order of day and month. */
function dayReaders(
  rows: readonly ReadRow[],
  matched: Matching,
  today: string,
  answers: SheetAnswers,
): Map<FieldName, DayReader> {
  return new Map(
    matched.flatMap((name, at): [FieldName, DayReader][] => {
      const field = name as FieldName;
      const column = name === null ? undefined : dayColumns[field];
      if (!column) return [];
      const cells = rows.map(({ number, cells: texts }) => ({
        row: number,
        text: texts[at] ?? '',
      }));
      return [[field, dayReader(cells, { column, today, answers, takesBuddhist: false })]];
    }),
  );
}

const guardians = [1, 2] as const;

/** The relation that the heading of a guardian names, where no column tells it. */
function relationsOf(headings: readonly string[], matched: Matching): RowValues {
  const values: RowValues = {};
  for (const number of guardians) {
    const relation: FieldName = `guardian${number}Relation`;
    if (matched.includes(relation)) continue;
    const key = matched
      .map((field, at) =>
        field?.startsWith(`guardian${number}`) ? (headings[at] ?? '').toLowerCase() : '',
      )
      .join(' ');
    const isMother = /mother|ແມ່/.test(key);
    const isFather = /father|ພໍ່/.test(key);
    if (isMother !== isFather && !/grand|ຕູ້/.test(key))
      values[relation] = isMother ? relationWords.mother.en : relationWords.father.en;
  }
  return values;
}

/** Splits the whole names of guardians in a file without a column of their last names. */
function splitGuardians(values: RowValues, matched: Matching): Omit<SplitName, 'row'>[] {
  return guardians.flatMap((number) => {
    const [first, last] = [`guardian${number}FirstName`, `guardian${number}LastName`] as const;
    const written = values[first];
    if (!written || matched.includes(last)) return [];
    const split = splitName(written);
    values[first] = split.firstName;
    values[last] = split.lastName;
    return [{ written, ...split }];
  });
}

const ownNames = ['fullName', 'firstName', 'firstNameEn'] as const;
const guardianNames = ['guardian1FirstName', 'guardian2FirstName'] as const;

/** Takes the titles off the names of a row, and the gender from them where the row says none. */
function withoutTitles(values: RowValues): Omit<RowTitle, 'row'>[] {
  return [...ownNames, ...guardianNames].flatMap((field) => {
    const written = values[field];
    const split = written ? splitTitle(written) : undefined;
    if (!written || !split) return [];
    values[field] = split.name;
    const isOwn = ownNames.some((name) => name === field);
    const gender = isOwn && (values.gender ?? '') === '' ? split.gender : null;
    if (gender) values.gender = gender;
    return [{ written, ...split, gender }];
  });
}

/**
 * Reads each column of a file as its kind of table wants it: days, codes and full names here. Lists
 * of words, sums and phones are read with the record, because their meaning depends on it.
 */
export function columnReader(
  { headings, rows }: { headings: readonly string[]; rows: readonly ReadRow[] },
  matched: Matching,
  today: string,
  answers: SheetAnswers,
): ColumnReader {
  const days = dayReaders(rows, matched, today, answers);
  const names: SplitName[] = [];
  const titles: RowTitle[] = [];
  const relations = relationsOf(headings, matched);
  const read = ({ number, cells, from1904 }: ReadRow): ReadValues => {
    const written = valuesOf(cells, matched);
    const values = { ...written };
    const problems: Problems = {};
    for (const [field, text] of Object.entries(written) as [FieldName, string | null][]) {
      if (text === null || text === '') continue;
      if (isDitto(text)) {
        values[field] = '';
        problems[field] = 'dittoFound';
        continue;
      }
      const day = days.get(field)?.read({ row: number, text, from1904 });
      if (day) {
        values[field] = 'day' in day ? (day.day ?? '') : '';
        if ('error' in day) problems[field] = day.error;
      } else if (['code', 'phone'].includes(readAs(field))) {
        const code = readCode(text);
        if ('error' in code) problems[field] = readAs(field) === 'phone' ? 'phoneCut' : code.error;
        else values[field] = code.value;
      }
    }
    Object.assign(problems, takeBesideNames(values));
    titles.push(...withoutTitles(values).map((title) => ({ row: number, ...title })));
    const full = written.fullName;
    if (typeof full === 'string' && full !== '') {
      const split = splitName(values.fullName ?? full);
      values.firstName ||= split.firstName;
      values.lastName ||= split.lastName;
      written.firstName ??= full;
      written.lastName ??= full;
      names.push({ row: number, written: full, ...split });
    }
    delete values.fullName;
    names.push(...splitGuardians(values, matched).map((split) => ({ row: number, ...split })));
    for (const one of guardians) {
      const parts = (['FirstName', 'LastName', 'Phone'] as const).map(
        (part) => values[`guardian${one}${part}`],
      );
      const relation = relations[`guardian${one}Relation`];
      if (relation && parts.some(Boolean)) values[`guardian${one}Relation`] = relation;
    }
    return { values, written, problems };
  };
  return {
    read,
    questions: () => [...days.values()].flatMap((reader) => reader.questions()),
    names: () => names,
    titles: () => titles,
  };
}
