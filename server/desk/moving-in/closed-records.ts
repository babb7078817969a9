import { and, eq, inArray, notInArray, or, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { enrollingStatuses } from '#contract/classes/classes.ts';
import type { MovingSheetKind } from '#contract/imports/moving-in.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { courseFeeTable } from '#server/db/tables/catalogue/course-fees.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { roomTable } from '#server/db/tables/catalogue/rooms.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import type { MovingProblem } from '#server/db/tables/desk/moving-in.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';

type ClosingKind =
  | 'branch'
  | 'room'
  | 'fee'
  | 'course'
  | 'term'
  | 'teacher'
  | 'class'
  | 'product'
  | 'student'
  | 'parent';
type Closing = {
  table: PgTable & { _id: PgColumn };
  label: PgColumn;
  isClosed: SQL | undefined;
};

/** When a record of a kind is closed or archived, so that nothing new may name it. */
const closings: Record<ClosingKind, Closing> = {
  branch: { table: branchTable, label: branchTable.code, isClosed: eq(branchTable.active, false) },
  room: { table: roomTable, label: roomTable.name, isClosed: eq(roomTable.active, false) },
  fee: {
    table: courseFeeTable,
    label: courseFeeTable.name,
    isClosed: eq(courseFeeTable.active, false),
  },
  course: { table: courseTable, label: courseTable.code, isClosed: eq(courseTable.active, false) },
  term: {
    table: academicTermTable,
    label: academicTermTable.code,
    isClosed: eq(academicTermTable.status, 'archived'),
  },
  teacher: {
    table: teacherTable,
    label: teacherTable.teacherCode,
    isClosed: or(eq(teacherTable.archived, true), eq(teacherTable.status, 'left')),
  },
  // A draft is opened later, and its students stand in the old book already.
  class: {
    table: classTable,
    label: classTable.classCode,
    isClosed: notInArray(classTable.status, ['draft', ...enrollingStatuses]),
  },
  product: {
    table: productTable,
    label: productTable.sku,
    isClosed: eq(productTable.active, false),
  },
  student: {
    table: studentTable,
    label: studentTable.studentCode,
    isClosed: eq(studentTable.archived, true),
  },
  parent: {
    table: parentTable,
    label: parentTable.firstName,
    isClosed: eq(parentTable.archived, true),
  },
};

/** Names of closed records by their id; ids are unique over all kinds. */
export type ClosedRecords = Map<string, string>;

/** The closed records of a kind, or those among some ids. */
export async function readClosed(
  db: Db | Tx,
  kind: ClosingKind,
  ids?: readonly string[],
): Promise<ClosedRecords> {
  const { table, label, isClosed } = closings[kind];
  const from: PgTable = table;
  const rows = await db
    .select({ _id: table._id, label })
    .from(from)
    .where(and(isClosed, ids && inArray(table._id, [...ids])));
  return new Map(rows.map((row) => [String(row._id), String(row.label)]));
}

/** Nobody closes one of these before the rows that name them are written. */
async function holdOpen(tx: Tx, kind: ClosingKind, ids: readonly string[]): Promise<void> {
  const { table } = closings[kind];
  const from: PgTable = table;
  await tx
    .select({ _id: table._id })
    .from(from)
    .where(inArray(table._id, [...ids]))
    .orderBy(table._id)
    .for('share');
}

/** All closed records, for a check. */
export async function readAllClosed(db: Db | Tx): Promise<ClosedRecords> {
  const all: ClosedRecords = new Map();
  for (const kind of Object.keys(closings) as ClosingKind[])
    for (const [id, label] of await readClosed(db, kind)) all.set(id, label);
  return all;
}

/** `unless` is the other column of a row, beside which this one does not count. */
type Naming = { kind: ClosingKind; input: string; field: string; unless?: string };
const branch = (input = 'branchId', field = 'branch'): Naming => ({ kind: 'branch', input, field });
const course: Naming = { kind: 'course', input: 'courseId', field: 'course' };
const term: Naming = { kind: 'term', input: 'termId', field: 'term' };

/** The records that a new row of a sheet names, with the columns in which they stand. */
const namings: Partial<Record<MovingSheetKind, readonly Naming[]>> = {
  rooms: [branch()],
  courses: [{ kind: 'product', input: 'books', field: 'books' }],
  teachers: [branch('branchIds', 'branches')],
  accounts: [branch()],
  fees: [course, branch(), term],
  classes: [
    course,
    term,
    branch(),
    { kind: 'room', input: 'roomId', field: 'room' },
    { kind: 'teacher', input: 'teacherId', field: 'teacher' },
    { kind: 'teacher', input: 'assistantIds', field: 'assistants' },
    { kind: 'fee', input: 'feeId', field: 'fee' },
  ],
  drawers: [branch()],
  students: [branch('homeBranchId', 'homeBranch')],
  enrolments: [
    { kind: 'student', input: 'studentId', field: 'student' },
    { kind: 'class', input: 'classId', field: 'class' },
  ],
  balances: [
    { kind: 'student', input: 'studentId', field: 'student' },
    { kind: 'parent', input: 'parentId', field: 'payer', unless: 'studentId' },
    branch(),
  ],
};

/** Kinds of rows whose own record may be closed; those of students and classes bring it back. */
const ownKinds: Partial<Record<MovingSheetKind, { kind: ClosingKind; field: string }>> = {
  branches: { kind: 'branch', field: 'branchCode' },
  rooms: { kind: 'room', field: 'room' },
  courses: { kind: 'course', field: 'code' },
  terms: { kind: 'term', field: 'code' },
  teachers: { kind: 'teacher', field: 'teacherCode' },
  products: { kind: 'product', field: 'sku' },
};

/** A row as a check has found it, or as it is to be written. */
type NamingRow = {
  _id: string;
  recordId: string | null;
  state: string;
  input: Record<string, unknown> | null;
};

const isBook = (one: unknown): one is { productId: string } =>
  typeof one === 'object' && one !== null && 'productId' in one;

/** The ids that a row has under a name, alone, as a list, or in the books of a course. */
const idsIn = (input: Record<string, unknown>, name: string): string[] =>
  ([input[name]].flat() as unknown[])
    .map((one) => (isBook(one) ? one.productId : one))
    .filter((id): id is string => typeof id === 'string');

/** The ids of a row that must not be closed, with their columns. */
function namedBy(kind: MovingSheetKind, { _id, recordId, state, input }: NamingRow) {
  const own = ownKinds[kind];
  const isThere = recordId !== null && recordId !== _id;
  const ofRecord =
    own && isThere && ['changed', 'same'].includes(state)
      ? [{ kind: own.kind, field: own.field, id: recordId }]
      : [];
  // What is the same is not written again, whatever it names has closed since.
  if (!input || (isThere && state !== 'changed')) return ofRecord;
  const counts = ({ unless }: Naming) => unless === undefined || idsIn(input, unless).length === 0;
  const others = (namings[kind] ?? [])
    .filter(counts)
    .flatMap((one) =>
      idsIn(input, one.input).map((id) => ({ kind: one.kind, field: one.field, id })),
    );
  // A student who is there keeps the home branch.
  return kind === 'students' && isThere ? ofRecord : [...ofRecord, ...others];
}

/** What stands in the way of a row that names something closed; the check and the run ask this. */
export function closedIn(
  kind: MovingSheetKind,
  row: NamingRow,
  closed: ClosedRecords,
): MovingProblem | undefined {
  for (const { field, id } of namedBy(kind, row)) {
    const label = closed.get(id);
    if (label !== undefined) return { field, error: `closedRecord:${label}` };
  }
  return undefined;
}

/** Rows that name something that was closed or archived since the check, by their id. */
export async function closedSince(
  tx: Tx,
  kind: MovingSheetKind,
  rows: readonly NamingRow[],
): Promise<Map<string, MovingProblem>> {
  const named = rows.flatMap((row) => namedBy(kind, row));
  const closed: ClosedRecords = new Map();
  for (const of of new Set(named.map((one) => one.kind))) {
    const ids = [...new Set(named.filter((one) => one.kind === of).map(({ id }) => id))];
    await holdOpen(tx, of, ids);
    for (const [id, label] of await readClosed(tx, of, ids)) closed.set(id, label);
  }
  return new Map(
    rows.flatMap((row) => {
      const problem = closedIn(kind, row, closed);
      return problem ? [[row._id, problem] as const] : [];
    }),
  );
}
