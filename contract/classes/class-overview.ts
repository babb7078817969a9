import * as z from 'zod/mini';
import { sessionStatuses, type SessionStatus } from './classes.ts';
import { categoryColours } from '#contract/courses/course-categories.ts';
import { date, id } from '#contract/fields.ts';

/** A date beyond these years is a typing mistake. */
const [FIRST_YEAR, LAST_YEAR] = ['2000', '2100'];

/** Classes of one branch; of the whole centre if the user sees all branches and names none. */
const branch = { branchId: z.optional(id) };
export const classOverviewQuery = z.object(branch);
export const timetableQuery = z.object({
  /** Any day of the requested week. */
  from: date.check(
    z.refine((day: string) => day >= FIRST_YEAR && day < LAST_YEAR, { error: 'yearUnlikely' }),
  ),
  ...branch,
});

/** The kind of a clash: a teacher or a room that is needed in two places at once. */
export const clashes = ['none', 'teacher', 'room', 'both'] as const;
const words = { nameEn: z.string(), nameLo: z.string() };

const course = z.object(words);
const category = z.object({
  ...words,
  _id: id,
  colour: z.enum(categoryColours),
  position: z.int(),
});
const room = z.object({ _id: id, name: z.string() });
const teacher = z.object({ ...words, _id: id });
const at = z.int().check(z.nonnegative());

/**
 * The data that all sessions of a class share; its course is an index into the answer's courses.
 */
const timetableClass = z.object({
  _id: id,
  code: z.string(),
  branchCode: z.string(),
  course: at,
  /** Taken seats and all seats. */
  taken: z.int(),
  capacity: z.int(),
});

/**
 * A session in the answer: class, room and teacher are indexes into the answer's lists, and usual
 * values are left out.
 */
const sentMeeting = z.object({
  _id: id,
  start: z.string(),
  end: z.string(),
  class: at,
  room: z.optional(at),
  teacher: z.optional(at),
  /** `scheduled` if it is left out. */
  status: z.optional(z.enum(sessionStatuses)),
  reason: z.optional(z.string()),
  isSubstitute: z.optional(z.boolean()),
  attendanceTaken: z.optional(z.boolean()),
  clash: z.optional(z.enum(clashes)),
});

/**
 * A day of the week: its sessions in the order of time, its holidays, and the codes of the terms
 * that include it.
 */
const dayWith = <Meeting extends z.ZodMiniType>(meeting: Meeting) =>
  z.object({
    date,
    holidays: z.array(z.string()),
    terms: z.array(z.string()),
    meetings: z.array(meeting),
  });

/**
 * GET `/timetable?from=`: seven days, Monday first. Data that sessions share is sent once, because
 * a week may have thousands of them.
 */
export const timetable = z.object({
  days: z.array(dayWith(sentMeeting)),
  classes: z.array(timetableClass),
  courses: z.array(z.extend(course, { category: at })),
  categories: z.array(category),
  rooms: z.array(room),
  teachers: z.array(teacher),
});
export type Timetable = z.output<typeof timetable>;
export type SentMeeting = z.output<typeof sentMeeting>;

/** One session of a class as a timetable shows it. */
export type TimetableMeeting = {
  _id: string;
  start: string;
  end: string;
  status: SessionStatus;
  reason: string;
  classId: string;
  classCode: string;
  branchCode: string;
  course: z.output<typeof course>;
  category: z.output<typeof category>;
  room: z.output<typeof room> | null;
  teacher: z.output<typeof teacher> | null;
  /** True if another person than the class's teacher takes it. */
  isSubstitute: boolean;
  taken: number;
  capacity: number;
  attendanceTaken: boolean;
  clash: (typeof clashes)[number];
};
export type TimetableDay = Omit<Timetable['days'][number], 'meetings'> & {
  meetings: TimetableMeeting[];
};

/** The days of an answer, each session with all its details. */
export function daysOf({
  days,
  classes,
  courses,
  categories,
  rooms,
  teachers,
}: Timetable): TimetableDay[] {
  const whole = (sent: SentMeeting): TimetableMeeting[] => {
    const shared = classes[sent.class];
    const taught = courses[shared?.course ?? -1];
    const inCategory = categories[taught?.category ?? -1];
    if (!shared || !taught || !inCategory) return [];
    // The fields are written out one by one, because spreading objects into thousands of sessions
    // takes several times as long.
    return [
      {
        _id: sent._id,
        start: sent.start,
        end: sent.end,
        status: sent.status ?? 'scheduled',
        reason: sent.reason ?? '',
        classId: shared._id,
        classCode: shared.code,
        branchCode: shared.branchCode,
        course: taught,
        category: inCategory,
        room: rooms[sent.room ?? -1] ?? null,
        teacher: teachers[sent.teacher ?? -1] ?? null,
        isSubstitute: sent.isSubstitute ?? false,
        taken: shared.taken,
        capacity: shared.capacity,
        attendanceTaken: sent.attendanceTaken ?? false,
        clash: sent.clash ?? 'none',
      },
    ];
  };
  return days.map((day) => ({ ...day, meetings: day.meetings.flatMap(whole) }));
}

/** The first rows of a kind, and how many there are. */
const some = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({ count: z.int(), rows: z.array(row) });
/** The answer lists at most this many rows of each kind. */
export const MOST_MISSING = 50;
/** Missing attendance is reported for this many days. */
export const ATTENDANCE_DAYS = 14;
/** A class with too few students is reported this many days before its first session. */
export const SOON_DAYS = 14;

const missingClass = z.object({
  classId: id,
  classCode: z.string(),
  branchCode: z.string(),
  course: z.object(words),
  startDate: date,
  /** Active and suspended places; those on hold are counted apart. */
  students: z.int(),
  held: z.int(),
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

/** Taken seats and all seats in the term's classes of one course. */
const courseFill = z.object({
  courseId: id,
  code: z.string(),
  ...words,
  classes: z.int(),
  taken: z.int(),
  capacity: z.int(),
});
export type CourseFill = z.output<typeof courseFill>;

/**
 * GET `/class-overview/missing`: the open tasks of the classes, and how full the running term is.
 */
export const missing = z.object({
  noTeacher: some(missingClass),
  noRoom: some(missingClass),
  underMinimum: some(missingClass),
  attendance: some(missingAttendance),
  term: z.nullable(z.object({ code: z.string(), name: z.string() })),
  fill: z.array(courseFill),
});
export type Missing = z.output<typeof missing>;
