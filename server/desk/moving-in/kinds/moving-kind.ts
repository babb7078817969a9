import type * as z from 'zod/mini';
import type { FieldError } from '#contract/field-errors.ts';
import type { Tx } from '#server/db/client.ts';
import type { moveTable, movingRowTable } from '#server/db/tables/desk/moving-in.table.ts';
import type { Writer } from '#server/lib/writer.ts';
import type { KnownRecords } from '#server/desk/moving-in/known-records.ts';
import type { CheckedMovingRow, MovingRowCheck } from '#server/desk/moving-in/row-check.ts';

/** A row that is to be written: the record with its id, as the check has read it. */
export type MovingInput = { _id: string; input: Record<string, unknown> };

/** A row that was written, with the record that it added or changed. */
type PartsOfRow = MovingInput & { recordId: string };

/** A row that changes a record, as it is stored. */
export type ChangingRow = Pick<
  typeof movingRowTable.$inferSelect,
  '_id' | 'changes' | 'changedVersion'
>;

/** What a change has made: the version of its record, and records that were added beside it. */
export type ChangeMade = { version?: number | null | undefined; beside?: string[] };

type MoveRecord = typeof moveTable.$inferSelect;

/** One kind of sheet: how its rows are checked, written and taken back. */
export type MovingKind = {
  check: (row: MovingRowCheck, known: KnownRecords) => CheckedMovingRow;
  /**
   * Looks up what the row names or may be among rows of its own sheet, after all of them were
   * checked. Only then is it known which taught texts have become names.
   */
  finish?: (
    row: MovingRowCheck,
    checked: CheckedMovingRow,
    taught: (field: string) => string,
    of: { known: KnownRecords; sheetId: string },
  ) => CheckedMovingRow;
  /** The most rows of a slice, for rows that bring many records with them. */
  mostRows?: number;
  /** True for sheets of money alone, which a run of people and places leaves to the next step. */
  isMoney?: true;
  /**
   * Rows whose record has come since the check and says the same, with that record. They are not
   * written.
   */
  sameSince?: (tx: Tx, rows: readonly MovingInput[]) => Promise<Map<string, string>>;
  /** Adds the records of a slice; gives the ids of records that were added beside them. */
  write: (
    writer: Writer,
    rows: readonly MovingInput[],
    move: Pick<MoveRecord, 'list' | 'branchId'>,
  ) => Promise<Map<string, string[]> | undefined>;
  /** Removes added records; throws if one of them was changed or is in use. */
  remove: (tx: Tx, ids: readonly string[]) => Promise<void>;
  /** Writes what hangs on the records of new and changed rows, after both. */
  writeParts?: (tx: Tx, rows: readonly PartsOfRow[]) => Promise<void>;
  /** Removes that of rows that were taken back; `remove` does it for added records. */
  removeParts?: (tx: Tx, rowIds: readonly string[]) => Promise<void>;
  /** Writes what a row changes of a record; gives what this has made. */
  change?: (
    writer: Writer,
    recordId: string,
    input: Record<string, unknown>,
    row: ChangingRow,
  ) => Promise<ChangeMade | undefined>;
  /**
   * Puts that back; throws if something has come since. A record with the version that moves have
   * made gets its version of before.
   */
  changeBack?: (
    writer: Writer,
    recordId: string,
    input: Record<string, unknown>,
    row: ChangingRow,
  ) => Promise<void>;
  /** True for rows of a history, which stay when a move is taken back. */
  stays?: true;
  /** Removes records that were added beside the rows' own, after all kinds. */
  removeBeside?: (tx: Tx, ids: readonly string[]) => Promise<void>;
};

/** Parses what a row says by the schema of the form, with each error beside its column. */
export function parsed<Schema extends z.ZodMiniType>(
  row: MovingRowCheck,
  schema: Schema,
  values: Record<string, unknown>,
  columns: Record<string, string> = {},
): z.output<Schema> | undefined {
  const read = schema.safeParse(values);
  if (read.success) return read.data;
  for (const { path, message } of read.error.issues) {
    const [field = ''] = path.map(String);
    row.fail(columns[field] ?? field, message as FieldError);
  }
  return undefined;
}
