import { and, asc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { MovingSheetKind } from '#contract/imports/moving-in.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import {
  importKeyTable,
  movingRowTable,
  movingSheetTable,
  moveTable,
} from '#server/db/tables/desk/moving-in.table.ts';
import { serverActor } from '#server/lib/audit.ts';
import { isRetryable } from '#server/lib/database-error.ts';
import type { Writer } from '#server/lib/writer.ts';
import { textsOf, type RowRecord, type SheetRecord } from './effective-rows.ts';
import { publicUser } from '#server/centre/users/public-user.ts';
import { checkingOf } from './move-state.ts';
import { kindsOfSheets } from './moving-kinds.ts';
import { mayGoOn, stopMove } from './right-of-move.ts';
import { refusedSince, type Refused } from './refused-since.ts';

/** Rows of one kind that are written in one transaction. */
type Slice = { kind: MovingSheetKind; rows: RowRecord[]; sheets: Map<string, SheetRecord> };

/** The person who began the move is the author of everything that it writes. */
export async function writerOfMove(tx: Tx, userId: string): Promise<Writer> {
  const [user] = await tx.select(publicUser).from(userTable).where(eq(userTable._id, userId));
  if (!user) throw new Error('The author of a move has no account');
  return { tx, user, actor: { ...serverActor, user } };
}

const sheetsOf = (tx: Tx, moveId: string): Promise<SheetRecord[]> =>
  tx.select().from(movingSheetTable).where(eq(movingSheetTable.moveId, moveId));

const isOfMoney = ({ kind }: SheetRecord) => kind !== null && kindsOfSheets[kind].isMoney === true;

/** The next rows in the order of the sheets, all of one kind. */
async function nextSlice(tx: Tx, moveId: string, size: number): Promise<Slice | undefined> {
  const sheets = await sheetsOf(tx, moveId);
  const ofMoney = sheets.filter(isOfMoney).map(({ _id }) => _id);
  const due = and(
    eq(movingRowTable.moveId, moveId),
    inArray(movingRowTable.state, ['ready', 'changed']),
    notInArray(movingRowTable.sheetId, ofMoney),
  );
  const rows = await tx
    .select()
    .from(movingRowTable)
    .where(due)
    .orderBy(asc(movingRowTable.position))
    .limit(size);
  const byId = new Map(sheets.map((sheet) => [sheet._id, sheet]));
  const kindOf = ({ sheetId }: RowRecord) => byId.get(sheetId)?.kind ?? null;
  const [first] = rows;
  const kind = first ? kindOf(first) : null;
  if (kind === null) return undefined;
  const own = rows.filter((row) => kindOf(row) === kind);
  return { kind, rows: own.slice(0, kindsOfSheets[kind].mostRows), sheets: byId };
}

type MoveRecord = typeof moveTable.$inferSelect;
type SliceOf = { kind: MovingSheetKind; move: MoveRecord };

/** Writes some rows; gives the records that were added beside them. */
async function writeRows(
  writer: Writer,
  { kind, move }: SliceOf,
  rows: readonly RowRecord[],
): Promise<Map<string, string[]>> {
  const added = rows.filter(({ _id, recordId }) => recordId === _id);
  const inputs = added.map(({ _id, input }) => ({ _id, input: input ?? {} }));
  const beside = new Map(await kindsOfSheets[kind].write(writer, inputs, move));
  for (const row of rows.filter(({ state }) => state === 'changed')) {
    const { _id, recordId, input } = row;
    if (recordId === null) continue;
    const made = await kindsOfSheets[kind].change?.(writer, recordId, input ?? {}, row);
    if (made?.beside) beside.set(_id, made.beside);
    if (typeof made?.version !== 'number') continue;
    await writer.tx
      .update(movingRowTable)
      .set({ changedVersion: made.version })
      .where(eq(movingRowTable._id, _id));
  }
  await kindsOfSheets[kind].writeParts?.(
    writer.tx,
    rows.flatMap(({ _id, recordId, input }) =>
      recordId === null ? [] : [{ _id, recordId, input: input ?? {} }],
    ),
  );
  return beside;
}

/**
 * Writes rows behind a savepoint. When one of them is refused by the database, the halves are tried
 * apart, until the bad row is alone and gets its problem.
 */
async function writeApart(
  writer: Writer,
  of: SliceOf,
  rows: readonly RowRecord[],
  refused: Refused,
): Promise<Map<string, string[]>> {
  if (rows.length === 0) return new Map();
  try {
    return await writer.tx.transaction((tx) => writeRows({ ...writer, tx }, of, rows));
  } catch (error) {
    if (isRetryable(error)) throw error;
    const [only, another] = rows;
    if (only && !another) {
      refused.set(only._id, { field: '', error: 'notWritten' });
      return new Map();
    }
    const half = Math.ceil(rows.length / 2);
    const first = await writeApart(writer, of, rows.slice(0, half), refused);
    const second = await writeApart(writer, of, rows.slice(half), refused);
    return new Map([...first, ...second]);
  }
}

/** What became of the rows of a slice; `same` has the records of those that are there by now. */
type Written = { refused: Refused; same: Map<string, string>; beside: Map<string, string[]> };

/** Marks what was written. */
async function markWritten(
  tx: Tx,
  { rows }: Slice,
  { refused, same, beside }: Written,
): Promise<void> {
  const marks = rows.map(({ _id, recordId, changes }) => {
    const problem = refused.get(_id);
    const record = same.get(_id);
    return {
      id: _id,
      record_id: record ?? recordId,
      changes: record ? null : changes,
      state: problem ? 'problem' : record ? 'same' : 'in',
      beside: beside.get(_id) ?? [],
      problems: problem ? [problem] : [],
    };
  });
  await tx.execute(sql`
    update ${movingRowTable} kept
    set state = mark.state, beside = mark.beside, problems = mark.problems,
      record_id = mark.record_id, changes = mark.changes
    from json_populate_recordset(null::${movingRowTable}, ${JSON.stringify(marks)}) mark
    where kept.id = mark.id`);
}

const sameSince = async (tx: Tx, kind: MovingSheetKind, rows: readonly RowRecord[]) =>
  (await kindsOfSheets[kind].sameSince?.(
    tx,
    rows.map(({ _id, input }) => ({ _id, input: input ?? {} })),
  )) ?? new Map<string, string>();

/** Remembers the centre's own keys of the rows that were written. */
async function keepKeys(tx: Tx, { kind, rows, sheets }: Slice, refused: Refused): Promise<void> {
  const keys = rows.flatMap((row) => {
    const sheet = sheets.get(row.sheetId);
    const rowKey = sheet ? (textsOf(row, sheet)['rowId'] ?? '') : '';
    const isKept = rowKey !== '' && row.recordId !== null && !refused.has(row._id);
    return isKept ? [{ kind, rowKey, recordId: row.recordId ?? '' }] : [];
  });
  const known = and(
    eq(importKeyTable.kind, kind),
    inArray(
      importKeyTable.rowKey,
      keys.map(({ rowKey }) => rowKey),
    ),
  );
  if (keys.length > 0) await tx.delete(importKeyTable).where(known);
  await insertMany(tx, importKeyTable, [...new Map(keys.map((key) => [key.rowKey, key])).values()]);
}

/** Remembers the centre's own keys of rows that were there already, once the move is done. */
async function keepKeysOfSame(tx: Tx, moveId: string): Promise<void> {
  const sheets = new Map((await sheetsOf(tx, moveId)).map((sheet) => [sheet._id, sheet]));
  const same = and(eq(movingRowTable.moveId, moveId), eq(movingRowTable.state, 'same'));
  const keys = new Map<string, typeof importKeyTable.$inferInsert>();
  const { sheetId, recordId: record, cells, edits } = movingRowTable;
  for (const row of await tx
    .select({ sheetId, recordId: record, cells, edits })
    .from(movingRowTable)
    .where(same)) {
    const sheet = sheets.get(row.sheetId);
    const rowKey = sheet ? (textsOf(row, sheet)['rowId'] ?? '') : '';
    const { recordId } = row;
    if (!sheet || sheet.kind === null || isOfMoney(sheet) || rowKey === '' || recordId === null)
      continue;
    keys.set(`${sheet.kind} ${rowKey}`, { kind: sheet.kind, rowKey, recordId });
  }
  await insertMany(tx, importKeyTable, [...keys.values()], { keepsOld: true });
}

/**
 * Writes the next rows of a running move in one transaction; gives their number, 0 when the move is
 * done or was stopped.
 */
export function writeNextSlice(
  db: Db,
  moveId: string,
  size: number,
  onBegin?: () => void,
): Promise<number> {
  return db.transaction(async (tx) => {
    onBegin?.();
    const [move] = await tx.select().from(moveTable).where(eq(moveTable._id, moveId)).for('update');
    if (move?.state !== 'running') return 0;
    if (!(await mayGoOn(tx, move))) {
      await stopMove(tx, moveId);
      return 0;
    }
    const slice = await nextSlice(tx, moveId, size);
    if (!slice) {
      if (move.list === null) await keepKeysOfSame(tx, moveId);
      const hasMoney = (await sheetsOf(tx, moveId)).some(isOfMoney);
      await tx
        .update(moveTable)
        // Rows of money that waited for people find them now.
        .set({ state: hasMoney ? checkingOf('done') : 'done', endedAt: sql`now()` })
        .where(eq(moveTable._id, moveId));
      return 0;
    }
    const writer = await writerOfMove(tx, move.userId);
    const refused = await refusedSince(tx, move, slice);
    const open = slice.rows.filter(({ _id }) => !refused.has(_id));
    const same = await sameSince(tx, slice.kind, open);
    const rows = open.filter(({ _id }) => !same.has(_id));
    const beside = await writeApart(writer, { kind: slice.kind, move }, rows, refused);
    await markWritten(tx, slice, { refused, same, beside });
    // The keys of a list are those of its file, not of the centre.
    if (move.list === null) await keepKeys(tx, { ...slice, rows }, refused);
    return slice.rows.length;
  });
}
