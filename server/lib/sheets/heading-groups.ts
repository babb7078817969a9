import type { ReadRow } from '#server/db/tables/desk/moving-in.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { headingKey } from './heading-key.ts';
import type { RawSheet } from './read-book.ts';
import { columnsIn, type FoundColumns, type HeadingGroup, type TableKind } from './table-kind.ts';

const textAt = ({ cells }: ReadRow, at: number) => cells[at] ?? '';

/** A row of headings below one of groups: its columns, and the heading of each. */
export type GroupedHead<Name extends string> = {
  columns: FoundColumns<Name>;
  headings: string[];
};

type Over<Name extends string> = { text: string; group: HeadingGroup<Name> | undefined };

/** For each column the group above it, which ends with its merged cell or before the next one. */
function groupsOver<Name extends string>(
  above: ReadRow,
  width: number,
  { merged }: RawSheet,
  kind: TableKind<Name>,
): (Over<Name> | undefined)[] {
  let over: Over<Name> | undefined;
  let end = 0;
  return Array.from({ length: width }, (_, at) => {
    const text = textAt(above, at);
    if (text !== '') {
      const key = headingKey(text);
      const group = kind.groups?.find(({ words }) =>
        words.some((word) => headingKey(word) === key),
      );
      const cell = merged.find(
        ({ top, bottom, left }) => above.number >= top && above.number <= bottom && left === at,
      );
      over = { text, group };
      end = cell ? cell.right : width;
    }
    return at <= end ? over : undefined;
  });
}

/** The columns below one group, as the kind names them there. */
function columnsBelow<Name extends string>(
  cells: readonly string[],
  { fields }: HeadingGroup<Name>,
  kind: TableKind<Name>,
): FoundColumns<Name> {
  const columns = kind.columns.filter(({ name }) => fields[name] !== undefined);
  return columnsIn(cells, { columns }).map((name) =>
    name === null ? null : (fields[name] ?? null),
  );
}

/**
 * The columns of two rows of headings where the upper one has a group of the kind, as `Parent`
 * above `Name` and `Phone`; undefined where it has none. A column with a heading in the upper row
 * only is read by that.
 */
export function groupedHead<Name extends string>(
  above: ReadRow | undefined,
  row: ReadRow,
  sheet: RawSheet,
  kind: TableKind<Name>,
): GroupedHead<Name> | undefined {
  if (!above || above.number !== row.number - 1 || (kind.groups ?? []).length === 0)
    return undefined;
  const width = Math.max(above.cells.length, row.cells.length);
  const over = groupsOver(above, width, sheet, kind);
  // A title such as "Parents" stands alone in the first column.
  const groups = new Set(over.flatMap((one, at) => (one?.group && textAt(row, at) ? [one] : [])));
  if (groups.size === 0 || (over[0]?.group && new Set(over).size === 1)) return undefined;
  const plain = Array.from({ length: width }, (_, at) =>
    over[at]?.group && textAt(row, at) !== '' ? '' : textAt(row, at) || textAt(above, at),
  );
  const columns = columnsIn(plain, kind);
  let found = 0;
  for (const one of groups) {
    if (!one.group) continue;
    const cells = over.map((other, at) => (other === one ? textAt(row, at) : ''));
    columnsBelow(cells, one.group, kind).forEach((name, at) => {
      if (name === null || columns.includes(name)) return;
      columns[at] = name;
      found += 1;
    });
  }
  if (found === 0) return undefined;
  const headings = plain.map((text, at) =>
    text === '' && textAt(row, at) !== '' ? `${over[at]?.text} / ${textAt(row, at)}` : text,
  );
  return { columns, headings };
}

const twoTables = (headings: readonly string[], rows: number) => {
  const list = headings.join(', ');
  return new ApiError('sheetTwoTables', {
    n: { en: `${list} (rows: ${rows})`, lo: `${list} (ແຖວ: ${rows})` },
  });
};

/**
 * Refuses a table beside another one with the same headings, and the name of a second person below
 * a heading that does not say who it is: nobody can tell whose the values are.
 */
export function refuseTwoTables<Name extends string>(
  {
    row,
    above,
    columns,
  }: { row: ReadRow; above: ReadRow | undefined; columns: FoundColumns<Name> },
  body: readonly ReadRow[],
  sheet: RawSheet,
  kind: TableKind<Name>,
): void {
  const keys = row.cells.map((cell) => headingKey(cell ?? ''));
  const free = keys.flatMap((key, at) =>
    key !== '' && (columns[at] ?? null) === null ? [at] : [],
  );
  const again = free.filter((at) =>
    keys.some((key, from) => from !== at && key === keys[at] && (columns[from] ?? null) !== null),
  );
  const over = above ? groupsOver(above, row.cells.length, sheet, kind) : [];
  const others = free.filter((at) => {
    const [name = null] = columnsIn([textAt(row, at)], kind);
    return (
      new Set(over).size > 1 &&
      over[at] !== over[0] &&
      name !== null &&
      kind.ownNames?.includes(name)
    );
  });
  const wrong = again.length > 1 ? again : others;
  if (wrong.length === 0) return;
  const rows = body.filter((one) => wrong.some((at) => textAt(one, at) !== '')).length;
  throw twoTables(
    wrong.map((at) => textAt(row, at)),
    rows,
  );
}
