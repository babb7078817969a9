import type { ReactNode } from 'react';
import type { NavigateFunction } from 'react-router-dom';
import { type MarkTone } from '#src/components/kit/mark.tsx';
import type { Selection } from './use-selection.ts';

/** The content of a cell: `tone` adds a state's mark, `aside` follows muted. */
export type CellText = {
  text: string;
  tone?: MarkTone;
  aside?: string;
  /** A muted second line; compact rows leave it out. */
  under?: string;
  /** A code behind `under`, never broken, which cards leave out. */
  code?: string;
  /** A state that is not the usual one, at the end of the second line. */
  state?: { label: string; tone: MarkTone } | undefined;
  /** The picture of a person before the name, or the initials; the id is null without one. */
  face?: { name: string; fileId: string | null };
};

/**
 * A column of a list. Priority 1 always shows, 2 is hidden last and shows on a phone's card, 3 is
 * hidden first. The first column of priority 1 is the record's name and holds the link.
 */
export type ListColumn<Row> = {
  field: keyof Row & string;
  label: string;
  priority: 1 | 2 | 3;
  /** Sums and counts align at the end of their cell. */
  align?: 'end';
  /**
   * A code, a phone number, a day or a sum: never broken, and never reversed by right-to-left text
   * around it.
   */
  ltrNoWrap?: true;
  /**
   * True for a figure that needs its heading. A card has no headings, so it writes the heading
   * before the figure; a function limits this to some rows.
   */
  isNamed?: true | ((row: Row) => boolean);
  /** False for a column that a card has no room for, whatever its priority. */
  onCard?: false;
  /** Hidden until somebody chooses it in the column panel. */
  optional?: true;
  /** The text of the cell; by default the plain value. */
  text?: (row: Row) => CellText | string;
  /** The content of the cell if text is not enough: several values, or a mark before the text. */
  cell?: (row: Row) => ReactNode;
};

/** The text of a cell in a column without `cell`. */
export function cellText<Row>({ field, text }: ListColumn<Row>, row: Row): CellText {
  const value: unknown = text ? text(row) : row[field];
  if (typeof value === 'object' && value !== null) return value as CellText;
  return { text: typeof value === 'string' || typeof value === 'number' ? String(value) : '' };
}

/** The column that names a record. */
export function nameColumn<Column extends { priority: number }>(
  columns: readonly Column[],
): Column | undefined {
  return columns.find((column) => column.priority === 1);
}

/**
 * A line of sums below the rows. `label` names the rows it adds up; a muted line covers more rows
 * than are on screen.
 */
export type SumLine<Row> = {
  label: string;
  isMuted?: boolean;
  sums: Partial<Record<keyof Row & string, ReactNode>>;
};

/**
 * The props that a table and its cards share. Memoise `columns`, `open` and `actions`, because rows
 * are drawn again when one of them changes.
 */
export type RowsProps<Row> = {
  /** The accessible name of the list. */
  label: string;
  rows: readonly Row[];
  columns: readonly ListColumn<Row>[];
  /** The address of a record; without it the rows do not open. */
  open?: ((row: Row) => string) | undefined;
  /** Buttons or a menu at the end of each row. */
  actions?: ((row: Row) => ReactNode) | undefined;
  /** Sums below the rows. */
  sums?: readonly SumLine<Row>[] | undefined;
  /** Lets rows be selected. */
  selection?: Selection | undefined;
};

/** The props of one row; equal props draw the same. */
export type RowProps<Row> = Pick<RowsProps<Row>, 'columns' | 'open' | 'actions'> & {
  row: Row;
  isSaved: boolean;
  isChecked: boolean;
  /**
   * Passed down, because a row that gets it from the router is drawn again at every change of the
   * address.
   */
  navigate: NavigateFunction;
  /** Selects the row; undefined if rows cannot be selected. */
  onCheck: ((id: string) => void) | undefined;
};
