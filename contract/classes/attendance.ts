import * as z from 'zod/mini';
import { classRow, classSession, type ClassStatus } from './classes.ts';
import { enrolmentStatuses, enrolmentTypes, type EnrolmentStatus } from './enrolments.ts';
import { date, id, optionalDate, optionalText, timestamp, version } from '#contract/fields.ts';
import { calledName } from '#contract/people/people.ts';

/** docs/domain.md, "Attendance". */
export const attendanceStatuses = ['present', 'late', 'excused', 'absent', 'makeup'] as const;
export type AttendanceStatus = (typeof attendanceStatuses)[number];
/** After this many days only an admin may change a mark, with a reason. */
export const ATTENDANCE_LOCK_DAYS = 14;
export const MAX_MARKS = 500;
/** Statuses of students who sit in the class, or sat there for a time. */
export const attendingStatuses = [
  'active',
  'suspended',
  'completed',
  'withdrawn',
  'transferred',
] as const satisfies readonly EnrolmentStatus[];

export const attendanceMark = z.object({
  studentId: id,
  status: z.enum(attendanceStatuses),
  /** Whole minutes, for students who were late. */
  minutesLate: z._default(z.nullable(z.int().check(z.gte(1), z.lte(600))), null),
  note: optionalText(200),
});
export type AttendanceMark = z.output<typeof attendanceMark>;

/** A student on the list of one session. */
export const attendee = z.object({
  studentId: id,
  studentCode: z.string(),
  ...calledName,
  type: z.enum(enrolmentTypes),
  startDate: date,
  /**
   * `false` for a session before the student's first day: they have no mark, not even an excuse.
   */
  hasJoined: z.boolean(),
  mark: z.nullable(z.omit(attendanceMark, { studentId: true })),
});
export type Attendee = z.output<typeof attendee>;

/** The reasons why nothing can be marked in a session. */
export const unmarkableReasons = ['future', 'notHeld', 'holiday', 'classClosed'] as const;
export type Unmarkable = (typeof unmarkableReasons)[number];

/**
 * GET `/class-sessions/{id}/attendance`: the session with every student who was in the class that
 * day.
 */
export const sessionAttendance = z.object({
  ...classSession.shape,
  classCode: z.string(),
  /** The name of the last person who took it. */
  takenBy: z.string(),
  /** The reason why it cannot be marked at all; null if it can. */
  unmarkable: z.nullable(z.enum(unmarkableReasons)),
  /** True if it is too old to be changed without an admin's reason. */
  isLocked: z.boolean(),
  students: z.array(attendee),
});
export type SessionAttendance = z.output<typeof sessionAttendance>;

/** The content of the form of one session. A student without a mark in it keeps the stored one. */
export const attendanceInput = z.object({
  marks: z.array(attendanceMark).check(z.minLength(1), z.maxLength(MAX_MARKS)),
  /** Required once it is locked. */
  reason: optionalText(200),
});
export const attendanceSave = z.extend(attendanceInput, { version });
export type AttendanceInput = z.output<typeof attendanceInput>;

/**
 * GET `/attendance/not-taken`: sessions between two days; by default today and the previous days
 * whose attendance is not locked.
 */
export const notTakenQuery = z.object({
  from: optionalDate,
  to: optionalDate,
  classId: z.optional(id),
  branchId: z.optional(id),
});
/** A session that is over without attendance. */
export const notTaken = z.extend(
  z.pick(classSession, {
    _id: true,
    classId: true,
    branchId: true,
    date: true,
    start: true,
    end: true,
    teacherId: true,
    roomId: true,
  }),
  {
    classCode: z.string(),
  },
);
export type NotTaken = z.output<typeof notTaken>;
export const MAX_NOT_TAKEN = 500;

/**
 * GET `/attendance/registers`: the data of a branch that a device stores to take attendance without
 * network, also in classes that were never opened on it: today's registers, and the last open one
 * of each class.
 */
export const registersQuery = z.object({ branchId: z.optional(id) });
export const registers = z.object({
  classes: z.array(classRow),
  sessions: z.array(classSession),
  registers: z.array(sessionAttendance),
});
export type Registers = z.output<typeof registers>;
export const MAX_REGISTERS = 80;

const count = z.int().check(z.gte(0));
/** The number of sessions by mark. */
export const attendanceCounts = z.object({
  present: count,
  late: count,
  excused: count,
  absent: count,
  makeup: count,
});
export type AttendanceCounts = z.output<typeof attendanceCounts>;

/** The attendance that a student should have, in per cent. */
export const ATTENDANCE_GOAL = 85;

/**
 * The percentage of sessions that a student attended; null before there is any. An excused absence
 * is left out, so that it cannot make anybody fail.
 */
export function attendancePercent({
  present,
  late,
  absent,
  makeup,
}: AttendanceCounts): number | null {
  const attended = present + late + makeup;
  return attended + absent === 0 ? null : (attended / (attended + absent)) * 100;
}

/**
 * GET `/classes/{id}/roster`: every student who is, was or waits to be in a class, with the fields
 * that the desk needs.
 */
export const rosterRow = z.object({
  _id: id,
  studentId: id,
  studentCode: z.string(),
  ...calledName,
  /** The student's own phone, or that of the guardian to call first. */
  phone: z.string(),
  /** The guardian whose phone it is; empty if it is the student's own. */
  guardian: z.string(),
  type: z.enum(enrolmentTypes),
  status: z.enum(enrolmentStatuses),
  startDate: date,
  endDate: z.nullable(date),
  waitPosition: z.nullable(z.int()),
  holdUntil: z.nullable(timestamp),
  attendance: attendanceCounts,
});
export type RosterRow = z.output<typeof rosterRow>;

/** Statuses of classes in which nothing can be marked yet, or no longer. */
export const closedClassStatuses = [
  'draft',
  'archived',
  'cancelled',
] as const satisfies readonly ClassStatus[];
