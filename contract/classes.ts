import * as z from 'zod/mini';
import { date, id, optionalId, optionalText, stamp, version } from './fields.ts';
import { resource } from './resource.ts';
import { slots } from './timetable.ts';

/** Domain 1.9. That a class is full is no status: it follows from its seats. */
export const classStatuses = ['draft', 'open', 'running', 'finished', 'archived', 'cancelled'] as const;
export type ClassStatus = (typeof classStatuses)[number];
/** Statuses in which seats are given out. */
export const enrollingStatuses = ['open', 'running'] as const satisfies readonly ClassStatus[];
export const deliveryModes = ['onSite', 'online', 'hybrid'] as const;
export const MAX_SLOTS = 14;
export const MAX_CAPACITY = 500;

type Limits = { startDate: string; endDate: string; capacity: number; minStudents: number };

export const classInput = z
  .object({
    courseId: id,
    termId: id,
    branchId: id,
    startDate: date,
    endDate: date,
    /** The weekly times as they are from the last change on; earlier sessions keep theirs. */
    slots: slots(MAX_SLOTS).check(z.minLength(1)),
    roomId: optionalId,
    capacity: z.int().check(z.gte(1), z.lte(MAX_CAPACITY)),
    /** With fewer students the class is not worth its while. */
    minStudents: z._default(z.int().check(z.gte(0), z.lte(MAX_CAPACITY)), 0),
    teacherId: optionalId,
    assistantIds: z._default(z.array(id).check(z.maxLength(5)), []),
    deliveryMode: z._default(z.enum(deliveryModes), 'onSite'),
    /** The price of this class where it is not the course's. */
    feeId: optionalId,
    note: optionalText(500),
  })
  .check(
    z.refine(({ startDate, endDate }: Limits) => startDate <= endDate, { path: ['endDate'], error: 'datesTurned' }),
    z.refine(({ capacity, minStudents }: Limits) => minStudents <= capacity, { path: ['capacity'], error: 'belowMinimum' }),
  );

export const classRow = z.extend(classInput, {
  _id: id,
  /** `ENG-A1-T1-03`: course, term, running number. */
  classCode: z.string(),
  status: z.enum(classStatuses),
  statusReason: z.string(),
  /** Seats of active and suspended students and of pending ones whose hold has not ended. */
  seatsTaken: z.int(),
  waiting: z.int(),
  version,
  createdAt: stamp,
  updatedAt: stamp,
});

export const classes = resource({
  name: 'classes',
  row: classRow,
  input: classInput,
  sort: ['classCode', 'startDate', 'createdAt'],
  search: ['classCode'],
  cache: 'all',
});

/** GET `/classes`; whatever is archived is listed only when asked for. */
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

/** The longest time of which all meetings are asked for at once. */
const MAX_DAYS = 400;
const DAY_MS = 24 * 60 * 60 * 1000;

/** GET `/class-sessions`: of a class, or of a time from its first to its last day. */
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
    z.refine(({ classId, from }) => classId !== undefined || from !== undefined, { path: ['from'], error: 'required' }),
    z.refine(({ classId, to }) => classId !== undefined || to !== undefined, { path: ['to'], error: 'required' }),
    z.refine(({ from, to }) => from === undefined || to === undefined || Date.parse(to) - Date.parse(from) <= MAX_DAYS * DAY_MS, { path: ['to'], error: `tooLarge:${MAX_DAYS}` }),
  );

/** One meeting of a class. A moved one stays where it was as `rescheduled`, and another stands for it. */
export const classSession = z.object({
  _id: id,
  classId: id,
  branchId: id,
  date,
  start: z.string(),
  end: z.string(),
  teacherId: z.nullable(id),
  /** Whether another person than the class's teacher takes it. */
  isSubstitute: z.boolean(),
  roomId: z.nullable(id),
  status: z.enum(sessionStatuses),
  reason: z.string(),
  movedFromId: z.nullable(id),
  attendanceTakenAt: z.nullable(stamp),
  version,
});
export type ClassSession = z.output<typeof classSession>;
