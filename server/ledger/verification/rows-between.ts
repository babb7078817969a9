import { isLastWord } from '#server/lib/sheets/row-words.ts';
import { foldText, isLongEnough } from './bank-rows.ts';

type Row = {
  row: number;
  day: string;
  time: string;
  reference: string;
  amount: number;
  description: string;
  cells: string[];
};
type Text = { row: number; cells: readonly string[] };

const isFilled = (text: string) => text.trim() !== '';

/**
 * The text of a row that only goes on with the description above it: all its filled cells are in
 * columns of texts. Words of the end of a page are none.
 */
export function secondLineOf(cells: readonly string[], texts: readonly number[]): string {
  const isText = cells.every((text, at) => !isFilled(text) || texts.includes(at));
  const found = texts.map((at) => cells[at] ?? '').filter(isFilled);
  return isText && !isLastWord(found) && !/^\W*continued/i.test(found[0] ?? '')
    ? found.join(' ')
    : '';
}

const PAGE = /^\W*(?:page|ໜ້າ|หน้า|trang)(?![\p{L}\p{M}])/iu;
const isPage = ({ cells }: Text) => PAGE.test(cells.find(isFilled) ?? '');

const keyOf = ({ cells }: Row) => JSON.stringify(cells.map(foldText).filter(isFilled));

/**
 * The rows that a page repeats of the page before: all their cells are alike, they have a
 * reference, and a heading or the number of a page stands between them. `headings` are the numbers
 * of the rows of headings. Each row of the page before is repeated once at most.
 */
export function repeatedRows(
  rows: readonly Row[],
  others: readonly Text[],
  headings: readonly number[],
): Set<number> {
  const breaks = [...headings, ...others.filter(isPage).map(({ row }) => row)];
  if (breaks.length === 0) return new Set();
  const pageOf = (row: number) => breaks.filter((at) => at < row).length;
  const before = new Map<string, number[]>();
  const repeated = new Set<number>();
  for (const row of rows) {
    if (!isLongEnough(foldText(row.reference).replaceAll(' ', ''))) continue;
    const seen = before.get(keyOf(row)) ?? [];
    const at = seen.findIndex((one) => pageOf(one) < pageOf(row.row));
    if (at < 0) before.set(keyOf(row), [...seen, row.row]);
    else {
      seen.splice(at, 1, row.row);
      repeated.add(row.row);
    }
  }
  return repeated;
}
