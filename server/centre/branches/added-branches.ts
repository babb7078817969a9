import { branches, type BranchInput } from '#contract/centre/branches.ts';
import type { Tx } from '#server/db/client.ts';
import {
  addRecords,
  changeRecord,
  removeRecords,
  type RecordChange,
} from '#server/lib/added-rows.ts';
import type { Writer } from '#server/lib/writer.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { addBooks, removeBooks } from './first-book.ts';

/** Adds branches with their books and first drawers. */
export async function addBranches(
  writer: Writer,
  rows: readonly (BranchInput & { _id: string })[],
): Promise<void> {
  await addRecords(
    writer,
    branchTable,
    branches,
    rows.map(({ bankAccounts: _none, ...row }) => row),
  );
  await addBooks(
    writer.tx,
    rows.map(({ _id }) => _id),
  );
}

/** Changes fields of a branch but its code; gives its version. */
export const changeMovedBranch = (writer: Writer, _id: string, change: RecordChange) =>
  changeRecord(writer, branchTable, branches, _id, change);

/** Removes branches that nothing uses yet. */
export async function removeBranches(tx: Tx, ids: readonly string[]): Promise<void> {
  await removeBooks(tx, ids);
  await removeRecords(tx, branchTable, ids);
}
