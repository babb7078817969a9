import { and, asc, desc, eq, inArray, ne, not, or } from 'drizzle-orm';
import {
  sumsOfOpening,
  type OpeningMoney,
  type OpeningSums,
} from '#contract/imports/opening-sums.ts';
import type { VisitRates } from '#contract/desk/visit-prices.ts';
import { feeOfOpening } from '#server/catalogue/course-fees/opening-fee.ts';
import { newestRates } from '#server/catalogue/exchange-rates/newest-rate.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import {
  movedMoneyTable,
  movingRowTable,
  movingSheetTable,
} from '#server/db/tables/desk/moving-in.table.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import type { Payer } from '#server/ledger/orders/payer-account.ts';
import type { BalanceInput } from '#server/desk/moving-in/kinds/balances.kind.ts';
import { readClosed } from './closed-records.ts';
import { placeMoneyKey } from './known-keys.ts';
import { likeWrittenSince } from './like-debts.ts';
import { peopleNow } from './people-now.ts';
import { isVoidedMoney } from './voided-money.ts';

type DueCourse = { nameEn: string; nameLo: string };

/** The money of one row, ready to be written. */
export type DueMoney = {
  rowId: string;
  key: string;
  money: OpeningMoney;
  branchId: string;
  payer: Payer;
  studentId: string | null;
  enrolmentId: string | null;
  /** The price by which a place goes on that is paid by the month or the session. */
  feeId: string | null;
  course: DueCourse;
  rate: string;
  rateId: string | null;
  sums: OpeningSums;
};

/**
 * A row of money whose student or place is not in yet, or that may be written already, with its
 * branch where it is known.
 */
export type WaitingMoney = {
  rowId: string;
  branchId: string | null;
  money: OpeningMoney;
  sums: OpeningSums;
  /** False while its currency has no rate; its sums are then 0. */
  hasRate: boolean;
};

/** Money in a currency without a rate waits for one. */
const NO_SUMS: OpeningSums = { owedLAK: 0, creditLAK: 0, unearnedLAK: 0 };
const NO_COURSE: DueCourse = { nameEn: '', nameLo: '' };

/**
 * Rows of a move, or some of its rows, with money that is not written, in the order of the file;
 * `elsewhere` are those that another move has written since this one was checked.
 */
async function unwritten(db: Db | Tx, moveId: string, only?: readonly string[]) {
  const isPlace = and(
    eq(movingSheetTable.kind, 'enrolments'),
    inArray(movingRowTable.state, ['ready', 'in', 'same']),
  );
  const isBalance = and(eq(movingSheetTable.kind, 'balances'), eq(movingRowTable.state, 'ready'));
  const rows = await db
    .select({ row: movingRowTable, kind: movingSheetTable.kind, written: movedMoneyTable.key })
    .from(movingRowTable)
    .innerJoin(movingSheetTable, eq(movingSheetTable._id, movingRowTable.sheetId))
    .leftJoin(movedMoneyTable, eq(movedMoneyTable.rowId, movingRowTable._id))
    .where(
      and(
        // With both, all rows of the move may be read for a few.
        only ? inArray(movingRowTable._id, [...only]) : eq(movingRowTable.moveId, moveId),
        or(isPlace, isBalance),
      ),
    )
    .orderBy(asc(movingRowTable.position));
  const open = rows.filter(({ row, written }) => row.money !== null && written === null);
  const keys = open.flatMap(({ row }) => (row.input as Partial<BalanceInput> | null)?.key ?? []);
  const others = await db
    .select({ key: movedMoneyTable.key })
    .from(movedMoneyTable)
    .where(and(inArray(movedMoneyTable.key, keys), not(isVoidedMoney)));
  const isWritten = new Set<unknown>(others.map(({ key }) => key));
  const due = open.filter(
    ({ row }) => !isWritten.has((row.input as Partial<BalanceInput> | null)?.key),
  );
  return { due, elsewhere: open.length - due.length };
}

/** The payer of each student: the guardian who pays and was not erased, else the student. */
async function payersOf(db: Db | Tx, ids: readonly string[]): Promise<Map<string, Payer>> {
  const { studentId, parentId, isPayer, position } = guardianTable;
  const payers = new Map<string, Payer>(
    ids.map((_id) => [_id, { payerParentId: null, payerStudentId: _id }]),
  );
  const links = await db
    .select({ studentId, parentId })
    .from(guardianTable)
    .where(inArray(studentId, [...ids]))
    .orderBy(desc(isPayer), asc(position));
  const parents = await peopleNow(
    db,
    parentTable,
    links.map((link) => link.parentId),
  );
  const seen = new Set<string>();
  for (const link of links) {
    const payerParentId = parents.get(link.parentId);
    if (payerParentId === undefined || seen.has(link.studentId)) continue;
    seen.add(link.studentId);
    payers.set(link.studentId, { payerParentId, payerStudentId: null });
  }
  return payers;
}

async function placesOf(db: Db | Tx, ids: readonly string[]) {
  const rows = await db
    .select({
      _id: enrolmentTable._id,
      studentId: enrolmentTable.studentId,
      status: enrolmentTable.status,
      branchId: enrolmentTable.branchId,
      nameEn: courseTable.nameEn,
      nameLo: courseTable.nameLo,
      code: classTable.classCode,
      monthFeeId: feeOfOpening('month'),
      sessionFeeId: feeOfOpening('session'),
    })
    .from(enrolmentTable)
    .innerJoin(courseTable, eq(courseTable._id, enrolmentTable.courseId))
    .innerJoin(classTable, eq(classTable._id, enrolmentTable.classId))
    .where(inArray(enrolmentTable._id, [...ids]));
  const { enrolmentId } = orderLineTable;
  const billed = await db
    .selectDistinct({ enrolmentId })
    .from(orderLineTable)
    .innerJoin(orderTable, eq(orderTable._id, orderLineTable.orderId))
    .where(and(inArray(enrolmentId, [...ids]), ne(orderTable.state, 'void')));
  const isBilled = new Set(billed.map((row) => row.enrolmentId));
  const isRunning = new Set(['active', 'suspended']);
  return new Map(
    rows
      .filter(({ _id, status }) => isRunning.has(status) && !isBilled.has(_id))
      .map((row) => [row._id, row]),
  );
}

type Unwritten = Awaited<ReturnType<typeof unwritten>>['due'][number];
type Places = Awaited<ReturnType<typeof placesOf>>;
type Place = Places extends Map<string, infer One> ? One : never;
type Known = {
  rates: VisitRates;
  payers: Map<string, Payer>;
  /** The records that stand for students and parents now. */
  students: Map<string, string>;
  parents: Map<string, string>;
  places: Places;
  /** Rows like a balance that another sheet has written since. */
  asked: ReadonlySet<string>;
};

const inputOf = ({ row }: Unwritten) => (row.input ?? {}) as Partial<BalanceInput>;
const isPlace = ({ kind }: Unwritten) => kind === 'enrolments';

/** Everything that some rows name, as it is in the database now. */
async function knownOf(
  db: Db | Tx,
  rows: readonly Unwritten[],
  rates?: VisitRates,
): Promise<Known> {
  const places = await placesOf(
    db,
    rows.flatMap((one) => (isPlace(one) ? (one.row.recordId ?? []) : [])),
  );
  const named = rows.flatMap((one) => inputOf(one).studentId ?? []);
  const students = await peopleNow(db, studentTable, named);
  // Nobody would find the debt of somebody who was archived since the check.
  const archived = await readClosed(db, 'student', [...students.values()]);
  for (const [id, now] of students) if (archived.has(now)) students.delete(id);
  const payers = rows.flatMap((one) => inputOf(one).parentId ?? []);
  const parents = await peopleNow(db, parentTable, payers);
  const closed = await readClosed(db, 'parent', [...parents.values()]);
  for (const [id, now] of parents) if (closed.has(now)) parents.delete(id);
  return {
    rates: rates ?? (await newestRates(db)),
    places,
    students,
    parents,
    payers: await payersOf(db, [...new Set(students.values())]),
    asked: await likeWrittenSince(
      db,
      rows.map(({ row }) => row),
    ),
  };
}

/** The payer of a row, once there is one. */
function payerOf(one: Unwritten, { payers, students, parents }: Known): Payer | undefined {
  const { studentId, parentId } = inputOf(one);
  if (studentId) return payers.get(students.get(studentId) ?? '');
  const payerParentId = parents.get(parentId ?? '');
  return payerParentId === undefined ? undefined : { payerParentId, payerStudentId: null };
}

function feeIn(money: OpeningMoney, place: Place | undefined): string | null {
  if (money.kind !== 'place' || !place) return null;
  return money.paidUntil === null ? place.sessionFeeId : place.monthFeeId;
}

function dueOf(one: Unwritten, money: OpeningMoney, known: Known): DueMoney | WaitingMoney {
  const { row } = one;
  const { currency } = money;
  const newest = currency === 'LAK' ? undefined : known.rates[currency];
  const [rate, rateId] = [newest?.rate ?? '1', newest?.rateId ?? null];
  const hasRate = currency === 'LAK' || newest !== undefined;
  const sums = hasRate ? sumsOfOpening(money, rate) : NO_SUMS;
  const { studentId: named, branchId = null, key = '' } = inputOf(one);
  const studentId = known.students.get(named ?? '') ?? null;
  const place = isPlace(one) ? known.places.get(row.recordId ?? '') : undefined;
  const payer = payerOf(one, known);
  const isOpen = known.asked.has(row._id) || (isPlace(one) && !place);
  if (!hasRate || !payer || branchId === null || isOpen)
    return { rowId: row._id, branchId, money, sums, hasRate };
  return {
    rowId: row._id,
    money,
    branchId,
    payer,
    studentId,
    rate,
    rateId,
    sums,
    key: place ? placeMoneyKey(place._id) : key,
    enrolmentId: place?._id ?? null,
    feeId: feeIn(money, place),
    course: place ?? NO_COURSE,
  };
}

/**
 * The money of a move, or of some of its rows: what can be written now, and what waits for its
 * people. The page shows it before, and the write reads the same behind its locks. `rates` are
 * those that the move will have brought by then; `toCheck` counts the rows whose money another move
 * has written, or may have, so that only the next check says what they are.
 */
export async function readDueMoney(
  db: Db | Tx,
  moveId: string,
  { only, rates }: { only?: readonly string[]; rates?: VisitRates } = {},
): Promise<{ due: DueMoney[]; waiting: WaitingMoney[]; toCheck: number }> {
  const { due: rows, elsewhere } = await unwritten(db, moveId, only);
  const known = await knownOf(db, rows, rates);
  const all = rows.flatMap((one) => (one.row.money ? [dueOf(one, one.row.money, known)] : []));
  return {
    due: all.flatMap((one) => ('payer' in one ? [one] : [])),
    waiting: all.flatMap((one) => ('payer' in one ? [] : [one])),
    toCheck: elsewhere + known.asked.size,
  };
}

/** The rows of each payer together. */
export function byPayer(due: readonly DueMoney[]): DueMoney[][] {
  const groups = new Map<string, DueMoney[]>();
  for (const one of due) {
    const { payerParentId, payerStudentId } = one.payer;
    const key = `${payerParentId ?? ''} ${payerStudentId ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}
