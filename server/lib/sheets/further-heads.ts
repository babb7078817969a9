import type { ReadRow } from '#server/db/tables/desk/moving-in.table.ts';
import { headingKey } from './heading-key.ts';
import { columnsIn, mayBeHead, type FoundColumns, type TableKind } from './table-kind.ts';

type Cells = ReadRow['cells'];
const isText = (cell: string | null | undefined) => cell !== '' && cell !== undefined;

/**
 * The columns of a row of headings; undefined for a row of the table. More than half of its texts
 * are words of the kind, and together they can be its headings.
 */
export function headIn<Name extends string>(
  cells: Cells,
  kind: TableKind<Name>,
): FoundColumns<Name> | undefined {
  if (!mayBeHead(cells, kind)) return undefined;
  const columns = columnsIn(cells, kind);
  const names = columns.filter((name) => name !== null);
  return names.length * 2 > cells.filter(isText).length && kind.isHead(new Set(names))
    ? columns
    : undefined;
}

/** The headings of a list and the columns that they name; further headings may add some. */
export type TableHead<Name extends string> = { headings: string[]; columns: FoundColumns<Name> };

/** For each column of the list the index of its cell below these further headings. */
function placesUnder<Name extends string>(
  head: TableHead<Name>,
  cells: Cells,
  found: FoundColumns<Name>,
): (number | undefined)[] {
  const used = new Set<number>();
  const take = (at: number) => {
    if (at < 0 || used.has(at)) return undefined;
    used.add(at);
    return at;
  };
  const keys = cells.map((cell) => headingKey(cell ?? ''));
  const named = head.columns.map((name) => (name === null ? undefined : take(found.indexOf(name))));
  return named.map(
    (at, column) =>
      at ??
      take(
        keys.findIndex(
          (key, index) =>
            key !== '' && !used.has(index) && key === headingKey(head.headings[column] ?? ''),
        ),
      ),
  );
}

/**
 * Moves rows that stand below further headings, as on the second page of a printed list, to the
 * columns of the first ones. A column that only they have is added at the end.
 */
export function rowMover<Name extends string>(head: TableHead<Name>) {
  let places: (number | undefined)[] | undefined;
  const add = (at: number, heading = '', name: Name | null = null) => {
    head.headings.push(heading);
    head.columns.push(name);
    places?.push(at);
  };
  return {
    /** The rows from here on stand below these headings. */
    under: (cells: Cells, found: FoundColumns<Name>) => {
      places = placesUnder(head, cells, found);
      for (const [at, cell] of cells.entries())
        if (isText(cell) && !places.includes(at)) add(at, cell ?? '', found[at]);
    },
    move: (row: ReadRow): ReadRow => {
      if (!places) return row;
      for (const [at, cell] of row.cells.entries())
        if (isText(cell) && !places.includes(at)) add(at);
      const cellAt = (at: number | undefined) => {
        const cell = at === undefined ? '' : row.cells[at];
        return cell === undefined ? '' : cell;
      };
      const { decimals, ...moved } = row;
      const at = decimals?.map((column) => places?.indexOf(column) ?? -1);
      return { ...moved, cells: places.map(cellAt), ...(at && { decimals: at }) };
    },
  };
}
