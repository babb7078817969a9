import { and, asc, eq, gt, sql } from 'drizzle-orm';
import {
  columnUses,
  type MovingRowState,
  type MovingSheetKind,
} from '#contract/imports/moving-in.ts';
import type { Language } from '#contract/language.ts';
import { anyFieldErrorText } from '#contract/server-field-errors.ts';
import type { Db } from '#server/db/client.ts';
import { movingRowTable, movingSheetTable } from '#server/db/tables/desk/moving-in.table.ts';
import type { Cell } from '#server/lib/sheets/cells.ts';
import { DAYS_TO_1904 } from '#server/lib/sheets/number-formats.ts';
import { readAs } from '#server/lib/sheets/table-kind.ts';
import type { SheetToWrite } from '#server/lib/sheets/write-xlsx.ts';
import { answerFieldsOf, fieldNamesOf, labelOf, OTHER_PERSON } from './columns.ts';
import { isNothing, type RowRecord, type SheetRecord } from './effective-rows.ts';
import { storedSheetsOf } from './read-move.ts';
import { remarkTitle } from './remark-titles.ts';
import { remarksHeading } from './remarks-heading.ts';

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

/** What a sheet adds to a row of the file: its own fields, by the column, and its edits. */
type Part = {
  sheet: SheetRecord;
  fields: readonly (string | null)[];
  edits: Record<string, string>;
};

/**
 * The cells of a row as the file has them, with what people have typed over them. Whoever was
 * another person and is in by now is found again; the answer would add them once more.
 */
function cellsOf({ cells, from1904, state }: ShownRow, parts: readonly Part[]): Cell[] {
  const [own] = parts;
  return (own?.fields ?? []).map((use, at) => {
    const fields = parts.map((part) => ({ ...part, field: part.fields[at] ?? '' }));
    if (state === 'in' && fields.some(({ field }) => field === OTHER_PERSON)) return '';
    const edit = fields.find(({ edits, field }) => edits[field] !== undefined);
    const cell = cells[at] === undefined ? '' : cells[at];
    // A formula has no value yet, so the next import asks for it again.
    if (!edit && cell === null) return '=';
    // Somebody has written the whole note anew.
    if (use === columnUses.note && own?.edits['note'] !== undefined) return '';
    const forEmpty = fields.find(({ sheet, field }) => sheet.defaults[field]);
    const isEmpty = isNothing(cell ?? '') && forEmpty !== undefined;
    const text =
      edit?.edits[edit.field] ?? (isEmpty ? forEmpty.sheet.defaults[forEmpty.field] : cell);
    // The days of an old calendar are other ones in the workbook that is written.
    const isDay = fields.some(({ field }) => readAs(field as never) === 'day');
    const isOld = from1904 && DAY_NUMBER.test(text ?? '') && isDay;
    return isOld ? String(Number(text) + DAYS_TO_1904) : (text ?? '');
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

/** A remark and the edits of the places that the same sheet brings, by the number of their row. */
type TwinRow = { remark: string; edits: Record<string, string> };

async function twinRowsOf(db: Db, { _id }: SheetRecord, language: Language) {
  const rows = new Map<number, TwinRow>();
  for await (const page of pagesOf(db, _id))
    for (const row of page)
      rows.set(row.number, { remark: remarkOf(row, language), edits: row.edits });
  return rows;
}

/** A sheet of the written file: one of the move, with its places and the columns that it lacks. */
type Written = { sheet: SheetRecord; twins: readonly SheetRecord[]; further: readonly string[] };

/** The fields of a kind, and the answers of people about its rows. */
const writtenFieldsOf = (kind: MovingSheetKind) => [
  ...fieldNamesOf(kind),
  ...answerFieldsOf(kind, false),
];

/** The fields of one sheet by the columns of the written file. */
const fieldsIn = ({ kind, matching }: SheetRecord, further: readonly string[]) => [
  ...matching,
  ...further.map((field) =>
    kind !== null && writtenFieldsOf(kind).includes(field) && !matching.includes(field)
      ? field
      : null,
  ),
];

async function* rowsOf(db: Db, { sheet, twins, further }: Written, language: Language) {
  const others: { sheet: SheetRecord; fields: (string | null)[]; rows: Map<number, TwinRow> }[] =
    [];
  for (const twin of twins) {
    const rows = await twinRowsOf(db, twin, language);
    others.push({ sheet: twin, fields: fieldsIn(twin, further), rows });
  }
  const fields = fieldsIn(sheet, further);
  for await (const page of pagesOf(db, sheet._id))
    yield page.map((row): Cell[] => {
      const beside = others.map((twin) => ({ ...twin, row: twin.rows.get(row.number) }));
      const parts = beside.map((twin) => ({ ...twin, edits: twin.row?.edits ?? {} }));
      return [
        ...cellsOf(row, [{ sheet, fields, edits: row.edits }, ...parts]),
        [remarkOf(row, language), ...beside.map((twin) => twin.row?.remark)]
          .filter(Boolean)
          .join('\n'),
      ];
    });
}

/** Fields of a sheet without a column that people have filled, in a row or for all of them. */
async function furtherOf(db: Db, sheet: SheetRecord, title: string): Promise<string[]> {
  const { _id, kind, matching, defaults } = sheet;
  if (kind === null) return [];
  const { rows } = await db.execute<{ field: string }>(sql`
    select distinct jsonb_object_keys(edits) as field from ${movingRowTable}
    where sheet_id = ${_id}`);
  const edited = rows.map(({ field }) => field);
  return writtenFieldsOf(kind).filter(
    (field) =>
      !matching.includes(field) &&
      // The title of the sheet says the class already.
      (edited.includes(field) ||
        (defaults[field] && !(field === 'class' && defaults[field] === title))),
  );
}

/**
 * True for the places of a sheet of students, which stand in the same rows: the last sheet of that
 * name before them, because another file of the move may have one like it.
 */
function isTwin(one: SheetRecord, other: SheetRecord, sheets: readonly SheetRecord[]): boolean {
  const isLike = ({ position, name, headings }: SheetRecord) =>
    position < one.position && name === one.name && headings.join('\n') === one.headings.join('\n');
  return (
    one.kind === 'enrolments' &&
    other.kind === 'students' &&
    sheets.findLast(isLike)?._id === other._id
  );
}

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
  const written: SheetToWrite[] = [];
  for (const sheet of sheets) {
    if (sheets.some((other) => isTwin(sheet, other, sheets))) continue;
    const twins = sheets.filter((other) => isTwin(other, sheet, sheets));
    const title = remarkTitle(sheet.name, taken);
    const fields: string[] = [];
    for (const one of [sheet, ...twins]) fields.push(...(await furtherOf(db, one, title)));
    const further = [...new Set(fields)];
    const added = further.map((field) => `${labelOf(field, 'en')}\n${labelOf(field, 'lo')}`);
    const headings = [...sheet.headings, ...added];
    written.push({
      title,
      headings: [...headings, `${remarksHeading.en}\n${remarksHeading.lo}`],
      rows: rowsOf(db, { sheet, twins, further }, language),
      // A program would take the zeros from codes and phones.
      textColumns: new Set(headings.keys()),
    });
  }
  return written;
}
