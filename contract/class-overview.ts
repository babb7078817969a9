import * as z from 'zod/mini';
import { sessionStatuses } from './classes.ts';
import { categoryColours } from './course-categories.ts';
import { date, id } from './fields.ts';

/** Beyond these years a date is a slip of the finger. */
const [FIRST_YEAR, LAST_YEAR] = ['2000', '2100'];

/** Whose classes: of one branch, or, for whoever sees all of them and names none, of the whole centre. */
const branch = { branchId: z.optional(id) };
export const classOverviewQuery = z.object(branch);
export const timetableQuery = z.object({
  /** Any day of the week that is asked for. */
  from: date.check(z.refine((day: string) => day >= FIRST_YEAR && day < LAST_YEAR, { error: 'invalid' })),
  ...branch,
});

/** Somebody or something that is needed in two places at once. */
export const clashes = ['none', 'teacher', 'room', 'both'] as const;
const words = { nameEn: z.string(), nameLo: z.string() };

/** One meeting of a class as a timetable shows it. */
export const timetableMeeting = z.object({
  _id: id,
  start: z.string(),
  end: z.string(),
  status: z.enum(sessionStatuses),
  reason: z.string(),
  classId: id,
  classCode: z.string(),
  branchCode: z.string(),
  course: z.object(words),
  category: z.object({ ...words, _id: id, colour: z.enum(categoryColours), position: z.int() }),
  room: z.nullable(z.object({ _id: id, name: z.string() })),
  teacher: z.nullable(z.object({ ...words, _id: id })),
  /** Whether another person than the class's teacher takes it. */
  isSubstitute: z.boolean(),
  /** Seats that are taken, and those there are. */
  taken: z.int(),
  capacity: z.int(),
  attendanceTaken: z.boolean(),
  clash: z.enum(clashes),
});
export type TimetableMeeting = z.output<typeof timetableMeeting>;

/** A day of the week: its meetings in the order of time, the holidays on it, and the codes of the terms it lies in. */
export const timetableDay = z.object({
  date,
  holidays: z.array(z.string()),
  terms: z.array(z.string()),
  meetings: z.array(timetableMeeting),
});
export type TimetableDay = z.output<typeof timetableDay>;

/** GET `/timetable?from=`: seven days, Monday first. */
export const timetable = z.array(timetableDay);

/** The first of something, and how many there are of it. */
const some = <Row extends z.ZodMiniType>(row: Row) => z.object({ count: z.int(), rows: z.array(row) });
/** How many lines each kind of what is missing answers at most. */
export const MOST_MISSING = 50;
/** For so many days it is said that attendance was not taken. */
export const ATTENDANCE_DAYS = 14;
/** So many days before its start a class with too few students is worth a word. */
export const SOON_DAYS = 14;

const missingClass = z.object({
  classId: id,
  classCode: z.string(),
  branchCode: z.string(),
  course: z.object(words),
  startDate: date,
  taken: z.int(),
  capacity: z.int(),
  minStudents: z.int(),
});
export type MissingClass = z.output<typeof missingClass>;

const missingAttendance = z.object({
  sessionId: id,
  classId: id,
  classCode: z.string(),
  branchCode: z.string(),
  course: z.object(words),
  date,
  start: z.string(),
  teacher: z.nullable(z.object({ ...words, _id: id })),
});
export type MissingAttendance = z.output<typeof missingAttendance>;

/** Seats of the classes of one course in the term, taken and all. */
const courseFill = z.object({ courseId: id, code: z.string(), ...words, classes: z.int(), taken: z.int(), capacity: z.int() });
export type CourseFill = z.output<typeof courseFill>;

/** GET `/class-overview/missing`: what is left to do about the classes, and how full the running term is. */
export const missing = z.object({
  noTeacher: some(missingClass),
  noRoom: some(missingClass),
  underMinimum: some(missingClass),
  attendance: some(missingAttendance),
  term: z.nullable(z.object({ code: z.string(), name: z.string() })),
  fill: z.array(courseFill),
});
export type Missing = z.output<typeof missing>;
