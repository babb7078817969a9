import type { SheetAnswers, SheetQuestion } from '#contract/imports/sheet-questions.ts';
import { MAX_GUARDIANS } from '#contract/people/students.ts';
import { readCode } from '#contract/words/typed-code.ts';
import type { DayColumn } from '#contract/words/column-day.ts';
import type { ReadRow } from '#server/db/tables/desk/moving-in.table.ts';
import {
  dayReader,
  type DayCell,
  type DayOfCell,
  type DayReader,
} from '#server/lib/sheets/day-column.ts';
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
  /** `keep` has an earlier reading of the same row, if there is one; nobody changes it. */
  read: (row: ReadRow, keep?: { reading?: KeptReading }) => ReadValues;
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
  validTo: 'plan',
};

function valuesOf(cells: ReadRow['cells'], matched: Matching): RowValues {
  const values: RowValues = {};
  matched.forEach((field, at) => {
    if (field !== null) values[field as FieldName] = cells[at] ?? (cells[at] === null ? null : '');
  });
  return values;
}

/** A table by its columns; the cells of one are read only if it is a column of days. */
type TableOfColumns = { headings: readonly string[]; cellsAt: (at: number) => DayCell[] };

/** The readers of the columns of days, each of which settles the order of day and month. */
function dayReaders(
  cellsAt: TableOfColumns['cellsAt'],
  matched: Matching,
  today: string,
  answers: SheetAnswers,
): Map<FieldName, DayReader> {
  return new Map(
    matched.flatMap((name, at): [FieldName, DayReader][] => {
      const field = name as FieldName;
      const column = name === null ? undefined : dayColumns[field];
      if (!column) return [];
      return [[field, dayReader(cellsAt(at), { column, today, answers, takesBuddhist: false })]];
    }),
  );
}

/** A column of a guardian, of whom a file of a whole centre has more than two. */
const ofGuardian = (at: number, part: string) => `guardian${at}${part}` as FieldName;
const guardians = Array.from({ length: MAX_GUARDIANS }, (_one, at) => at + 1);

/** The relation that the heading of a guardian names, where no column tells it. */
function relationsOf(headings: readonly string[], matched: Matching): RowValues {
  const values: RowValues = {};
  for (const number of guardians) {
    const relation = ofGuardian(number, 'Relation');
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
    const [first, last] = [ofGuardian(number, 'FirstName'), ofGuardian(number, 'LastName')];
    const written = values[first];
    if (!written || matched.includes(last)) return [];
    const split = splitName(written);
    values[first] = split.firstName;
    values[last] = split.lastName;
    return [{ written, ...split }];
  });
}

const ownNames = ['fullName', 'firstName', 'firstNameEn'] as const;
const guardianNames = guardians.map((at) => ofGuardian(at, 'FirstName'));

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

type WholeReading = ReadValues & { names: SplitName[]; titles: RowTitle[] };

/** What a row was read as, with all that it was read from: a later reader may read the same. */
export type KeptReading = { from: readonly (string | null)[]; whole: WholeReading };

type Days = ReadonlyMap<FieldName, DayOfCell>;

/** Reads a row whose days are read already; nothing but its cells, days and columns counts. */
function readWhole(
  { number, cells }: ReadRow,
  matched: Matching,
  { days, relations }: { days: Days; relations: RowValues },
): WholeReading {
  const written = valuesOf(cells, matched);
  const values = { ...written };
  const problems: Problems = {};
  const names: Omit<SplitName, 'row'>[] = [];
  for (const [field, text] of Object.entries(written) as [FieldName, string | null][]) {
    if (text === null || text === '') continue;
    if (isDitto(text)) {
      values[field] = '';
      problems[field] = 'dittoFound';
      continue;
    }
    const day = days.get(field);
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
  const titles = withoutTitles(values).map((title) => ({ row: number, ...title }));
  const full = written.fullName;
  if (typeof full === 'string' && full !== '') {
    const split = splitName(values.fullName ?? full);
    values.firstName ||= split.firstName;
    values.lastName ||= split.lastName;
    written.firstName ??= full;
    written.lastName ??= full;
    names.push({ written: full, ...split });
  }
  delete values.fullName;
  names.push(...splitGuardians(values, matched));
  for (const one of guardians) {
    const parts = ['FirstName', 'LastName', 'Phone'].map((part) => values[ofGuardian(one, part)]);
    const relation = relations[ofGuardian(one, 'Relation')];
    if (relation && parts.some(Boolean)) values[ofGuardian(one, 'Relation')] = relation;
  }
  const split = names.map((name) => ({ row: number, ...name }));
  return { values, written, problems, names: split, titles };
}

const isSameText = (one: readonly (string | null)[], other: readonly (string | null)[]) =>
  one.length === other.length && one.every((text, at) => text === other[at]);

/**
 * Reads each column of a file as its kind of table wants it: days, codes and full names here. Lists
 * of words, sums and phones are read with the record, because their meaning depends on it.
 */
export function columnReader(
  { headings, cellsAt }: TableOfColumns,
  matched: Matching,
  today: string,
  answers: SheetAnswers,
): ColumnReader {
  const readers = dayReaders(cellsAt, matched, today, answers);
  const names: SplitName[] = [];
  const titles: RowTitle[] = [];
  const relations = relationsOf(headings, matched);
  const columns = JSON.stringify([matched, relations]);
  /** The days of a row are read each time, because their readers count what they ask. */
  const daysOf = ({ number, cells, from1904 }: ReadRow): Days => {
    const days = new Map<FieldName, DayOfCell>();
    for (const [field, reader] of readers) {
      const text = cells[matched.indexOf(field)] ?? '';
      if (text === '' || isDitto(text)) continue;
      days.set(field, reader.read({ row: number, text, from1904 }));
    }
    return days;
  };
  const read = (row: ReadRow, keep?: { reading?: KeptReading }): ReadValues => {
    const days = daysOf(row);
    const said = [...days].map(([field, day]) => `${field} ${JSON.stringify(day)}`);
    const from = [columns, ...row.cells, ...said];
    const before = keep?.reading;
    const isBefore = before !== undefined && isSameText(before.from, from);
    const whole = isBefore ? before.whole : readWhole(row, matched, { days, relations });
    if (keep && !isBefore) keep.reading = { from, whole };
    names.push(...whole.names);
    titles.push(...whole.titles);
    const { values, written, problems } = whole;
    return { values, written, problems };
  };
  return {
    read,
    questions: () => [...readers.values()].flatMap((reader) => reader.questions()),
    names: () => names,
    titles: () => titles,
  };
}
