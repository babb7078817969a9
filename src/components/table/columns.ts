import type { ReactNode } from 'react';
import type { StatusTone } from '#src/components/page/status-mark.tsx';
import type { Selection } from './use-selection.ts';

/** A value in words: with `tone`, a state and its mark; `aside` stands muted behind it. */
export type Words = { text: string; tone?: StatusTone; aside?: string };

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
  words?: (row: Row) => Words | string;
  /** Where words do not do: buttons, several values. */
  cell?: (row: Row) => ReactNode;
};

/** A column whose cells can be written without React. */
export type WordColumn<Row> = Column<Row> & { cell?: never };

/** What a cell says, without what its column draws by itself. */
export function wordsOf<Row>({ field, words }: Column<Row>, row: Row): Words {
  const value: unknown = words ? words(row) : row[field];
  if (typeof value === 'object' && value !== null) return value as Words;
  return { text: typeof value === 'string' || typeof value === 'number' ? String(value) : '' };
}

/** The column that names a record. */
export function nameColumn<Column extends { priority: number }>(columns: readonly Column[]): Column | undefined {
  return columns.find((column) => column.priority === 1);
}

/** What a table and its cards share. */
export type RowsProps<Row, C extends Column<Row> = Column<Row>> = {
  /** The accessible name of the list. */
  label: string;
  rows: readonly Row[];
  columns: readonly C[];
  /** Where a record opens; without it the rows are only to be read. */
  open?: ((row: Row) => string) | undefined;
  /** The row to show as just saved. */
  savedId?: string | undefined;
  /** Draws all rows at once, for the printer. */
  whole?: boolean;
  /** Lets rows be chosen. */
  selection?: Selection | undefined;
};
