import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { MovingSheetKind } from '#contract/imports/moving-in.ts';
import type { Tx } from '#server/db/client.ts';
import {
  importKeyTable,
  movedMoneyTable,
  movingRowTable,
  movingSheetTable,
  type UndoneSoFar,
} from '#server/db/tables/desk/moving-in.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { isStillNeeded } from '#server/lib/database-error.ts';
import type { Writer } from '#server/lib/writer.ts';
import { readCourseUsers, readLedTo } from './course-users.ts';
import type { RowRecord } from './effective-rows.ts';
import { kindsOfSheets } from './moving-kinds.ts';
import { setAside } from './set-aside.ts';

/** What a slice of an undo has done, and where the next one begins. */
export type UndoneSlice = {
  rows: number;
  removed: number;
  archived: number;
  kept: UndoneSoFar['kept'];
} & Partial<Pick<UndoneSoFar, 'family' | 'below'>>;

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
    const { recordId, input, changes } = row;
    if (!own || recordId === null || Object.keys(changes ?? {}).length === 0) continue;
    const back = (tx: Tx) => own({ ...writer, tx }, recordId, input ?? {}, row);
    if ((await removeApart(writer.tx, [row._id], back)).length > 0) kept.push(row);
  }
  return kept;
}

/** The sheets of one kind of a move. */
const sheetsOf = (tx: Tx, moveId: string, kind: MovingSheetKind) =>
  tx
    .select({ _id: movingSheetTable._id })
    .from(movingSheetTable)
    .where(and(eq(movingSheetTable.moveId, moveId), eq(movingSheetTable.kind, kind)));

/**
 * The next written rows of one kind, the newest first; rows whose money stays are not among them.
 */
function nextRows(
  tx: Tx,
  {
    moveId,
    kind,
    below,
    size,
  }: { moveId: string; kind: MovingSheetKind; size: number } & Pick<UndoneSoFar, 'below'>,
) {
  const { position, _id } = movingRowTable;
  return tx
    .select()
    .from(movingRowTable)
    .where(
      and(
        inArray(movingRowTable.sheetId, sheetsOf(tx, moveId, kind)),
        eq(movingRowTable.state, 'in'),
        below === null
          ? undefined
          : sql`(${position}, ${_id}) < (${below.position}::int, ${below._id}::uuid)`,
        sql`not exists (select from ${movedMoneyTable} where row_id = ${_id})`,
      ),
    )
    .orderBy(desc(position), desc(_id))
    .limit(Math.min(size, kindsOfSheets[kind].mostRows ?? size));
}

/** Rows that were taken back can be written again; keys of archived records find them again. */
async function freeRows(
  tx: Tx,
  removed: readonly string[],
  archived: ReadonlySet<string>,
): Promise<void> {
  const gone = removed.filter((_id) => !archived.has(_id));
  await tx.delete(importKeyTable).where(inArray(importKeyTable.recordId, gone));
  await tx
    .update(movingRowTable)
    .set({ state: 'ready' })
    .where(inArray(movingRowTable._id, [...removed]));
}

/** Takes back the next rows of one kind; undefined when none is left. */
export async function undoRows(
  writer: Writer,
  of: { moveId: string; kind: MovingSheetKind; size: number } & Pick<UndoneSoFar, 'below'>,
): Promise<UndoneSlice | undefined> {
  const { tx } = writer;
  const { kind } = of;
  const rows = await nextRows(tx, of);
  const last = rows.at(-1);
  if (!last) return undefined;
  const made = rows.filter(({ _id, recordId }) => _id === recordId);
  const ids = made.map(({ _id }) => _id);
  const archived = await setAside(tx, kind, ids);
  const open = ids.filter((_id) => !archived.has(_id));
  const ledTo = await readLedTo(tx, { kind, moveId: of.moveId, ids: open });
  const used = new Set([
    ...ledTo.keys(),
    ...(await removeApart(
      tx,
      open.filter((_id) => !ledTo.has(_id)),
      kindsOfSheets[kind].remove,
    )),
  ]);
  const changed = await changeBack(
    writer,
    kind,
    rows.filter(({ _id, recordId }) => _id !== recordId),
  );
  const kept = [...made.filter(({ _id }) => used.has(_id)), ...changed];
  const keptIds = new Set(kept.map(({ _id }) => _id));
  const removed = rows.map(({ _id }) => _id).filter((_id) => !keptIds.has(_id));
  await kindsOfSheets[kind].removeParts?.(tx, removed);
  await freeRows(tx, removed, archived);
  const users = kind === 'courses' ? ledTo : await readCourseUsers(tx, { kind, ids: [...used] });
  return {
    rows: rows.length,
    removed: removed.length,
    archived: archived.size,
    kept: kept.map(({ _id, name }) => ({ kind, name, ...users.get(_id) })),
    below: { position: last.position, _id: last._id },
  };
}

/** Parents whom a child or a row of money names, and who therefore stay. */
async function namedParents(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const asked = sql`${sql.param([...ids])}::uuid[]`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select parent_id as id from guardians where parent_id = any(${asked})
    union select payer_parent_id from orders where payer_parent_id = any(${asked})
    union select payer_parent_id from payments where payer_parent_id = any(${asked})`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Removes records that came beside the rows of one kind, after all of these rows: the parents of
 * students, the categories of courses. Undefined when none is left.
 */
export async function undoBeside(
  { tx }: Writer,
  { moveId, kind, size }: { moveId: string; kind: MovingSheetKind; size: number },
): Promise<UndoneSlice | undefined> {
  const { removeBeside } = kindsOfSheets[kind];
  if (!removeBeside) return undefined;
  const rows = await tx
    .select({ _id: movingRowTable._id, beside: movingRowTable.beside })
    .from(movingRowTable)
    .where(
      and(
        inArray(movingRowTable.sheetId, sheetsOf(tx, moveId, kind)),
        eq(movingRowTable.state, 'ready'),
        sql`${movingRowTable.beside} <> '[]'::jsonb`,
      ),
    )
    .limit(size);
  if (rows.length === 0) return undefined;
  const beside = rows.flatMap((row) => row.beside);
  const stays = kind === 'students' ? await namedParents(tx, beside) : new Set<string>();
  if (kind === 'students') await setAside(tx, 'parents', [...stays]);
  await removeApart(
    tx,
    beside.filter((_id) => !stays.has(_id)),
    removeBeside,
  );
  await tx
    .update(movingRowTable)
    .set({ beside: [] })
    .where(
      inArray(
        movingRowTable._id,
        rows.map(({ _id }) => _id),
      ),
    );
  return { rows: rows.length, removed: 0, archived: 0, kept: [] };
}
