import { and, asc, eq, inArray, notInArray, or, sql } from 'drizzle-orm';
import type { MovingSheetKind } from '#contract/imports/moving-in.ts';
import { nameKey } from '#contract/people/people.ts';
import { seatStatuses } from '#contract/classes/enrolments.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import {
  importKeyTable,
  movingRowTable,
  movingSheetTable,
  moveTable,
  type MovingProblem,
} from '#server/db/tables/desk/moving-in.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { serverActor } from '#server/lib/audit.ts';
import { isRetryable } from '#server/lib/database-error.ts';
import { takeLocks, takePeopleImportLock } from '#server/lib/locks.ts';
import type { Writer } from '#server/lib/writer.ts';
import { changeMovedStudent } from '#server/people/students/added-students.ts';
import { checkMove } from './check-move.ts';
import { textsOf, type RowRecord, type SheetRecord } from './effective-rows.ts';
import { publicUser } from '#server/centre/users/public-user.ts';
import { kindsOfSheets } from './moving-kinds.ts';

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
  return { kind, rows: rows.filter((row) => kindOf(row) === kind), sheets: byId };
}

type Refused = Map<string, MovingProblem>;
function textIn(row: RowRecord, field: string): string {
  const value = row.input?.[field];
  return typeof value === 'string' ? value : '';
}

/** Students whom a desk has added since the check, by their code or by name and birthday. */
async function studentsSince(tx: Tx, rows: readonly RowRecord[]): Promise<Refused> {
  await takePeopleImportLock(tx);
  const added = rows.filter(({ _id, recordId }) => recordId === _id);
  const codes = added.map((row) => textIn(row, 'studentCode').toLowerCase()).filter(Boolean);
  const keyOf = (row: RowRecord) => nameKey(textIn(row, 'firstName'), textIn(row, 'lastName'));
  const found = await tx
    .select()
    .from(studentTable)
    .where(
      or(
        inArray(sql`lower(${studentTable.studentCode})`, codes),
        inArray(studentTable.nameKey, added.map(keyOf)),
      ),
    );
  const refused: Refused = new Map();
  for (const row of added) {
    const code = textIn(row, 'studentCode').toLowerCase();
    const day = row.input?.['dateOfBirth'] ?? null;
    const isOther = row.edits['otherPerson'] !== undefined;
    const byCode = found.find(({ studentCode }) => studentCode.toLowerCase() === code);
    // With a code of its own a row is another person, as the check has said already.
    const byName = found.find(
      (one) => code === '' && day !== null && one.nameKey === keyOf(row) && one.dateOfBirth === day,
    );
    if (byCode) refused.set(row._id, { field: 'studentCode', error: 'taken' });
    else if (byName && !isOther)
      refused.set(row._id, { field: 'otherPerson', error: `samePerson:${byName.studentCode}` });
  }
  return refused;
}

/** Places for which a class has no seat left, because a desk has sold some since the check. */
async function seatsSince(tx: Tx, rows: readonly RowRecord[]): Promise<Refused> {
  const classIds = [...new Set(rows.map((row) => textIn(row, 'classId')))];
  const students = rows.map((row) => textIn(row, 'studentId'));
  await takeLocks(tx, { classes: classIds, students });
  const classes = await tx.select().from(classTable).where(inArray(classTable._id, classIds));
  const refused: Refused = new Map();
  for (const { _id, capacity } of classes) {
    const seated = and(
      eq(enrolmentTable.classId, _id),
      inArray(enrolmentTable.status, [...seatStatuses]),
    );
    let taken = await tx.$count(enrolmentTable, seated);
    for (const row of rows) {
      if (textIn(row, 'classId') !== _id || textIn(row, 'status') === 'waitlisted') continue;
      taken += 1;
      if (taken > capacity)
        refused.set(row._id, { field: 'class', error: `classTooFull:${taken} / ${capacity}` });
    }
  }
  return refused;
}

const refusedSince: Partial<
  Record<MovingSheetKind, (tx: Tx, rows: readonly RowRecord[]) => Promise<Refused>>
> = { students: studentsSince, enrolments: seatsSince };

/** Writes some rows; gives the records that were added beside them. */
async function writeRows(
  writer: Writer,
  kind: MovingSheetKind,
  rows: readonly RowRecord[],
): Promise<Map<string, string[]>> {
  const added = rows.filter(({ _id, recordId }) => recordId === _id);
  const beside = await kindsOfSheets[kind].write(
    writer,
    added.map(({ _id, input }) => ({ _id, input: input ?? {} })),
  );
  const own = kindsOfSheets[kind].change;
  for (const { _id, recordId, changes, input } of rows.filter(({ state }) => state === 'changed')) {
    if (recordId === null) continue;
    if (own) {
      await own(writer, recordId, input ?? {});
      continue;
    }
    const change: Record<string, unknown> = {};
    for (const [field, [, value]] of Object.entries(changes ?? {})) change[field] = value;
    const changedVersion = await changeMovedStudent(writer, recordId, change);
    await writer.tx
      .update(movingRowTable)
      .set({ changedVersion })
      .where(eq(movingRowTable._id, _id));
  }
  return beside ?? new Map();
}

/**
 * Writes rows behind a savepoint. When one of them is refused by the database, the halves are tried
 * apart, until the bad row is alone and gets its problem.
 */
async function writeApart(
  writer: Writer,
  kind: MovingSheetKind,
  rows: readonly RowRecord[],
  refused: Refused,
): Promise<Map<string, string[]>> {
  if (rows.length === 0) return new Map();
  try {
    return await writer.tx.transaction((tx) => writeRows({ ...writer, tx }, kind, rows));
  } catch (error) {
    if (isRetryable(error)) throw error;
    const [only, another] = rows;
    if (only && !another) {
      refused.set(only._id, { field: '', error: 'notWritten' });
      return new Map();
    }
    const half = Math.ceil(rows.length / 2);
    const first = await writeApart(writer, kind, rows.slice(0, half), refused);
    const second = await writeApart(writer, kind, rows.slice(half), refused);
    return new Map([...first, ...second]);
  }
}

/** Marks what was written, and remembers the centre's own keys of the rows. */
async function markWritten(
  tx: Tx,
  { kind, rows, sheets }: Slice,
  refused: Refused,
  beside: Map<string, string[]>,
): Promise<void> {
  const marks = rows.map(({ _id }) => {
    const problem = refused.get(_id);
    return {
      ...{ id: _id, state: problem ? 'problem' : 'in', beside: beside.get(_id) ?? [] },
      problems: problem ? [problem] : [],
    };
  });
  await tx.execute(sql`
    update ${movingRowTable} kept
    set state = mark.state, beside = mark.beside, problems = mark.problems
    from json_populate_recordset(null::${movingRowTable}, ${JSON.stringify(marks)}) mark
    where kept.id = mark.id`);
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
  for (const row of await tx.select().from(movingRowTable).where(same)) {
    const sheet = sheets.get(row.sheetId);
    const rowKey = sheet ? (textsOf(row, sheet)['rowId'] ?? '') : '';
    const { recordId } = row;
    if (!sheet || sheet.kind === null || isOfMoney(sheet) || rowKey === '' || recordId === null)
      continue;
    keys.set(`${sheet.kind} ${rowKey}`, { kind: sheet.kind, rowKey, recordId });
  }
  for (const key of keys.values())
    await tx.insert(importKeyTable).values(key).onConflictDoNothing();
}

/**
 * Writes the next rows of a running move in one transaction; gives their number, 0 when the move is
 * done or was stopped.
 */
export function writeNextSlice(db: Db, moveId: string, size: number): Promise<number> {
  return db.transaction(async (tx) => {
    const [move] = await tx.select().from(moveTable).where(eq(moveTable._id, moveId)).for('update');
    if (move?.state !== 'running') return 0;
    const slice = await nextSlice(tx, moveId, size);
    if (!slice) {
      await keepKeysOfSame(tx, moveId);
      const hasMoney = (await sheetsOf(tx, moveId)).some(isOfMoney);
      await tx
        .update(moveTable)
        .set({ state: 'done', endedAt: sql`now()` })
        .where(eq(moveTable._id, moveId));
      // Rows of money that waited for people find them now.
      if (hasMoney) await checkMove(tx, move);
      return 0;
    }
    const writer = await writerOfMove(tx, move.userId);
    const refused = (await refusedSince[slice.kind]?.(tx, slice.rows)) ?? new Map();
    const rows = slice.rows.filter(({ _id }) => !refused.has(_id));
    const beside = await writeApart(writer, slice.kind, rows, refused);
    await markWritten(tx, slice, refused, beside);
    return slice.rows.length;
  });
}
