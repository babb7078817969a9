import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { MovingSheetKind } from '#contract/imports/moving-in.ts';
import { nameKey } from '#contract/people/people.ts';
import { seatStatuses } from '#contract/classes/enrolments.ts';
import type { Tx } from '#server/db/client.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { erasureTable } from '#server/db/tables/desk/erasures.table.ts';
import {
  movingRowTable,
  type moveTable,
  type MovingProblem,
} from '#server/db/tables/desk/moving-in.table.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { takeLocks, takePeopleImportLock, takeProductImportLock } from '#server/lib/locks.ts';
import type { MovedGuardian } from '#server/people/students/added-students.ts';
import { booksSince } from '#server/desk/moving-in/kinds/course-books.ts';
import { paySince } from '#server/desk/moving-in/kinds/teacher-pay.ts';
import { fieldsSince } from './changed-fields.ts';
import { closedSince } from './closed-records.ts';
import { OTHER_GUARDIANS, OTHER_PERSON } from './columns.ts';
import { textsOf, type RowRecord, type SheetRecord } from './effective-rows.ts';
import { familiesSince, parentsOfNew } from './families-since.ts';
import { guardianLike, readKnownGuardians, type KnownGuardians } from './like-guardians.ts';
import { ownChanges } from './own-changes.ts';
import { isOtherPerson, personLike, readKnownPeople, type LikelyPerson } from './like-people.ts';

type MoveRecord = typeof moveTable.$inferSelect;
/** What stands in the way of rows, by their id. */
export type Refused = Map<string, MovingProblem>;

function textIn(row: RowRecord, field: string): string {
  const value = row.input?.[field];
  return typeof value === 'string' ? value : '';
}

type Sheets = ReadonlyMap<string, SheetRecord>;

/** True for a row that was called another person, by hand or by a file with remarks. */
function isSaidOther(row: RowRecord, sheets: Sheets): boolean {
  const sheet = sheets.get(row.sheetId);
  const inFile = sheet && textsOf(row, sheet)[OTHER_PERSON];
  return isOtherPerson(row.edits[OTHER_PERSON] ?? inFile ?? '');
}

type Named = { _id: string; field: string; studentId: string };

/** Rows of students who were erased or merged into another one since the check. */
async function goneSince(tx: Tx, named: readonly Named[]): Promise<Refused> {
  const { _id, mergedIntoId } = studentTable;
  const kept = alias(studentTable, 'kept');
  const found = await tx
    .select({
      _id,
      code: kept.studentCode,
      isErased: sql<boolean>`exists (select from ${erasureTable} erased
        where erased.person_id in (${_id}, ${mergedIntoId}) and erased.done_at is not null)`,
    })
    .from(studentTable)
    .leftJoin(kept, eq(kept._id, mergedIntoId))
    .where(
      inArray(
        _id,
        named.map(({ studentId }) => studentId),
      ),
    );
  const byId = new Map(found.map((student) => [student._id, student]));
  const refused: Refused = new Map();
  for (const { _id: rowId, field, studentId } of named) {
    const { isErased = false, code = null } = byId.get(studentId) ?? {};
    if (isErased) refused.set(rowId, { field, error: 'personErased' });
    else if (code !== null) refused.set(rowId, { field, error: `personMerged:${code}` });
  }
  return refused;
}

/**
 * Rows whose record has another value by now than the one that the check has shown, so that nothing
 * which somebody wrote meanwhile is overwritten unseen.
 */
async function editedSince(tx: Tx, rows: readonly RowRecord[]): Promise<Refused> {
  const ids = rows.flatMap(({ recordId }) => recordId ?? []);
  const found = await tx.select().from(studentTable).where(inArray(studentTable._id, ids));
  const byId = new Map(found.map((student) => [student._id, student as Record<string, unknown>]));
  const refused: Refused = new Map();
  for (const { _id, recordId, changes } of rows) {
    const student = byId.get(recordId ?? '');
    const edited = ownChanges(changes).find(
      ([field, [before, after]]) => ![before, after].includes(student?.[field]),
    );
    if (student && edited) refused.set(_id, { field: edited[0], error: 'changedSinceCheck' });
  }
  return refused;
}

/** The phones of the guardians of some students, by student. */
async function guardianPhones(tx: Tx, ids: readonly string[]): Promise<Map<string, Set<string>>> {
  const { studentId, parentId } = guardianTable;
  const links = await tx
    .select({ studentId, phone: parentTable.phone })
    .from(guardianTable)
    .innerJoin(parentTable, eq(parentTable._id, parentId))
    .where(inArray(studentId, [...ids]));
  const phones = new Map<string, Set<string>>();
  for (const link of links)
    phones.set(link.studentId, (phones.get(link.studentId) ?? new Set()).add(link.phone));
  return phones;
}

/**
 * Students who are gone since the check, and those whom a desk has added, by their code or by name
 * and birthday or a guardian's phone.
 */
async function studentsSince(tx: Tx, rows: readonly RowRecord[], sheets: Sheets): Promise<Refused> {
  await takePeopleImportLock(tx);
  const added = rows.filter(({ _id, recordId }) => recordId === _id);
  const changed = rows.flatMap(({ _id, recordId }) =>
    recordId === null || recordId === _id
      ? []
      : [{ _id, field: 'studentCode', studentId: recordId }],
  );
  const parents = await parentsOfNew(tx, rows);
  await takeLocks(tx, { parents, students: changed.map(({ studentId }) => studentId) });
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
  const refused: Refused = new Map([
    ...(await editedSince(
      tx,
      rows.filter(({ state }) => state === 'changed'),
    )),
    ...(await familiesSince(tx, rows)),
    ...(await goneSince(tx, changed)),
  ]);
  const phones = await guardianPhones(
    tx,
    found.map(({ _id }) => _id),
  );
  for (const row of added) {
    const code = textIn(row, 'studentCode').toLowerCase();
    const day = row.input?.['dateOfBirth'] ?? null;
    const isOther = isSaidOther(row, sheets);
    const guardians = (row.input?.['guardians'] ?? []) as MovedGuardian[];
    const isLike = (one: (typeof found)[number]) =>
      day !== null && one.dateOfBirth !== null
        ? one.dateOfBirth === day
        : guardians.some(({ phone }) => phones.get(one._id)?.has(phone));
    const byCode = found.find(({ studentCode }) => studentCode.toLowerCase() === code);
    const byName = found.find((one) => one.nameKey === keyOf(row) && isLike(one));
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
  const refused = await goneSince(
    tx,
    rows.map((row) => ({ _id: row._id, field: 'student', studentId: textIn(row, 'studentId') })),
  );
  for (const { _id, capacity } of classes) {
    const seated = and(
      eq(enrolmentTable.classId, _id),
      inArray(enrolmentTable.status, [...seatStatuses]),
    );
    let taken = await tx.$count(enrolmentTable, seated);
    for (const row of rows) {
      if (textIn(row, 'classId') !== _id || textIn(row, 'status') === 'waitlisted') continue;
      if (refused.has(row._id)) continue;
      taken += 1;
      if (taken > capacity)
        refused.set(row._id, { field: 'class', error: `classTooFull:${taken} / ${capacity}` });
    }
  }
  return refused;
}

/** Products that somebody has added since the check, by their SKU. */
async function productsSince(tx: Tx, rows: readonly RowRecord[]): Promise<Refused> {
  await takeProductImportLock(tx);
  const added = rows.filter(({ _id, recordId }) => recordId === _id);
  const { sku } = productTable;
  const there = await tx
    .select({ sku })
    .from(productTable)
    .where(
      inArray(
        sku,
        added.map((row) => textIn(row, 'sku')),
      ),
    );
  const skus = new Set(there.map((product) => product.sku));
  const taken = added.filter((row) => skus.has(textIn(row, 'sku')));
  return new Map(taken.map(({ _id }) => [_id, { field: 'sku', error: 'taken' }]));
}

type AskedOf = MovedGuardian & { askedIn?: string; isOther?: boolean };

/** Guardians of a row who may have come to the branch since the check, and were not asked about. */
function guardianSince(row: RowRecord, known: KnownGuardians): MovingProblem | undefined {
  const guardians = (row.input?.['guardians'] ?? []) as AskedOf[];
  for (const guardian of guardians) {
    const field = guardian.askedIn ?? OTHER_GUARDIANS[0];
    const like = guardianLike(known, guardian);
    const isSaid = Boolean(guardian.parentId) || guardian.isOther === true;
    if (like && !isSaid)
      return { field, error: `likeGuardian:${like.label}`, choices: ['no', 'yes'] };
  }
  return undefined;
}

/** People of a list who may have come to the branch since the check. */
async function peopleSince(
  tx: Tx,
  { _id, list, branchId }: MoveRecord,
  { rows, sheets }: { rows: readonly RowRecord[]; sheets: Sheets },
): Promise<Refused> {
  const refused: Refused = new Map();
  await takePeopleImportLock(tx);
  const own = await tx
    .select({ id: movingRowTable.recordId, beside: movingRowTable.beside })
    .from(movingRowTable)
    .where(and(eq(movingRowTable.moveId, _id), eq(movingRowTable.state, 'in')));
  const people = rows.map(({ input }) => input as LikelyPerson);
  const branch = { branchId: branchId ?? '' };
  const known = await readKnownPeople(tx, list, {
    ...branch,
    people,
    besides: own.flatMap(({ id }) => id ?? []),
  });
  const guardians = rows.flatMap(({ input }) => (input?.['guardians'] ?? []) as AskedOf[]);
  const parents = await readKnownGuardians(tx, {
    ...branch,
    guardians,
    besides: new Set(own.flatMap(({ beside }) => beside)),
  });
  for (const row of rows) {
    const label = personLike(known, row.input as LikelyPerson);
    const guardian = guardianSince(row, parents);
    if (label !== undefined && !isSaidOther(row, sheets))
      refused.set(row._id, {
        field: OTHER_PERSON,
        error: `likePerson:${label}`,
        choices: ['yes'],
      });
    else if (guardian) refused.set(row._id, guardian);
  }
  return refused;
}

/** Classes of a teacher or an assistant who was erased since the check. */
async function teachersSince(tx: Tx, rows: readonly RowRecord[]): Promise<Refused> {
  const named = rows.flatMap((row) => {
    const assistants = (row.input?.['assistantIds'] ?? []) as string[];
    return [
      { row, field: 'teacher', teacherId: textIn(row, 'teacherId') },
      ...assistants.map((teacherId) => ({ row, field: 'assistants', teacherId })),
    ].filter(({ teacherId }) => teacherId !== '');
  });
  const { personId, doneAt } = erasureTable;
  const ids = named.map(({ teacherId }) => teacherId);
  const erased = await tx
    .select({ personId })
    .from(erasureTable)
    .where(and(inArray(personId, ids), isNotNull(doneAt)));
  const refused: Refused = new Map();
  for (const { row, field, teacherId } of named)
    if (erased.some((one) => one.personId === teacherId))
      refused.set(row._id, { field, error: 'personErased' });
  return refused;
}

/** Classes whose own price is another one by now than the check has shown. */
async function feesSince(tx: Tx, rows: readonly RowRecord[]): Promise<Refused> {
  const changed = rows.filter(({ input }) => input?.['feeBefore'] !== undefined);
  const { _id, feeId } = classTable;
  const ids = changed.flatMap(({ recordId }) => recordId ?? []);
  await takeLocks(tx, { classes: ids });
  const now = await tx.select({ _id, feeId }).from(classTable).where(inArray(_id, ids));
  const fees = new Map(now.map((row) => [row._id, row.feeId]));
  const edited = changed.filter(
    ({ recordId, input }) => fees.get(recordId ?? '') !== input?.['feeBefore'],
  );
  return new Map(edited.map((row) => [row._id, { field: 'fee', error: 'changedSinceCheck' }]));
}

const classesSince = async (tx: Tx, rows: readonly RowRecord[]): Promise<Refused> =>
  new Map([...(await feesSince(tx, rows)), ...(await teachersSince(tx, rows))]);

/** Courses whose books somebody has changed since the check. */
async function coursesSince(tx: Tx, rows: readonly RowRecord[]): Promise<Refused> {
  const problem = { field: 'books', error: 'changedSinceCheck' };
  return new Map((await booksSince(tx, rows)).map((_id) => [_id, problem]));
}

const ofCentre: Partial<
  Record<MovingSheetKind, (tx: Tx, rows: readonly RowRecord[], sheets: Sheets) => Promise<Refused>>
> = {
  students: studentsSince,
  enrolments: seatsSince,
  classes: classesSince,
  courses: coursesSince,
  teachers: paySince,
};

/** Rows that do not fit any more, because a desk has written something since the check. */
export async function refusedSince(
  tx: Tx,
  move: MoveRecord,
  slice: { kind: MovingSheetKind; rows: readonly RowRecord[]; sheets: Sheets },
): Promise<Refused> {
  const { kind, rows, sheets } = slice;
  if (move.list === 'products') return productsSince(tx, rows);
  if (move.list !== null) return peopleSince(tx, move, slice);
  const refused = (await ofCentre[kind]?.(tx, rows, sheets)) ?? new Map();
  // Whoever was erased or merged is archived too, and the other reason says more.
  return new Map([
    ...(await fieldsSince(tx, kind, rows)),
    ...(await closedSince(tx, kind, rows)),
    ...refused,
  ]);
}
