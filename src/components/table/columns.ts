import type { ReactNode } from 'react';
import type { Selection } from './use-selection.ts';

/**
 * One column of a list. 1 is always there, 2 leaves last and stands on a phone's card, 3 leaves first. The first column
 * of priority 1 is the record's name: it holds the link.
 */
export type Column<Row> = {
  field: keyof Row & string;
  label: string;
  priority: 1 | 2 | 3;
  /** Sums and counts stand at the end of their cell. */
  align?: 'end';
  /** A code, a phone, a day or a sum: in one piece, and never turned round by right-to-left text around it. */
  oneWay?: true;
  /** Hidden until somebody chooses it, where the columns can be chosen. */
  optional?: true;
  /** How the value reads; without it, as it is. */
  cell?: (row: Row) => ReactNode;
};

/** What stands in one cell. */
export function cellOf<Row>(column: Column<Row>, row: Row): ReactNode {
  if (column.cell) return column.cell(row);
  const value: unknown = row[column.field];
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

/** The column that names a record. */
export function nameColumn<Row>(columns: readonly Column<Row>[]): Column<Row> | undefined {
  return columns.find((column) => column.priority === 1);
}

/** What a table and its cards share. */
export type RowsProps<Row> = {
  /** The accessible name of the list. */
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** Where a record opens; without it the rows are only to be read. */
  open?: ((row: Row) => string) | undefined;
  /** The row to show as just saved. */
  savedId?: string | undefined;
  /** Draws all rows at once, for the printer. */
  whole?: boolean;
  /** Lets rows be chosen. */
  selection?: Selection | undefined;
};
