import { and, asc, eq, gte, inArray, ne, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/auth.ts';
import { isLive, type CancelPreview, type ClassCancel } from '#contract/class-changes.ts';
import { classes, enrollingStatuses, type SchoolClass } from '#contract/classes.ts';
import { addDays } from '#contract/timetable.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import type { Written } from '#server/lib/write.ts';
import { enrolmentTable } from '#server/modules/enrolments/enrolments.table.ts';
import { seatsTaken, statusNow } from '#server/modules/enrolments/seats.ts';
import { studentTable } from '#server/modules/students/students.table.ts';
import { lockClass, readClass } from './class-reads.ts';
import { requireFree, today } from './class-timetable.ts';
import { overrideOf } from './classes.service.ts';
import { classTable, sessionOfClassTable } from './classes.table.ts';

type Place = typeof enrolmentTable.$inferSelect;

const seated = ['active', 'suspended', 'pending'] as const;

const coming = (classId: string, day: string) =>
  and(eq(sessionOfClassTable.classId, classId), eq(sessionOfClassTable.status, 'scheduled'), gte(sessionOfClassTable.date, day));

/** Whom the end of a class concerns, and the classes of its course to which they could go. */
export async function previewCancel(db: Db, user: SignedInUser, _id: string): Promise<CancelPreview> {
  const ofClass = await readClass(db, user, _id);
  const day = await today(db);
  const places = await db
    .select({ enrolmentId: enrolmentTable._id, studentId: studentTable._id, studentCode: studentTable.studentCode, firstName: studentTable.firstName, lastName: studentTable.lastName, nickname: studentTable.nickname, status: statusNow })
    .from(enrolmentTable)
    .innerJoin(studentTable, eq(studentTable._id, enrolmentTable.studentId))
    .where(eq(enrolmentTable.classId, _id))
    .orderBy(sql`lower(${studentTable.firstName})`, enrolmentTable._id);
  const isOther = and(eq(classTable.courseId, ofClass.courseId), ne(classTable._id, _id), ownBranchOnly(user, classTable.branchId), eq(classTable.branchId, ofClass.branchId));
  const targets = await db
    .select({ _id: classTable._id, classCode: classTable.classCode, startDate: classTable.startDate, slots: classTable.slots, seatsLeft: sql<number>`${classTable.capacity} - ${seatsTaken}` })
    .from(classTable)
    .where(and(isOther, inArray(classTable.status, [...enrollingStatuses]), gte(classTable.endDate, day)))
    .orderBy(asc(classTable.classCode));
  return {
    sessions: await db.$count(sessionOfClassTable, coming(_id, day)),
    waiting: places.filter(({ status }) => status === 'waitlisted').length,
    students: places.filter(({ status }) => (seated as readonly string[]).includes(status)),
    targets,
  };
}

/** All classes a cancelling touches, locked in the order of their ids; the cancelled one and where its students go. */
async function lockAll(tx: Tx, user: SignedInUser, _id: string, { version, students }: ClassCancel) {
  const targetIds = students.flatMap(({ toClassId }) => toClassId?.toLowerCase() ?? []);
  if (targetIds.includes(_id)) throw fieldsInvalid({ students: 'invalid' });
  const locked = new Map<string, SchoolClass>();
  for (const classId of [...new Set([_id, ...targetIds])].sort()) {
    locked.set(classId, await lockClass(tx, user, classId, classId === _id ? version : undefined));
  }
  const ofClass = locked.get(_id);
  if (!ofClass) throw new ApiError('notFound');
  return { ofClass, locked };
}

/** Every class that gets students: it takes them, has the course, and has a seat for each. */
function checkTargets(ofClass: SchoolClass, locked: ReadonlyMap<string, SchoolClass>, moves: readonly Move[]): void {
  for (const [classId, target] of locked) {
    if (classId === ofClass._id) continue;
    const takes = (enrollingStatuses as readonly string[]).includes(target.status) && target.courseId === ofClass.courseId && target.branchId === ofClass.branchId;
    if (!takes) throw fieldsInvalid({ students: 'invalid' });
    const arriving = moves.filter(({ to }) => to === target).length;
    if (target.seatsTaken + arriving > target.capacity) throw new ApiError('classFull', { n: target.classCode });
  }
}

type Move = { place: Place; to: SchoolClass | undefined };

/** Each student of the class with where they go; throws unless exactly those were decided about who are there now. */
async function decisions(tx: Tx, ofClass: SchoolClass, locked: ReadonlyMap<string, SchoolClass>, decided: ClassCancel['students']): Promise<Move[]> {
  const places = await tx.select().from(enrolmentTable).where(and(eq(enrolmentTable.classId, ofClass._id), inArray(statusNow, [...seated])));
  const chosen = new Map(decided.map(({ enrolmentId, toClassId }) => [enrolmentId.toLowerCase(), toClassId?.toLowerCase() ?? null]));
  const isSame = chosen.size === places.length && places.every(({ _id }) => chosen.has(_id));
  if (!isSame) throw new ApiError('classStudentsChanged');
  return places.map((place) => ({ place, to: locked.get(chosen.get(place._id) ?? '') }));
}

/** A place in another class for one in the class that ends; both point at each other. */
async function transfer(tx: Tx, user: SignedInUser, { place, to }: { place: Place; to: SchoolClass }, { day, reason }: { day: string; reason: string }): Promise<AuditEntry[]> {
  const startDate = to.startDate > day ? to.startDate : day;
  const present = and(eq(enrolmentTable.classId, to._id), eq(enrolmentTable.studentId, place.studentId), inArray(statusNow, ['waitlisted', ...seated]));
  if ((await tx.$count(enrolmentTable, present)) > 0) throw fieldsInvalid({ students: 'personTwice' });
  const { _id, version: _version, createdAt: _created, updatedAt: _updated, ...kept } = place;
  const values = { ...kept, classId: to._id, termId: to.termId, startDate, endDate: null, transferFromId: _id, transferToId: null, enrolledById: user._id, statusReason: '' };
  const [added] = await tx.insert(enrolmentTable).values(values).returning();
  const lastDay = addDays(startDate, -1);
  const left = { status: 'transferred' as const, endDate: lastDay > place.startDate ? lastDay : place.startDate, transferToId: added?._id ?? null, statusReason: reason, seatHoldUntil: null };
  await close(tx, place, left);
  return [
    { action: 'update', entity: 'enrolments', entityId: _id, before: place, after: { ...place, ...left } },
    { action: 'create', entity: 'enrolments', entityId: String(added?._id), after: added },
  ];
}

async function close(tx: Tx, { _id, version }: Place, values: Partial<Place>): Promise<void> {
  await tx.update(enrolmentTable).set({ ...values, version: version + 1, updatedAt: sql`now()` }).where(eq(enrolmentTable._id, _id));
}

async function withdraw(tx: Tx, place: Place, { day, reason }: { day: string; reason: string }): Promise<AuditEntry> {
  const status = place.status === 'pending' ? ('cancelled' as const) : ('withdrawn' as const);
  const left = { status, endDate: day > place.startDate ? day : place.startDate, statusReason: reason, seatHoldUntil: null };
  await close(tx, place, left);
  return { action: 'update', entity: 'enrolments', entityId: place._id, before: place, after: { ...place, ...left } };
}

/** Ends the waiting, and holds nobody paid for, of a class that takes place no more. */
export async function cancelWaiting(tx: Tx, classId: string, statuses: readonly Place['status'][], reason: string): Promise<AuditEntry[]> {
  const changed = { status: 'cancelled' as const, statusReason: reason, waitPosition: null, seatHoldUntil: null, version: sql`${enrolmentTable.version} + 1`, updatedAt: sql`now()` };
  const ended = await tx.update(enrolmentTable).set(changed).where(and(eq(enrolmentTable.classId, classId), inArray(enrolmentTable.status, [...statuses]))).returning();
  return ended.map(({ _id, status }) => ({ action: 'update', entity: 'enrolments', entityId: _id, before: { status: 'waitlisted' }, after: { status, statusReason: reason } }));
}

/** Ends a class before its time: what was to come is cancelled, and each student goes where it was decided. */
export async function cancelClass(tx: Tx, user: SignedInUser, _id: string, input: ClassCancel): Promise<Written<SchoolClass>> {
  const { ofClass, locked } = await lockAll(tx, user, _id.toLowerCase(), input);
  if (!isLive(ofClass.status)) throw new ApiError('classOver');
  const day = await today(tx);
  const moves = await decisions(tx, ofClass, locked, input.students);
  checkTargets(ofClass, locked, moves);
  const { reason } = input;
  await tx.update(sessionOfClassTable).set({ status: 'cancelled', reason, version: sql`${sessionOfClassTable.version} + 1`, updatedAt: sql`now()` }).where(coming(ofClass._id, day));
  const audit: AuditEntry[] = [];
  for (const { place, to } of moves) audit.push(...(to ? await transfer(tx, user, { place, to }, { day, reason }) : [await withdraw(tx, place, { day, reason })]));
  audit.push(...(await cancelWaiting(tx, ofClass._id, ['waitlisted', 'pending'], reason)));
  await requireStudentsFree(tx, moves, day, overrideOf(user, input.overrideReason));
  await tx.update(classTable).set({ status: 'cancelled', statusReason: reason, version: ofClass.version + 1, updatedAt: sql`now()` }).where(eq(classTable._id, ofClass._id));
  const answer = await readClass(tx, user, ofClass._id);
  const overridden = input.overrideReason !== '' && { overrideReason: input.overrideReason };
  return { answer, audit: [{ action: 'cancel', entity: classes.name, entityId: answer._id, before: ofClass, after: { ...answer, ...overridden } }, ...audit] };
}

/** Throws when somebody would sit in two classes at once in the class they are moved to. */
async function requireStudentsFree(tx: Tx, moves: readonly Move[], day: string, override: string): Promise<void> {
  const targets = new Set(moves.flatMap(({ to }) => to ?? []));
  const questions = [];
  for (const target of targets) {
    const sessions = await tx.select({ date: sessionOfClassTable.date, start: sessionOfClassTable.start, end: sessionOfClassTable.end }).from(sessionOfClassTable).where(coming(target._id, day));
    questions.push({ sessions, studentIds: moves.filter(({ to }) => to === target).map(({ place }) => place.studentId), exceptClassId: target._id });
  }
  await requireFree(tx, questions, override);
}
