import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '#server/db/client.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { searchText } from '#server/db/search-text.ts';
import { ApiError } from './api-error.ts';
import { recordAudits } from './audit.ts';
import type { Writer } from './writer.ts';

/** A table of records that people change. */
type Records = PgTable & { _id: PgColumn; version: PgColumn };
type Described = { name: string; search: readonly string[] };
type RowOf<Table extends PgTable> = Partial<Table['$inferInsert']> & { _id: string };

/** Adds many records at once, each with its search text and its entry in the audit log. */
export async function addRecords<Table extends Records>(
  { tx, actor }: Pick<Writer, 'tx' | 'actor'>,
  table: Table,
  { name, search }: Described,
  rows: readonly RowOf<Table>[],
): Promise<void> {
  await insertMany(
    tx,
    table,
    rows.map((row) => ({ ...row, search: searchText(row, search) })),
  );
  await recordAudits(
    tx,
    actor,
    rows.map((after) => ({ action: 'create', entity: name, entityId: after._id, after })),
  );
}

type Row = Record<string, unknown>;
/** Changed fields, and those that follow from the whole record. */
export type RecordChange = {
  change: Row;
  derived?: (after: Row) => Row;
  /** The version that the undone change made. */
  undoes?: number | null | undefined;
};

/**
 * Changes fields of one record, with its entry in the audit log; gives the version. With `undoes` a
 * record that nobody else has changed gets its version of before, because it is that record again.
 */
export async function changeRecord<Table extends Records & { updatedAt: PgColumn }>(
  { tx, actor }: Pick<Writer, 'tx' | 'actor'>,
  table: Table,
  { name, search }: Described,
  _id: string,
  { change, derived, undoes = null }: RecordChange,
): Promise<number | undefined> {
  const rows: PgTable = table;
  const which = eq(table._id, _id);
  const [before]: Row[] = await tx.select().from(rows).where(which).for('no key update');
  if (!before) return undefined;
  const after = { ...before, ...change };
  const version = Number(before['version']) + (before['version'] === undoes ? -1 : 1);
  const values: Row = {
    ...change,
    ...derived?.(after),
    search: searchText(after, search),
    version,
    updatedAt: sql`now()`,
  };
  await tx.update(rows).set(values).where(which);
  await recordAudits(tx, actor, [{ action: 'update', entity: name, entityId: _id, before, after }]);
  return version;
}

/**
 * Removes records that were just added; throws if somebody has changed one of them since.
 * `versions` are those that some records have without such a change.
 */
export async function removeRecords(
  tx: Tx,
  table: Records,
  ids: readonly string[],
  versions: ReadonlyMap<string, number> = new Map(),
): Promise<void> {
  const rows: PgTable = table;
  const ofBeginning = ids.filter((id) => !versions.has(id));
  const untouched = or(
    and(inArray(table._id, ofBeginning), eq(table.version, 1)),
    ...[...versions].map(([id, version]) => and(eq(table._id, id), eq(table.version, version))),
  );
  const removed = await tx.delete(rows).where(untouched).returning({ _id: table._id });
  if (removed.length < ids.length) throw new ApiError('importInUse');
}
