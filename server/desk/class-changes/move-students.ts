import { and, eq, gte, inArray } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { SchoolClass } from '#contract/classes/classes.ts';
import { addDays } from '#contract/dates.ts';
import type { Tx } from '#server/db/client.ts';
import { classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { fieldsInvalid } from '#server/lib/api-error.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import { requireFree } from '#server/academic/classes/class-timetable.ts';
import { statusNow } from '#server/academic/classes/seats.ts';
import {
  beginEnrolments,
  recordEnrolmentStatus,
} from '#server/academic/enrolments/record-enrolments.ts';
import { changeEnrolments } from '#server/academic/enrolments/change-enrolments.ts';
import { expireHolds } from '#server/academic/enrolments/holds.ts';
type Enrolment = typeof enrolmentTable.$inferSelect;

/** A student of a cancelled class, and the class they move to, if any. */
export type StudentMove = { enrolment: Enrolment; to: SchoolClass | undefined };

export const seatedStatuses = ['active', 'suspended', 'pending'] as const;

/** The scheduled sessions of a class from a day on. */
export const comingSessions = (classId: string, day: string) =>
  and(
    eq(classSessionTable.classId, classId),
    eq(classSessionTable.status, 'scheduled'),
    gte(classSessionTable.date, day),
  );

type Fee = Partial<Pick<Enrolment, 'feeId' | 'price' | 'currency' | 'basis'>>;

/** Replaces an enrolment by one in another class; both refer to each other. */
async function transferEnrolment(
  tx: Tx,
  user: SignedInUser,
  { enrolment, to, fee }: { enrolment: Enrolment; to: SchoolClass; fee: Fee },
  { day, reason }: { day: string; reason: string },
): Promise<{ newId: string; audit: AuditEntry[] }> {
  const startDate = to.startDate > day ? to.startDate : day;
  const present = and(
    eq(enrolmentTable.classId, to._id),
    eq(enrolmentTable.studentId, enrolment.studentId),
    inArray(statusNow, ['waitlisted', ...seatedStatuses]),
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
    holdUntil: null,
  };
  await changeEnrolments(tx, eq(enrolmentTable._id, enrolment._id), left);
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

async function withdrawEnrolment(
  tx: Tx,
  enrolment: Enrolment,
  { day, reason }: { day: string; reason: string },
): Promise<AuditEntry> {
  const status = enrolment.status === 'pending' ? ('cancelled' as const) : ('withdrawn' as const);
  const left = {
    status,
    endDate: day > enrolment.startDate ? day : enrolment.startDate,
    statusReason: reason,
    holdUntil: null,
  };
  await changeEnrolments(tx, eq(enrolmentTable._id, enrolment._id), left);
  return {
    action: 'update',
    entity: 'enrolments',
    entityId: enrolment._id,
    before: enrolment,
    after: { ...enrolment, ...left },
  };
}

type Ending = { day: string; reason: string; feeOf: (enrolmentId: string) => Fee };

/**
 * Carries out the decision about each student; returns the new enrolments by the old ones of those
 * who move.
 */
export async function moveStudents(
  tx: Tx,
  user: SignedInUser,
  moves: readonly StudentMove[],
  { feeOf, ...how }: Ending,
): Promise<{ newIds: ReadonlyMap<string, string>; audit: AuditEntry[] }> {
  const newIds = new Map<string, string>();
  const audit: AuditEntry[] = [];
  for (const { enrolment, to } of moves) {
    if (!to) audit.push(await withdrawEnrolment(tx, enrolment, how));
    else {
      const moved = await transferEnrolment(
        tx,
        user,
        { enrolment, to, fee: feeOf(enrolment._id) },
        how,
      );
      newIds.set(enrolment._id, moved.newId);
      audit.push(...moved.audit);
    }
  }
  await recordEnrolmentStatus(
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
export const expireHoldsOf = (tx: Tx, moves: readonly StudentMove[]) =>
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

/** Throws if a moved student would be in two classes at the same time. */
export async function requireStudentsFree(
  tx: Tx,
  moves: readonly StudentMove[],
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
      .where(comingSessions(target._id, day));
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
