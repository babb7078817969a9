import type { PriceCurrency } from '#contract/money/currencies.ts';
import { readSignedAmount } from '#contract/words/typed-number.ts';
import type { ReadRow } from '#server/db/tables/desk/moving-in.table.ts';
import { isFilled, type FoundTable } from '#server/lib/sheets/find-table.ts';
import { columnsIn, type FoundColumns } from '#server/lib/sheets/table-kind.ts';
import { namesOther } from './other-currency.ts';
import { directionOf, statementKind, type StatementName } from './statement-words.ts';

/** The columns of a statement, by their index; the person may choose each. */
export type StatementColumn =
  'day' | 'time' | 'valueDay' | 'reference' | 'description' | 'amount' | 'debit' | 'direction';
export type ColumnsTaken = { [Key in StatementColumn]?: number | undefined };

export type FoundSection = { [Key in StatementName]?: number | undefined } & {
  /** True for one column of both directions, whose sums need a sign. */
  isCombined?: boolean;
};

/** Rows below one row of headings, with the columns that it names. */
export type Section = {
  rows: ReadRow[];
  found: FoundSection;
  taken: ColumnsTaken;
  /** The columns of texts for the description, the most telling first. */
  texts: readonly number[];
  /** True if the heading of the sums names another currency. */
  isOther: boolean;
};

type Under = { headings: readonly string[]; rows: readonly ReadRow[]; currency: PriceCurrency };

const nameOf = (heading: string) => columnsIn([heading], statementKind)[0] ?? null;

/** The column of this name whose heading names the currency, where the first one names another. */
function ofCurrency(at: number | undefined, name: StatementName, { headings, currency }: Under) {
  if (at === undefined || !namesOther(headings[at] ?? '', currency)) return at;
  const own = headings.findIndex(
    (heading) => nameOf(heading) === name && !namesOther(heading, currency),
  );
  return own < 0 ? at : own;
}

const BETWEEN = /[/|&]/;

/** True for one heading of both directions, such as `Money in / Money out`. */
function isOfBoth(heading: string): boolean {
  const parts = heading.split(BETWEEN).map(nameOf);
  return parts.includes('credit') && parts.includes('debit');
}

function holdsSums(at: number, { rows, currency }: Under): boolean {
  const cells = rows.map(({ cells: texts }) => (texts[at] ?? '').trim()).filter(isFilled);
  const sums = cells.filter(
    (text) => /\p{N}/u.test(text) && !('error' in readSignedAmount(text, currency)),
  );
  return sums.length * 2 > cells.length;
}

/** The columns by name. A heading of both directions names the sums or the words for them. */
function foundBy(columns: FoundColumns<StatementName>, under: Under): FoundSection {
  const found: FoundSection = Object.fromEntries(
    columns.flatMap((name, at) => (name === null ? [] : [[name, at]])),
  );
  for (const name of ['credit', 'debit', 'amount', 'balance'] as const)
    found[name] = ofCurrency(found[name], name, under);
  const { credit, debit, amount, direction } = found;
  const isBoth = debit === undefined && isOfBoth(under.headings[credit ?? -1] ?? '');
  const both = isBoth ? credit : direction;
  if (both === undefined || (!isBoth && (credit ?? amount) !== undefined)) return found;
  const isMarked = /[/|&±]|dr\W*cr|cr\W*dr/i.test(under.headings[both] ?? '');
  const apart = isBoth ? { ...found, credit: undefined } : found;
  if (amount === undefined && isMarked && holdsSums(both, under))
    return { ...apart, amount: both, isCombined: true, ...(!isBoth && { direction: undefined }) };
  return isBoth ? { ...apart, direction: direction ?? both } : found;
}

/** The columns that are recognised; the day of the transaction comes before its value date. */
function takenFrom({ day, valueDay, credit, amount, ...others }: FoundSection): ColumnsTaken {
  return {
    day: day ?? valueDay,
    valueDay: day === undefined ? undefined : valueDay,
    amount: credit ?? amount,
    time: others.time,
    reference: others.reference,
    description: others.description,
    debit: others.debit,
    direction: others.direction,
  };
}

/**
 * A column without a known heading tells the direction if all its cells are words for it and both
 * directions occur, as under `รายการ` of a Thai bank.
 */
function directionAmong(
  { headings, rows }: Under,
  taken: ColumnsTaken,
  { status }: FoundSection,
): number | undefined {
  const used = new Set([taken.day, taken.amount, taken.debit, taken.reference, status]);
  const at = headings.findIndex((_heading, index) => {
    if (used.has(index)) return false;
    const words = rows.map(({ cells }) => cells[index] ?? '').filter(isFilled);
    const found = new Set(words.map((word) => directionOf(word)));
    return found.has('in') && found.has('out') && !found.has(undefined);
  });
  return at < 0 ? undefined : at;
}

/**
 * The columns of texts: the description, then others under a heading for one, as `รายการ` beside
 * `รายละเอียด`. A column that tells something else is none of them.
 */
function textsAmong({ headings }: Under, known: ColumnsTaken, found: FoundSection): number[] {
  const { description, ...others } = known;
  const used = new Set([...Object.values(others), ...Object.values(found)]);
  const more = headings.flatMap((heading, at) =>
    nameOf(heading) === 'description' && !used.has(at) && at !== description ? [at] : [],
  );
  return [...(description === undefined ? [] : [description]), ...more];
}

const defined = (choice: ColumnsTaken): ColumnsTaken =>
  Object.fromEntries(Object.entries(choice).filter(([, at]) => at !== undefined));

function sectionOf(
  columns: FoundColumns<StatementName>,
  under: Under & { rows: ReadRow[] },
  chosen: ColumnsTaken,
): Section {
  const found = foundBy(columns, under);
  const known = { ...takenFrom(found), ...defined(chosen) };
  const taken = { ...known, direction: known.direction ?? directionAmong(under, known, found) };
  const heading = under.headings[taken.amount ?? -1] ?? '';
  const texts = textsAmong(under, known, found);
  return { rows: under.rows, found, taken, texts, isOther: namesOther(heading, under.currency) };
}

/** The columns that the headings of a table name, by the rows below them. */
export const takenIn = (
  { headings, columns, rows }: FoundTable<StatementName>,
  currency: PriceCurrency,
): ColumnsTaken => takenFrom(foundBy(columns, { headings, rows, currency }));

/** The headings of a further table below the first one; undefined for a row of money. */
function headIn({ cells }: ReadRow): FoundColumns<StatementName> | undefined {
  const texts = cells.filter(isFilled);
  if (texts.some((text) => text === null || /\p{N}/u.test(text))) return undefined;
  const columns = columnsIn(cells, statementKind);
  const names = columns.filter((name) => name !== null);
  return names.length * 2 > texts.length && statementKind.isHead(new Set(names))
    ? columns
    : undefined;
}

/**
 * The rows of a statement under the headings that they stand below: other headings further down
 * begin the table anew, and a person's choice counts for the first of them.
 */
export function sectionsOf(
  { headings, columns, isKnown, headingRow, rows }: FoundTable<StatementName>,
  currency: PriceCurrency,
  chosen: ColumnsTaken,
): { sections: Section[]; heads: ReadRow[] } {
  // Without known headings, the row taken for them may be a row of money.
  const first = isKnown ? [] : [{ number: headingRow, cells: [...headings] }];
  const parts: { headings: readonly string[]; columns: typeof columns; rows: ReadRow[] }[] = [
    { headings, columns, rows: first },
  ];
  const heads: ReadRow[] = [];
  for (const row of rows) {
    const next = isKnown ? headIn(row) : undefined;
    if (next) {
      heads.push(row);
      parts.push({ headings: row.cells.map((text) => text ?? ''), columns: next, rows: [] });
    } else parts.at(-1)?.rows.push(row);
  }
  const sections = parts.map((part, at) =>
    sectionOf(part.columns, { ...part, currency }, at === 0 ? chosen : {}),
  );
  return { sections, heads };
}
