import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import {
  movingSheetKinds,
  type MoveUndone,
  type MovingSheetKind,
} from '#contract/imports/moving-in.ts';
import { MAX_TOLD } from '#contract/imports/imports.ts';
import type { Tx } from '#server/db/client.ts';
import {
  importKeyTable,
  movingRowTable,
  movingSheetTable,
  moveTable,
} from '#server/db/tables/desk/moving-in.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { isStillNeeded } from '#server/lib/database-error.ts';
import type { Writer } from '#server/lib/writer.ts';
import { changeMovedStudent } from '#server/people/students/added-students.ts';
import type { RowRecord } from './effective-rows.ts';
import { kindsOfSheets } from './moving-kinds.ts';
import { isStudentUnused, setAside } from './set-aside.ts';
import { unsigned } from './sign-move.ts';
import { undoMoney } from './undo-money.ts';

const SLICE = 200;

/** True for a record that was changed, or that something else needs. */
const isInUse = (error: unknown) =>
  isStillNeeded(error) || (error instanceof ApiError && error.code === 'importInUse');

/** Removes records behind savepoints; gives the ids of those that are in use, and stay. */
async function removeApart(
  tx: Tx,
  ids: readonly string[],
  remove: (tx: Tx, ids: readonly string[]) => Promise<void>,
): Promise<string[]> {
  if (ids.length === 0) return [];
  if (ids.length > SLICE) {
    const first = await removeApart(tx, ids.slice(0, SLICE), remove);
    return [...first, ...(await removeApart(tx, ids.slice(SLICE), remove))];
  }
  try {
    await tx.transaction((inner) => remove(inner, ids));
    return [];
  } catch (error) {
    if (!isInUse(error)) throw error;
    if (ids.length === 1) return [...ids];
    const half = Math.ceil(ids.length / 2);
    const first = await removeApart(tx, ids.slice(0, half), remove);
    return [...first, ...(await removeApart(tx, ids.slice(half), remove))];
  }
}

/** Puts back what rows have changed; gives the rows whose record has changed since. */
async function changeBack(
  writer: Writer,
  kind: MovingSheetKind,
  rows: readonly RowRecord[],
): Promise<RowRecord[]> {
  const own = kindsOfSheets[kind].changeBack;
  const kept: RowRecord[] = [];
  for (const row of rows) {
    const changes = Object.entries(row.changes ?? {});
    const { recordId, input } = row;
    if (recordId === null || changes.length === 0) continue;
    if (own) {
      const back = (tx: Tx) => own(tx, recordId, input ?? {});
      if ((await removeApart(writer.tx, [row._id], back)).length > 0) kept.push(row);
      continue;
    }
    const [now] = await writer.tx.select().from(studentTable).where(eq(studentTable._id, recordId));
    const isAsWritten = changes.every(
      ([field, [, after]]) => now?.[field as keyof typeof now] === after,
    );
    const before = Object.fromEntries(changes.map(([field, [old]]) => [field, old]));
    const isUsed = 'archived' in before && !(await isStudentUnused(writer.tx, recordId));
    if (isAsWritten && !isUsed)
      await changeMovedStudent(writer, recordId, before as never, row.changedVersion);
    else kept.push(row);
  }
  return kept;
}

/** The written rows of one kind, the newest first. */
function writtenRows(tx: Tx, moveId: string, kind: MovingSheetKind) {
  const ofKind = tx
    .select({ _id: movingSheetTable._id })
    .from(movingSheetTable)
    .where(and(eq(movingSheetTable.moveId, moveId), eq(movingSheetTable.kind, kind)));
  return tx
    .select()
    .from(movingRowTable)
    .where(and(inArray(movingRowTable.sheetId, ofKind), eq(movingRowTable.state, 'in')))
    .orderBy(desc(movingRowTable.position));
}

/** What an undo has done with the rows of one kind. */
type UndoneKind = {
  /** Rows whose record is in use, and stays. */
  kept: RowRecord[];
  removed: string[];
  /** Records that only money names, and that were archived. */
  archived: ReadonlySet<string>;
};

/** Takes back one kind; rows of `held` have money that stays. */
async function undoKind(
  writer: Writer,
  moveId: string,
  kind: MovingSheetKind,
  held: ReadonlySet<string>,
): Promise<UndoneKind> {
  const { tx } = writer;
  const { remove, removeBeside } = kindsOfSheets[kind];
  const rows = await writtenRows(tx, moveId, kind);
  const made = rows.filter(({ _id, recordId }) => _id === recordId && !held.has(_id));
  const archived = await setAside(
    tx,
    kind,
    made.map(({ _id }) => _id),
  );
  const used = new Set(
    await removeApart(
      tx,
      made.map(({ _id }) => _id).filter((_id) => !archived.has(_id)),
      remove,
    ),
  );
  const changed = await changeBack(
    writer,
    kind,
    rows.filter(({ _id, recordId }) => _id !== recordId && !held.has(_id)),
  );
  const beside = made.flatMap((row) => (used.has(row._id) ? [] : row.beside));
  if (removeBeside) {
    const left = await removeApart(tx, beside, removeBeside);
    if (kind === 'students') await setAside(tx, 'parents', left);
  }
  const kept = [...made.filter(({ _id }) => used.has(_id)), ...changed];
  const keptIds = new Set([...kept.map(({ _id }) => _id), ...held]);
  const removed = rows.map(({ _id }) => _id).filter((_id) => !keptIds.has(_id));
  return { kept, removed, archived };
}

/** Rolls back an undo that would leave something, and brings the list of it. */
class StillUsed extends Error {
  readonly kept: MoveUndone['kept'];
  constructor(kept: MoveUndone['kept']) {
    super('something is in use');
    this.kept = kept;
  }
}

/** Rows that were taken back can be written again; keys of archived records find them again. */
async function freeRows(tx: Tx, { removed, archived }: UndoneKind): Promise<void> {
  for (let at = 0; at < removed.length; at += SLICE) {
    const some = removed.slice(at, at + SLICE);
    const gone = some.filter((_id) => !archived.has(_id));
    await tx.delete(importKeyTable).where(inArray(importKeyTable.recordId, gone));
    await tx
      .update(movingRowTable)
      .set({ state: 'ready', beside: [] })
      .where(inArray(movingRowTable._id, some));
  }
}

async function undoAll(writer: Writer, moveId: string, others: boolean): Promise<MoveUndone> {
  const money = await undoMoney(writer, moveId);
  const kept: MoveUndone['kept'] = [...money.kept];
  const sums = { removed: 0, archived: 0 };
  for (const kind of movingSheetKinds.toReversed()) {
    if (kindsOfSheets[kind].stays) continue;
    const undone = await undoKind(writer, moveId, kind, money.held);
    kept.push(...undone.kept.map(({ name }) => ({ kind, name })));
    sums.removed += undone.removed.length;
    sums.archived += undone.archived.size;
    await freeRows(writer.tx, undone);
  }
  if (kept.length > 0 && !others) throw new StillUsed(kept);
  return { ...sums, kept: kept.slice(0, MAX_TOLD) };
}

/**
 * Takes back what a move has written: all of it, or with `others` all that nothing uses. If
 * something is in use without `others`, nothing is removed and the answer names it.
 */
export async function undoMove(
  writer: Writer,
  moveId: string,
  others: boolean,
): Promise<MoveUndone> {
  try {
    return await writer.tx.transaction(async (tx) => {
      const undone = await undoAll({ ...writer, tx }, moveId, others);
      await tx
        .update(moveTable)
        .set({ state: 'undone', endedAt: sql`now()`, ...unsigned })
        .where(eq(moveTable._id, moveId));
      return undone;
    });
  } catch (error) {
    if (error instanceof StillUsed)
      return { removed: 0, archived: 0, kept: error.kept.slice(0, MAX_TOLD) };
    throw error;
  }
}
