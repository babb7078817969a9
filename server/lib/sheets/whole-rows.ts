import type { ReadRow } from '#server/db/tables/desk/moving-in.table.ts';
import type { RawSheet } from './read-book.ts';
import type { FoundColumns, TableKind } from './table-kind.ts';

type Whole<Name extends string> = {
  width: number;
  columns: FoundColumns<Name>;
  kind: TableKind<Name>;
  merged: RawSheet['merged'];
};

/** Rows with a cell for each column, and how many of them have merged cells. */
export function* wholeRows<Name extends string>(
  kept: readonly ReadRow[],
  { width, columns, kind, merged }: Whole<Name>,
): Generator<void, { rows: ReadRow[]; mergedRows: number }> {
  const isSum = columns.map((name) => mayBeSum(name, kind));
  const rows: ReadRow[] = [];
  let mergedRows = 0;
  for (const { decimals = [], ...row } of kept) {
    yield;
    const cells = Array.from({ length: width }, (_, index) => {
      const cell = row.cells[index];
      if (cell === undefined) return '';
      return cell && decimals.includes(index) && isSum[index] ? `${cell}0` : cell;
    });
    rows.push({ ...row, cells });
    if (merged.some(({ top, bottom }) => row.number >= top && row.number <= bottom))
      mergedRows += 1;
  }
  return { rows, mergedRows };
}

/**
 * True for a column of sums, or one that a person may still choose for them. There a number with
 * three decimals is shown with a fourth, so that nobody takes its point for a mark of thousands.
 */
function mayBeSum<Name extends string>(name: Name | null | undefined, kind: TableKind<Name>) {
  const column = kind.columns.find((one) => one.name === name);
  return column === undefined || column.as === 'number';
}
