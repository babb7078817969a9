import { and, asc, eq, gt } from 'drizzle-orm';
import type { MovingRowState } from '#contract/imports/moving-in.ts';
import type { Language } from '#contract/language.ts';
import { anyFieldErrorText } from '#contract/server-field-errors.ts';
import type { Db } from '#server/db/client.ts';
import { movingRowTable, movingSheetTable } from '#server/db/tables/desk/moving-in.table.ts';
import type { Cell } from '#server/lib/sheets/cells.ts';
import { headingKey } from '#server/lib/sheets/heading-key.ts';
import { DAYS_TO_1904 } from '#server/lib/sheets/number-formats.ts';
import { readAs } from '#server/lib/sheets/table-kind.ts';
import type { SheetToWrite } from '#server/lib/sheets/write-xlsx.ts';
import { labelOf } from './columns.ts';
import type { RowRecord, SheetRecord } from './effective-rows.ts';
import { storedSheetsOf } from './read-move.ts';

/** The column of remarks, which the import knows and leaves out when the workbook comes again. */
const remarksHeading = { en: 'What the import says', lo: 'ຜົນການນຳເຂົ້າ' };
const headingKeys = Object.values(remarksHeading).map(headingKey);

/** True for the column that a workbook with remarks has. */
export const isRemarks = (heading: string): boolean =>
  heading.split('\n').some((line) => headingKeys.includes(headingKey(line)));

const stateWords: Record<MovingRowState, Record<Language, string>> = {
  ready: { en: 'New, not imported yet', lo: 'ໃໝ່, ຍັງບໍ່ໄດ້ນຳເຂົ້າ' },
  changed: { en: 'Changes, not imported yet', lo: 'ມີການປ່ຽນ, ຍັງບໍ່ໄດ້ນຳເຂົ້າ' },
  same: { en: 'Same as here already', lo: 'ຄືເກົ່າ' },
  problem: { en: 'To correct', lo: 'ຕ້ອງແກ້ໄຂ' },
  waiting: { en: 'Waiting', lo: 'ລໍຖ້າ' },
  out: { en: 'Left out', lo: 'ບໍ່ນຳເຂົ້າ' },
  in: { en: 'Imported', lo: 'ນຳເຂົ້າແລ້ວ' },
};

type ShownRow = Pick<
  RowRecord,
  'number' | 'cells' | 'from1904' | 'edits' | 'state' | 'problems' | 'changes'
>;

const shown = (value: unknown) => (typeof value === 'string' ? value : '');

/** What happened to a row, and what stands in its way. */
function remarkOf({ state, problems, changes }: ShownRow, language: Language): string {
  const told = problems.map(({ field, error }) =>
    [field === '' ? '' : labelOf(field, language), anyFieldErrorText(error, language)]
      .filter(Boolean)
      .join(': '),
  );
  const changed = Object.entries(state === 'changed' ? (changes ?? {}) : {}).map(
    ([field, [before, after]]) => `${labelOf(field, language)}: ${shown(before)} → ${shown(after)}`,
  );
  return [stateWords[state][language], ...told, ...changed].join(' · ');
}

/** A day as a number, which the cell of a program may have. */
const DAY_NUMBER = /^\d{1,5}(?:\.\d+)?$/;

/** The cells of a row as the file has them, with what people have typed over them. */
function cellsOf({ cells, edits, from1904 }: ShownRow, sheet: SheetRecord): Cell[] {
  return sheet.headings.map((_heading, at) => {
    const field = sheet.matching[at] ?? '';
    const cell = edits[field] ?? (cells[at] || (sheet.defaults[field] ?? ''));
    // The days of an old calendar are other ones in the workbook that is written.
    const isOld = from1904 && DAY_NUMBER.test(cell) && readAs(field as never) === 'day';
    return isOld ? String(Number(cell) + DAYS_TO_1904) : cell;
  });
}

/** So many rows are read at once, so that no table is held whole. */
const PAGE_ROWS = 1000;

async function* pagesOf(db: Db, sheetId: string): AsyncGenerator<ShownRow[]> {
  const { number, cells, from1904, edits, state, problems, changes } = movingRowTable;
  let last = -1;
  for (;;) {
    const page = await db
      .select({ number, cells, from1904, edits, state, problems, changes })
      .from(movingRowTable)
      .where(and(eq(movingRowTable.sheetId, sheetId), gt(number, last)))
      .orderBy(asc(number))
      .limit(PAGE_ROWS);
    if (page.length > 0) yield page;
    last = page.at(-1)?.number ?? last;
    if (page.length < PAGE_ROWS) return;
  }
}

/** The remarks of the places that the same sheet brings, by the number of their row. */
async function remarksOf(db: Db, sheets: readonly SheetRecord[], language: Language) {
  const remarks = new Map<number, string>();
  for (const { _id } of sheets)
    for await (const page of pagesOf(db, _id))
      for (const row of page) remarks.set(row.number, remarkOf(row, language));
  return remarks;
}

async function* rowsOf(
  db: Db,
  sheet: SheetRecord,
  twins: readonly SheetRecord[],
  language: Language,
) {
  const others = await remarksOf(db, twins, language);
  for await (const page of pagesOf(db, sheet._id))
    yield page.map((row): Cell[] => [
      ...cellsOf(row, sheet),
      [remarkOf(row, language), others.get(row.number)].filter(Boolean).join('\n'),
    ]);
}

/** Signs that the name of a sheet cannot have, and its longest length. */
const NOT_IN_TITLE = /[[\]:*?/\\]/g;
const LONGEST_TITLE = 31;

/** A title that no other sheet has, without regard to case. */
function titleOf(name: string, taken: Set<string>): string {
  const plain = name.replace(NOT_IN_TITLE, ' ').trim() || 'Sheet';
  for (let at = 1; ; at += 1) {
    const end = at === 1 ? '' : ` ${at}`;
    const title = plain.slice(0, LONGEST_TITLE - end.length) + end;
    if (taken.has(title.toLowerCase())) continue;
    taken.add(title.toLowerCase());
    return title;
  }
}

/** True for the places of a sheet of students, which stand in the same rows. */
const isTwin = (one: SheetRecord, other: SheetRecord) =>
  one !== other &&
  one.kind === 'enrolments' &&
  other.kind === 'students' &&
  one.name === other.name &&
  one.headings.join('\n') === other.headings.join('\n');

/**
 * The sheets of a move as they came, with the corrections that were made here and a column that
 * says what happened to each row. It can be corrected and imported again.
 */
export async function sheetsWithRemarks(
  db: Db,
  moveId: string,
  language: Language,
): Promise<SheetToWrite[]> {
  const sheets = await db
    .select()
    .from(movingSheetTable)
    .where(storedSheetsOf(moveId))
    .orderBy(asc(movingSheetTable.position));
  const taken = new Set<string>();
  return sheets
    .filter((sheet) => !sheets.some((other) => isTwin(sheet, other)))
    .map((sheet) => ({
      title: titleOf(sheet.name, taken),
      headings: [...sheet.headings, `${remarksHeading.en}\n${remarksHeading.lo}`],
      rows: rowsOf(
        db,
        sheet,
        sheets.filter((other) => isTwin(other, sheet)),
        language,
      ),
      // A program would take the zeros from codes and phones.
      textColumns: new Set(sheet.headings.keys()),
    }));
}
