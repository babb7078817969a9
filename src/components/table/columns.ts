import type { ReactNode } from 'react';
import type { NavigateFunction } from 'react-router-dom';
import type { StatusTone } from '#src/components/page/status-mark.tsx';
import type { Selection } from './use-selection.ts';

/** What a cell says: with `tone`, a state and its mark; `aside` stands muted behind the text. */
export type CellText = { text: string; tone?: StatusTone; aside?: string };

/**
 * One column of a list. 1 is always there, 2 leaves last and stands on a phone's card, 3 leaves
 * first. The first column of priority 1 is the record's name: it holds the link.
 */
export type Column<Row> = {
  field: keyof Row & string;
  label: string;
  priority: 1 | 2 | 3;
  /** Sums and counts stand at the end of their cell. */
  align?: 'end';
  /**
   * A code, a phone, a day or a sum: in one piece, and never reversed by right-to-left text around
   * it.
   */
  ltrNoWrap?: true;
  /**
   * A figure that says nothing without its head: a card, which has no heads, writes it before it;
   * of some rows, where others have none.
   */
  isNamed?: true | ((row: Row) => boolean);
  /** Hidden until somebody chooses it, where the columns can be chosen. */
  optional?: true;
  /** What the cell says; without it, the value as it is. */
  text?: (row: Row) => CellText | string;
  /** Where a text does not do: several values, a mark before the text. */
  cell?: (row: Row) => ReactNode;
};

/** The text of a cell whose column does not draw it by itself. */
export function cellText<Row>({ field, text }: Column<Row>, row: Row): CellText {
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
 * One line of sums below the rows. `label` says which rows it adds up; a muted line covers more
 * than is on screen.
 */
export type SumLine<Row> = {
  label: string;
  isMuted?: boolean;
  sums: Partial<Record<keyof Row & string, ReactNode>>;
};

/**
 * What a table and its cards share. Memoise `columns`, `open` and `actions`: a row is drawn again
 * when one of them changes.
 */
export type RowsProps<Row> = {
  /** The accessible name of the list. */
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** Where a record opens; without it the rows are only to be read. */
  open?: ((row: Row) => string) | undefined;
  /** Buttons or a menu at the end of each row. */
  actions?: ((row: Row) => ReactNode) | undefined;
  /** Sums below the rows. */
  sums?: readonly SumLine<Row>[] | undefined;
  /** Lets rows be chosen. */
  selection?: Selection | undefined;
};

/** What one row is drawn from; two equal ones draw the same. */
export type RowProps<Row> = Pick<RowsProps<Row>, 'columns' | 'open' | 'actions'> & {
  row: Row;
  isSaved: boolean;
  isChecked: boolean;
  /**
   * Handed down, because a row that asks the router for it is drawn again at every change of the
   * address.
   */
  navigate: NavigateFunction;
  /** Chooses the row; undefined where rows cannot be chosen. */
  onCheck: ((id: string) => void) | undefined;
};
