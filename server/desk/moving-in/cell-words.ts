import type { MovingSheetKind } from '#contract/imports/moving-in.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { importCellWordTable } from '#server/db/tables/desk/moving-in.table.ts';
import { headingKey } from '#server/lib/sheets/heading-key.ts';
import type { KnownNames, NamedKind } from './known-names.ts';

/** Columns that name a record, with the kind of the record. */
const naming: Partial<Record<string, NamedKind>> = {
  branch: 'branch',
  homeBranch: 'branch',
  branches: 'branch',
  course: 'course',
  nextCourse: 'course',
  teacher: 'teacher',
  assistants: 'teacher',
  books: 'product',
};

/**
 * Columns whose texts mean the same in every file: words of lists, and things that stay. The name
 * of a class or a term is another one next year, each branch has its own rooms, and a text of one
 * person is no word at all.
 */
const taught = new Set([
  ...Object.keys(naming),
  'gender',
  'status',
  'provinceCode',
  'side',
  ...[1, 2, 3, 4, 5, 6].map((at) => `guardian${at}Relation`),
  'employmentType',
  'placeState',
  'currency',
  'costCurrency',
  'per',
  'priceCategory',
  'courseCategory',
  'category',
  'unit',
  'prorate',
]);

/** What people have put for a text of a cell, by kind, field and folded spelling. */
export type CellWords = ReadonlyMap<string, string>;

const keyOf = (kind: MovingSheetKind, field: string, written: string) =>
  `${kind} ${field} ${headingKey(written)}`;

/** True for two spellings of one word; sums and days are the same only to the letter. */
export const isSameWord = (field: string, one: string, other: string): boolean =>
  taught.has(field) || field === 'room' ? headingKey(one) === headingKey(other) : one === other;

/** All words of cells that the centre has taught. */
export async function readCellWords(db: Db | Tx): Promise<CellWords> {
  const rows = await db.select().from(importCellWordTable);
  return new Map(
    rows.map(({ kind, field, written, value }) => [keyOf(kind, field, written), value]),
  );
}

type Text = { kind: MovingSheetKind; field: string; text: string };

/**
 * The text that people have put for this one before, else the text itself. What is the name of a
 * record by now means that record; with one name for several a person chooses again.
 */
export function asTaught(
  words: CellWords,
  names: KnownNames | undefined,
  { kind, field, text }: Text,
): string {
  const value =
    words.size > 0 && taught.has(field) ? words.get(keyOf(kind, field, text)) : undefined;
  const named = naming[field];
  const isName = value !== undefined && named !== undefined && names?.isName(named, text);
  return isName ? text : (value ?? text);
}

/** True for a cell that names a record of its own sheet, whose rows are not all known yet. */
export const isLater = (kind: MovingSheetKind, field: string): boolean =>
  kind === 'courses' && field === 'nextCourse';

/** Keeps what a person has put for a text in all rows, so that the next file is read so too. */
export async function learnCellWord(
  tx: Tx,
  user: SignedInUser,
  word: { kind: MovingSheetKind; field: string; written: string; value: string },
): Promise<void> {
  const written = headingKey(word.written);
  if (!taught.has(word.field) || written === '' || word.value.trim() === '') return;
  const { kind, field, written: spelling } = importCellWordTable;
  const values = { ...word, written, userId: user._id };
  await tx
    .insert(importCellWordTable)
    .values(values)
    .onConflictDoUpdate({ target: [kind, field, spelling], set: values });
}
