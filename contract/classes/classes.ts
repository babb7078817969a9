import * as z from 'zod/mini';
import { classesList } from './classes-list.ts';
import { date, id, optionalId, optionalText, timestamp, version } from '#contract/fields.ts';
import { resource } from '#contract/resource.ts';
import { MAX_MEETING_DAYS, MAX_TERM_DAYS, spanUpTo } from '#contract/dates.ts';
import { slots } from './timetable.ts';

/** docs/domain.md, "States of a class". Full is no status, because it follows from the seats. */
export const classStatuses = [
  'draft',
  'open',
  'running',
  'finished',
  'archived',
  'cancelled',
] as const;
export type ClassStatus = (typeof classStatuses)[number];
/** Statuses in which students can enrol. */
export const enrollingStatuses = ['open', 'running'] as const satisfies readonly ClassStatus[];
export const deliveryModes = ['onSite', 'online', 'hybrid'] as const;
export const MAX_SLOTS = 14;
export const MAX_CAPACITY = 500;

type Limits = { startDate: string; endDate: string; capacity: number; minStudents: number };

const classFields = z.object({
  courseId: id,
  termId: id,
  branchId: id,
  startDate: date,
  endDate: date,
  /** The weekly times since the last change; earlier sessions keep theirs. */
  slots: slots(MAX_SLOTS).check(z.minLength(1)),
  roomId: optionalId,
  capacity: z.int().check(z.gte(1), z.lte(MAX_CAPACITY)),
  /** With fewer students the class makes a loss. */
  minStudents: z._default(z.int().check(z.gte(0), z.lte(MAX_CAPACITY)), 0),
  teacherId: optionalId,
  assistantIds: z._default(z.array(id).check(z.maxLength(5)), []),
  deliveryMode: z._default(z.enum(deliveryModes), 'onSite'),
  /** The price of this class if it differs from the course's. */
  feeId: optionalId,
  note: optionalText(500),
});

export const classInput = classFields.check(
  z.refine(({ startDate, endDate }: Limits) => startDate <= endDate, {
    path: ['endDate'],
    error: 'datesTurned',
  }),
  z.refine(({ capacity, minStudents }: Limits) => minStudents <= capacity, {
    path: ['capacity'],
    error: 'belowMinimum',
  }),
  spanUpTo(MAX_TERM_DAYS, 'startDate', 'endDate'),
);

/** Only new input is checked, so that a class from before a rule can still be read. */
export const classRow = z.extend(classFields, {
  _id: id,
  /** `ENG-A1-T1-03`: course, term, running number. */
  classCode: z.string(),
  /** The name that a class had before it was moved in, empty for others. */
  oldName: z.string(),
  status: z.enum(classStatuses),
  statusReason: z.string(),
  /** Seats of active and suspended students and of pending ones whose hold has not ended. */
  seatsTaken: z.int(),
  waiting: z.int(),
  version,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const classes = resource(classesList, { row: classRow, input: classInput });

/** GET `/classes`; archived classes are listed only on request. */
export const classesQuery = z.extend(classes.query, {
  termId: z.optional(id),
  courseId: z.optional(id),
  branchId: z.optional(id),
  teacherId: z.optional(id),
  roomId: z.optional(id),
  status: z.optional(z.enum(classStatuses)),
});

export type SchoolClass = z.output<typeof classRow>;
export type ClassInput = z.output<typeof classInput>;

export const sessionStatuses = ['scheduled', 'held', 'cancelled', 'rescheduled'] as const;
export type SessionStatus = (typeof sessionStatuses)[number];

/** GET `/class-sessions`: the sessions of a class, or of a span of days. */
export const classSessionsQuery = z
  .object({
    classId: z.optional(id),
    from: z.optional(date),
    to: z.optional(date),
    branchId: z.optional(id),
    teacherId: z.optional(id),
    roomId: z.optional(id),
  })
  .check(
    z.refine(({ classId, from }) => classId !== undefined || from !== undefined, {
      path: ['from'],
      error: 'required',
    }),
    z.refine(({ classId, to }) => classId !== undefined || to !== undefined, {
      path: ['to'],
      error: 'required',
    }),
    spanUpTo(MAX_MEETING_DAYS, 'from', 'to'),
  );

/**
 * One session of a class. A moved one stays on its day as `rescheduled`, and another one replaces
 * it.
 */
export const classSession = z.object({
  _id: id,
  classId: id,
  branchId: id,
  date,
  start: z.string(),
  end: z.string(),
  teacherId: z.nullable(id),
  /** True if another person than the class's teacher takes it. */
  isSubstitute: z.boolean(),
  roomId: z.nullable(id),
  status: z.enum(sessionStatuses),
  reason: z.string(),
  movedFromId: z.nullable(id),
  attendanceTakenAt: z.nullable(timestamp),
  version,
});
export type ClassSession = z.output<typeof classSession>;
