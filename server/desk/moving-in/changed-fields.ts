import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, ne, notInArray, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { SchoolClass } from '#contract/classes/classes.ts';
import { dayInLaos } from '#contract/dates.ts';
import type { MovingSheetKind } from '#contract/imports/moving-in.ts';
import { decidesLessons } from '#server/academic/academic-terms/added-terms.ts';
import { begunClasses, plansSessions } from '#server/academic/classes/added-classes.ts';
import { isPlanTaken } from '#server/academic/classes/taken-plan.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { roomTable } from '#server/db/tables/catalogue/rooms.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import {
  movingRowTable,
  movingSheetTable,
  type MovingProblem,
} from '#server/db/tables/desk/moving-in.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import type { MovingKind } from '#server/desk/moving-in/kinds/moving-kind.ts';
import { usedPay } from '#server/desk/moving-in/kinds/teacher-pay.ts';
import type { RecordChange } from '#server/lib/added-rows.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Writer } from '#server/lib/writer.ts';
import type { RowRecord } from './effective-rows.ts';
import type { ChangedField, KnownRecord } from './known-fields.ts';

// Rows that change fields of a record which is there: a run writes what the check has shown, and
// taking back puts it back, unless somebody has changed one of these fields meanwhile.

const tables = {
  branches: branchTable,
  rooms: roomTable,
  courses: courseTable,
  teachers: teacherTable,
  terms: academicTermTable,
  classes: classTable,
} as const satisfies Partial<Record<MovingSheetKind, PgTable & { _id: PgColumn }>>;
type FieldedKind = keyof typeof tables;

const isFielded = (kind: MovingSheetKind): kind is FieldedKind => kind in tables;

type Input = Record<string, unknown> | null;

/** The fields that a row changes. */
export const fieldsIn = (input: Input): ChangedField[] =>
  Array.isArray(input?.['fields']) ? (input['fields'] as ChangedField[]) : [];

const valuesOf = (fields: readonly ChangedField[], when: 'before' | 'after'): KnownRecord =>
  Object.fromEntries(fields.map((one) => [one.field, one[when]]));

/** True for a field with the value of before or after. */
const isUntouched = ({ field, before, after }: ChangedField, now: KnownRecord): boolean =>
  [before, after].some((value) => isDeepStrictEqual(now[field], value));

/** The same when it is taken back; a course that the undo has removed is nobody's next one. */
const mayGoBack = (one: ChangedField, now: KnownRecord): boolean =>
  isUntouched(one, now) || (one.field === 'nextCourseId' && now[one.field] === null);

/** The records with these ids, which nobody changes until the transaction ends. */
async function lockRecords(
  tx: Tx,
  kind: FieldedKind,
  ids: readonly string[],
): Promise<Map<string, KnownRecord>> {
  const table = tables[kind];
  const rows: PgTable = table;
  const found: KnownRecord[] = await tx
    .select()
    .from(rows)
    .where(inArray(table._id, [...ids]))
    .orderBy(table._id)
    .for('no key update');
  return new Map(found.map((record) => [String(record['_id']), record]));
}

/** Rows whose record has another value by now than the one that the check has shown. */
export async function fieldsSince(
  tx: Tx,
  kind: MovingSheetKind,
  rows: readonly RowRecord[],
): Promise<Map<string, MovingProblem>> {
  const refused = new Map<string, MovingProblem>();
  const changed = rows.filter(
    ({ input, recordId, state }) =>
      state === 'changed' && recordId !== null && fieldsIn(input).length > 0,
  );
  if (!isFielded(kind) || changed.length === 0) return refused;
  const ids = changed.map(({ recordId }) => recordId ?? '');
  const records = await lockRecords(tx, kind, ids);
  for (const { _id, recordId, input } of changed) {
    const now = records.get(recordId ?? '');
    const edited = fieldsIn(input).find((one) => !now || !isUntouched(one, now));
    if (edited) refused.set(_id, { field: edited.column, error: 'changedSinceCheck' });
  }
  return refused;
}

/** Writes the fields of a record through the module that owns it; gives the version. */
export type WriteFields = (
  writer: Writer,
  _id: string,
  change: RecordChange,
) => Promise<number | undefined>;

/** How rows of a kind change fields of their record, and how these are put back. */
export const byFields = (
  kind: FieldedKind,
  write: WriteFields,
): Required<Pick<MovingKind, 'change' | 'changeBack'>> => ({
  async change(writer, recordId, input) {
    const fields = fieldsIn(input);
    if (fields.length === 0) return undefined;
    return { version: await write(writer, recordId, { change: valuesOf(fields, 'after') }) };
  },
  async changeBack(writer, recordId, input, { changedVersion: undoes }) {
    const fields = fieldsIn(input);
    if (fields.length === 0) return;
    const now = (await lockRecords(writer.tx, kind, [recordId])).get(recordId);
    if (!now || !fields.every((one) => mayGoBack(one, now))) throw new ApiError('importInUse');
    await write(writer, recordId, { change: valuesOf(fields, 'before'), undoes });
  },
});

type ChangedRow = { recordId: string | null; input: Input };

/** The records of rows that changed one of some fields. */
const changedIn = (rows: readonly ChangedRow[], isOne: (fields: string[]) => boolean): string[] =>
  rows
    .filter(({ input }) => isOne(fieldsIn(input).map(({ field }) => field)))
    .map(({ recordId }) => recordId ?? '');

/** The terms that have a class by now, beside those that go with this move. */
async function termsInUse(db: Db, moveId: string, ids: string[]): Promise<ReadonlySet<string>> {
  const { _id, termId } = classTable;
  const made = db
    .select({ recordId: movingRowTable.recordId })
    .from(movingRowTable)
    .where(and(eq(movingRowTable.moveId, moveId), eq(movingRowTable.recordId, movingRowTable._id)));
  const rows = await db
    .selectDistinct({ termId })
    .from(classTable)
    .where(and(inArray(termId, ids), notInArray(_id, made)));
  return new Set(rows.map((row) => row.termId));
}

/** The classes that a move has made or changed, which an undo puts back one after another. */
async function classesOfMove(db: Db, moveId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ _id: classTable._id })
    .from(classTable)
    .innerJoin(movingRowTable, eq(movingRowTable.recordId, classTable._id))
    .where(and(eq(movingRowTable.moveId, moveId), eq(movingRowTable.state, 'in')));
  return new Set(rows.map(({ _id }) => _id));
}

/**
 * The classes that have begun since, and those whose plan of before would need somebody or a room
 * that another class has by now. Clashes within the move are left to the slices.
 */
async function classesGoneOn(
  db: Db,
  moveId: string,
  rows: readonly ChangedRow[],
  byId: ReadonlyMap<string, KnownRecord>,
): Promise<ReadonlySet<string>> {
  const planned = changedIn(rows, plansSessions);
  if (planned.length === 0) return new Set();
  const gone = new Set(await begunClasses(db, planned, dayInLaos()));
  const besides = await classesOfMove(db, moveId);
  for (const { recordId, input } of rows) {
    const now = byId.get(recordId ?? '') as SchoolClass | undefined;
    if (!now || gone.has(now._id) || !planned.includes(now._id)) continue;
    const before = { ...now, ...valuesOf(fieldsIn(input), 'before') };
    if (await isPlanTaken(db, now, before, besides)) gone.add(now._id);
  }
  return gone;
}

/** Records that no undo puts back: a class that went on since, a term that has a class by now. */
async function goneOn(
  db: Db,
  { moveId, kind }: { moveId: string; kind: FieldedKind },
  rows: readonly ChangedRow[],
  byId: ReadonlyMap<string, KnownRecord>,
): Promise<ReadonlySet<string>> {
  if (kind === 'classes') return classesGoneOn(db, moveId, rows, byId);
  if (kind === 'terms') return termsInUse(db, moveId, changedIn(rows, decidesLessons));
  return new Set();
}

/**
 * Rows that changed a field, or a pay, which somebody has changed since, or what a class or a term
 * has gone on with.
 */
export async function usedFields(
  db: Db,
  moveId: string,
): Promise<{ kind: MovingSheetKind; name: string }[]> {
  const used: { kind: MovingSheetKind; name: string }[] = [];
  const { recordId, input, name, position, state, sheetId } = movingRowTable;
  for (const kind of Object.keys(tables) as FieldedKind[]) {
    const table = tables[kind];
    const records: PgTable = table;
    const written = and(
      eq(movingRowTable.moveId, moveId),
      eq(movingSheetTable.kind, kind),
      eq(state, 'in'),
      ne(recordId, movingRowTable._id),
      sql`${input} -> 'fields' is not null`,
    );
    const rows = await db
      .select({ recordId, input, name })
      .from(movingRowTable)
      .innerJoin(movingSheetTable, eq(movingSheetTable._id, sheetId))
      .where(written)
      .orderBy(position);
    const ids = rows.map((row) => row.recordId ?? '');
    const found: KnownRecord[] = await db.select().from(records).where(inArray(table._id, ids));
    const byId = new Map(found.map((record) => [String(record['_id']), record]));
    const paid = await usedPay(db, rows, dayInLaos());
    const later = await goneOn(db, { moveId, kind }, rows, byId);
    for (const row of rows) {
      const id = row.recordId ?? '';
      const now = byId.get(id);
      const isEdited = !now || fieldsIn(row.input).some((one) => !mayGoBack(one, now));
      if (isEdited || paid.has(id) || later.has(id)) used.push({ kind, name: row.name });
    }
  }
  return used;
}
