import { and, asc, eq, gte, inArray, ne, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/auth.ts';
import { isLive, type CancelPreview, type ClassCancel } from '#contract/class-changes.ts';
import { classes, enrollingStatuses, type SchoolClass } from '#contract/classes.ts';
import { addDays } from '#contract/timetable.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import { takeLocks } from '#server/lib/locks.ts';
import type { Written } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { beginEnrolments } from '#server/academic/enrolments/begin-enrolments.ts';
import { expireHolds } from '#server/academic/enrolments/expire-holds.ts';
import { noteStates } from '#server/academic/enrolments/note-states.ts';
import { requireNoTransfers } from '#server/academic/enrolments/open-transfers.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { seatsTaken, statusNow } from '#server/academic/classes/seats.ts';
import { refundPolicyOf } from '#server/desk/enrolment-changes/withdraw.service.ts';
import { studentName, studentTable } from '#server/db/tables/people/students.table.ts';
import {
  decideMoney,
  feeOfMoved,
  lockBillsOf,
  previewMoney,
  requireSameBills,
  settleCancelled,
} from './cancel-money.ts';
import { lockClasses, readClass } from '#server/academic/classes/class-reads.ts';
import { requireFree } from '#server/academic/classes/class-timetable.ts';
import { clashLocks } from '#server/academic/classes/clashes.ts';
import { overrideOf } from '#server/academic/classes/classes.service.ts';
import { classTable, classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { ordersCharging } from '#server/ledger/orders/leaving.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';

type Enrolment = typeof enrolmentTable.$inferSelect;

const seated = ['active', 'suspended', 'pending'] as const;

const coming = (classId: string, day: string) =>
  and(
    eq(classSessionTable.classId, classId),
    eq(classSessionTable.status, 'scheduled'),
    gte(classSessionTable.date, day),
  );

/**
 * The students of a class that is to be cancelled, and the classes of its course that could take
 * them.
 */
export async function previewCancel(
  db: Db,
  user: SignedInUser,
  _id: string,
): Promise<CancelPreview> {
  const ofClass = await readClass(db, user, _id);
  const day = await todayInLaos(db);
  const enrolments = await db
    .select({
      _id: enrolmentTable._id,
      studentId: studentTable._id,
      studentCode: studentTable.studentCode,
      ...studentName,
      status: statusNow,
      startDate: enrolmentTable.startDate,
    })
    .from(enrolmentTable)
    .innerJoin(studentTable, eq(studentTable._id, enrolmentTable.studentId))
    .where(eq(enrolmentTable.classId, _id))
    .orderBy(sql`lower(${studentTable.firstName})`, enrolmentTable._id);
  const isOther = and(
    eq(classTable.courseId, ofClass.courseId),
    ne(classTable._id, _id),
    ownBranchOnly(user, classTable.branchId),
    eq(classTable.branchId, ofClass.branchId),
  );
  const targets = await db
    .select({
      _id: classTable._id,
      classCode: classTable.classCode,
      startDate: classTable.startDate,
      slots: classTable.slots,
      seatsLeft: sql<number>`${classTable.capacity} - ${seatsTaken}`,
    })
    .from(classTable)
    .where(
      and(
        isOther,
        inArray(classTable.status, [...enrollingStatuses]),
        gte(classTable.endDate, day),
      ),
    )
    .orderBy(asc(classTable.classCode));
  const seatedNow = enrolments.filter(({ status }) =>
    (seated as readonly string[]).includes(status),
  );
  const { orders, moneyOf } = await previewMoney(db, user, _id, {
    day,
    students: seatedNow,
    targetIds: targets.map((one) => one._id),
  });
  return {
    orders,
    refundPolicy: await refundPolicyOf(db),
    sessions: await db.$count(classSessionTable, coming(_id, day)),
    waiting: enrolments.filter(({ status }) => status === 'waitlisted').length,
    students: seatedNow.map(({ _id: enrolmentId, startDate: _start, ...one }) => ({
      ...one,
      enrolmentId,
      money: moneyOf(enrolmentId),
    })),
    targets,
  };
}

/** Locks the cancelled class and all classes that take its students, in the order of their ids. */
async function lockAll(
  tx: Tx,
  user: SignedInUser,
  _id: string,
  { version, students }: ClassCancel,
) {
  const targetIds = students.flatMap(({ toClassId }) => toClassId?.toLowerCase() ?? []);
  if (targetIds.includes(_id)) throw fieldsInvalid({ students: 'invalid' });
  const locked = new Map(
    (await lockClasses(tx, user, [...new Set([_id, ...targetIds])])).map((one) => [one._id, one]),
  );
  const ofClass = locked.get(_id);
  if (!ofClass) throw new ApiError('notFound');
  if (ofClass.version !== version) throw new ApiError('versionConflict');
  return { ofClass, locked };
}

/**
 * Checks the classes that receive students: each accepts enrolments, is of the same course, and has
 * enough seats.
 */
function checkTargets(
  ofClass: SchoolClass,
  locked: ReadonlyMap<string, SchoolClass>,
  moves: readonly Move[],
): void {
  for (const [classId, target] of locked) {
    if (classId === ofClass._id) continue;
    const takes =
      (enrollingStatuses as readonly string[]).includes(target.status) &&
      target.courseId === ofClass.courseId &&
      target.branchId === ofClass.branchId;
    if (!takes) throw fieldsInvalid({ students: 'invalid' });
    const arriving = moves.filter(({ to }) => to === target).length;
    if (target.seatsTaken + arriving > target.capacity)
      throw new ApiError('classFull', { n: target.classCode });
  }
}

type Move = { enrolment: Enrolment; to: SchoolClass | undefined };

/**
 * Pairs each student of the class with their new class, in the order that was shown. Throws unless
 * the decisions cover exactly the current students.
 */
async function decisions(
  tx: Tx,
  ofClass: SchoolClass,
  locked: ReadonlyMap<string, SchoolClass>,
  decided: ClassCancel['students'],
): Promise<Move[]> {
  const rows = await tx
    .select()
    .from(enrolmentTable)
    .where(and(eq(enrolmentTable.classId, ofClass._id), inArray(statusNow, [...seated])));
  const enrolments = new Map(rows.map((one) => [one._id, one]));
  const chosen = new Map(
    decided.map(({ enrolmentId, toClassId }) => [
      enrolmentId.toLowerCase(),
      toClassId?.toLowerCase() ?? '',
    ]),
  );
  const moves = [...chosen].flatMap(([enrolmentId, toClassId]) => {
    const enrolment = enrolments.get(enrolmentId);
    return enrolment ? [{ enrolment, to: locked.get(toClassId) }] : [];
  });
  if (moves.length !== chosen.size || moves.length !== rows.length)
    throw new ApiError('classStudentsChanged');
  return moves;
}

type Fee = Partial<Pick<Enrolment, 'feeId' | 'price' | 'currency' | 'basis'>>;

/** Replaces an enrolment by one in another class; both refer to each other. */
async function transfer(
  tx: Tx,
  user: SignedInUser,
  { enrolment, to, fee }: { enrolment: Enrolment; to: SchoolClass; fee: Fee },
  { day, reason }: { day: string; reason: string },
): Promise<{ newId: string; audit: AuditEntry[] }> {
  const startDate = to.startDate > day ? to.startDate : day;
  const present = and(
    eq(enrolmentTable.classId, to._id),
    eq(enrolmentTable.studentId, enrolment.studentId),
    inArray(statusNow, ['waitlisted', ...seated]),
  );
  if ((await tx.$count(enrolmentTable, present)) > 0)
    throw fieldsInvalid({ students: 'personTwice' });
  const { _id, version: _version, createdAt: _created, updatedAt: _updated, ...kept } = enrolment;
  const values = {
    ...kept,
    ...fee,
    classId: to._id,
    termId: to.termId,
    startDate,
    endDate: null,
    transferFromId: _id,
    transferToId: null,
    enrolledById: user._id,
    statusReason: '',
  };
  const {
    added: [added],
    audit,
  } = await beginEnrolments(tx, [values], 'class');
  if (!added) throw new Error('The enrolment was added');
  const lastDay = addDays(startDate, -1);
  const left = {
    status: 'transferred' as const,
    endDate: lastDay > enrolment.startDate ? lastDay : enrolment.startDate,
    transferToId: added._id,
    statusReason: reason,
    seatHoldUntil: null,
  };
  await close(tx, enrolment, left);
  return {
    newId: added._id,
    audit: [
      {
        action: 'update',
        entity: 'enrolments',
        entityId: _id,
        before: enrolment,
        after: { ...enrolment, ...left },
      },
      ...audit,
    ],
  };
}

async function close(
  tx: Tx,
  { _id, version }: Enrolment,
  values: Partial<Enrolment>,
): Promise<void> {
  await tx
    .update(enrolmentTable)
    .set({ ...values, version: version + 1, updatedAt: sql`now()` })
    .where(eq(enrolmentTable._id, _id));
}

async function withdraw(
  tx: Tx,
  enrolment: Enrolment,
  { day, reason }: { day: string; reason: string },
): Promise<AuditEntry> {
  const status = enrolment.status === 'pending' ? ('cancelled' as const) : ('withdrawn' as const);
  const left = {
    status,
    endDate: day > enrolment.startDate ? day : enrolment.startDate,
    statusReason: reason,
    seatHoldUntil: null,
  };
  await close(tx, enrolment, left);
  return {
    action: 'update',
    entity: 'enrolments',
    entityId: enrolment._id,
    before: enrolment,
    after: { ...enrolment, ...left },
  };
}

/**
 * Ends the waiting list and the holds of a class that is over. Expired holds of an order are
 * written first; running ones must be settled at their order.
 */
export async function cancelWaiting(
  tx: Tx,
  user: SignedInUser,
  classId: string,
  reason: string,
): Promise<AuditEntry[]> {
  const expired = await expireHolds(tx, { which: eq(enrolmentTable.classId, classId) });
  const waits = and(
    eq(enrolmentTable.classId, classId),
    inArray(enrolmentTable.status, ['waitlisted', 'pending']),
  );
  const seen = await tx.select({ _id: enrolmentTable._id }).from(enrolmentTable).where(waits);
  await requireNoHolds(
    tx,
    seen.map(({ _id }) => _id),
  );
  const changed = {
    status: 'cancelled' as const,
    statusReason: reason,
    waitPosition: null,
    seatHoldUntil: null,
    version: sql`${enrolmentTable.version} + 1`,
    updatedAt: sql`now()`,
  };
  const ended = await tx.update(enrolmentTable).set(changed).where(waits).returning();
  await noteStates(
    tx,
    ended.map(({ _id }) => _id),
    { source: 'class', byId: user._id, reason },
  );
  return [
    ...expired,
    ...ended.map(({ _id, status }) => ({
      action: 'update',
      entity: 'enrolments',
      entityId: _id,
      before: { status: 'waitlisted' },
      after: { status, statusReason: reason },
    })),
  ];
}

type Ending = { day: string; reason: string; feeOf: (enrolmentId: string) => Fee };

/**
 * Carries out the decision about each student; returns the new enrolments by the old ones of those
 * who move.
 */
async function goThere(
  tx: Tx,
  user: SignedInUser,
  moves: readonly Move[],
  { feeOf, ...how }: Ending,
): Promise<{ newIds: ReadonlyMap<string, string>; audit: AuditEntry[] }> {
  const newIds = new Map<string, string>();
  const audit: AuditEntry[] = [];
  for (const { enrolment, to } of moves) {
    if (!to) audit.push(await withdraw(tx, enrolment, how));
    else {
      const moved = await transfer(tx, user, { enrolment, to, fee: feeOf(enrolment._id) }, how);
      newIds.set(enrolment._id, moved.newId);
      audit.push(...moved.audit);
    }
  }
  await noteStates(
    tx,
    moves.map(({ enrolment }) => enrolment._id),
    { source: 'class', byId: user._id, reason: how.reason },
  );
  return { newIds, audit };
}

/**
 * Expires old holds first, because the unique index on running enrolments counts them until their
 * end is written.
 */
const endHolds = (tx: Tx, moves: readonly Move[]) =>
  expireHolds(tx, {
    which: and(
      inArray(
        enrolmentTable.classId,
        moves.flatMap(({ to }) => to?._id ?? []),
      ),
      inArray(
        enrolmentTable.studentId,
        moves.map(({ enrolment }) => enrolment.studentId),
      ),
    ),
  });

/**
 * Cancels a class: cancels its future sessions, and moves or ends each enrolment together with its
 * money.
 */
export async function cancelClass(
  writer: Writer,
  _id: string,
  input: ClassCancel,
): Promise<Written<SchoolClass>> {
  const { tx, user } = writer;
  const bills = await lockBillsOf(writer, _id.toLowerCase(), input);
  const { ofClass, locked } = await lockAll(tx, user, _id.toLowerCase(), input);
  await requireSameBills(tx, ofClass._id, bills);
  if (!isLive(ofClass.status)) throw new ApiError('classOver');
  await requireNoTransfers(tx, ofClass._id);
  const day = await todayInLaos(tx);
  const moves = await decisions(tx, ofClass, locked, input.students);
  const audit = await endHolds(tx, moves);
  checkTargets(ofClass, locked, moves);
  await takeLocks(tx, {
    advisoryKeys: clashLocks({ studentIds: moves.map(({ enrolment }) => enrolment.studentId) }),
  });
  const { reason } = input;
  await tx
    .update(classSessionTable)
    .set({
      status: 'cancelled',
      reason,
      version: sql`${classSessionTable.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(coming(ofClass._id, day));
  const decided = bills ? await decideMoney(writer, bills, moves, input) : [];
  const feeOf = (enrolmentId: string) =>
    feeOfMoved(decided.find(({ place }) => place._id === enrolmentId)?.moved ?? []);
  const gone = await goThere(tx, user, moves, { day, reason, feeOf });
  audit.push(...gone.audit);
  if (bills)
    audit.push(...(await settleCancelled(writer, bills, decided, { newIds: gone.newIds, reason })));
  audit.push(...(await cancelWaiting(tx, user, ofClass._id, reason)));
  await requireStudentsFree(tx, moves, day, overrideOf(user, input.overrideReason));
  await tx
    .update(classTable)
    .set({
      status: 'cancelled',
      statusReason: reason,
      version: ofClass.version + 1,
      updatedAt: sql`now()`,
    })
    .where(eq(classTable._id, ofClass._id));
  const answer = await readClass(tx, user, ofClass._id);
  const overridden = input.overrideReason !== '' && { overrideReason: input.overrideReason };
  return {
    answer,
    audit: [
      {
        action: 'cancel',
        entity: classes.name,
        entityId: answer._id,
        before: ofClass,
        after: { ...answer, ...overridden },
      },
      ...audit,
    ],
  };
}

/** Throws if a moved student would be in two classes at the same time. */
async function requireStudentsFree(
  tx: Tx,
  moves: readonly Move[],
  day: string,
  override: string,
): Promise<void> {
  const targets = new Set(moves.flatMap(({ to }) => to ?? []));
  const questions = [];
  for (const target of targets) {
    const sessions = await tx
      .select({
        date: classSessionTable.date,
        start: classSessionTable.start,
        end: classSessionTable.end,
      })
      .from(classSessionTable)
      .where(coming(target._id, day));
    questions.push({
      sessions,
      studentIds: moves
        .filter(({ to }) => to === target)
        .map(({ enrolment }) => enrolment.studentId),
      exceptClassId: target._id,
    });
  }
  await requireFree(tx, questions, override);
}

const MOST_NAMED = 5;

/**
 * Throws while running orders hold some of these enrolments, and names the student and the order.
 */
export async function requireNoHolds(tx: Tx, enrolmentIds: readonly string[]): Promise<void> {
  const orderIds = await ordersCharging(tx, enrolmentIds);
  if (orderIds.length === 0) return;
  const { enrolmentId, orderId, studentId } = orderLineTable;
  const held = await tx
    .selectDistinct({
      firstName: studentTable.firstName,
      lastName: studentTable.lastName,
      number: orderTable.number,
    })
    .from(orderLineTable)
    .innerJoin(orderTable, eq(orderTable._id, orderId))
    .innerJoin(studentTable, eq(studentTable._id, studentId))
    .where(and(inArray(orderId, orderIds), inArray(enrolmentId, [...enrolmentIds])))
    .orderBy(orderTable.number);
  const named = held
    .slice(0, MOST_NAMED)
    .map(({ firstName, lastName, number }) => `${firstName} ${lastName} (${number})`);
  throw new ApiError('seatsHeld', {
    n: [...named, ...(held.length > MOST_NAMED ? ['…'] : [])].join(', '),
  });
}
