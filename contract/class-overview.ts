import * as z from 'zod/mini';
import { sessionStatuses, type SessionStatus } from './classes.ts';
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

const course = z.object(words);
const category = z.object({ ...words, _id: id, colour: z.enum(categoryColours), position: z.int() });
const room = z.object({ _id: id, name: z.string() });
const teacher = z.object({ ...words, _id: id });
const at = z.int().check(z.nonnegative());

/** A class as all its meetings share it; its course is the how-manieth of the answer. */
const timetableClass = z.object({
  _id: id,
  code: z.string(),
  branchCode: z.string(),
  course: at,
  /** Seats that are taken, and those there are. */
  taken: z.int(),
  capacity: z.int(),
});

/** A meeting as it travels: class, room and teacher are named by their place in the answer, and what is as usual is left out. */
const sentMeeting = z.object({
  _id: id,
  start: z.string(),
  end: z.string(),
  class: at,
  room: z.optional(at),
  teacher: z.optional(at),
  /** `scheduled` where it says nothing. */
  status: z.optional(z.enum(sessionStatuses)),
  reason: z.optional(z.string()),
  isSubstitute: z.optional(z.boolean()),
  attendanceTaken: z.optional(z.boolean()),
  clash: z.optional(z.enum(clashes)),
});

/** A day of the week: its meetings in the order of time, the holidays on it, and the codes of the terms it lies in. */
const dayWith = <Meeting extends z.ZodMiniType>(meeting: Meeting) => z.object({ date, holidays: z.array(z.string()), terms: z.array(z.string()), meetings: z.array(meeting) });

/** GET `/timetable?from=`: seven days, Monday first, and what their meetings share, each once: a week may have thousands. */
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

/** One meeting of a class as a timetable shows it. */
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
  /** Whether another person than the class's teacher takes it. */
  isSubstitute: boolean;
  taken: number;
  capacity: number;
  attendanceTaken: boolean;
  clash: (typeof clashes)[number];
};
export type TimetableDay = Omit<Timetable['days'][number], 'meetings'> & { meetings: TimetableMeeting[] };

/** The days of an answer, each meeting with all that is to be said of it. */
export function daysOf({ days, classes, courses, categories, rooms, teachers }: Timetable): TimetableDay[] {
  const whole = (sent: SentMeeting): TimetableMeeting[] => {
    const shared = classes[sent.class];
    const taught = courses[shared?.course ?? -1];
    const of = categories[taught?.category ?? -1];
    if (!shared || !taught || !of) return [];
    // Written out one by one: a week has thousands of meetings, and to spread objects into each takes several times as long.
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
        category: of,
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
