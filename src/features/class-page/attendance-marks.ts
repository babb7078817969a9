import * as z from 'zod/mini';
import { attendanceStatuses, type attendanceSave, type AttendanceStatus, type Attendee, type SessionAttendance } from '#contract/attendance.ts';
import type { Typed } from './use-sheet.ts';

/** What somebody was in a session. */
export const mark = z.object({ status: z.enum(attendanceStatuses), minutesLate: z.nullable(z.number()), note: z.string() });
export type Mark = z.output<typeof mark>;

/** A guest who makes up for a session missed elsewhere is there as that. */
export const presentAs = ({ type, mark: saved }: Attendee): AttendanceStatus => (type === 'makeup' || saved?.status === 'makeup' ? 'makeup' : 'present');

const sameMark = (a: Mark, b: Mark) => a.status === b.status && a.minutesLate === b.minutesLate && a.note === b.note;

/** What is saved of somebody; whoever has no mark yet is taken to be there. */
export const savedMark = (attendee: Attendee): Mark => attendee.mark ?? { status: presentAs(attendee), minutesLate: null, note: '' };

/** What stands in the sheet for somebody. */
export const markOf = (attendee: Attendee, { cells }: Typed<Mark>): Mark => cells[attendee.studentId] ?? savedMark(attendee);

/** The sheet after somebody was marked; a mark as it is saved is no change. */
export function withMark(typed: Typed<Mark>, attendee: Attendee, next: Mark): Typed<Mark> {
  const { [attendee.studentId]: _before, ...others } = typed.cells;
  const isSaved = sameMark(next, savedMark(attendee));
  return { ...typed, cells: isSaved ? others : { ...others, [attendee.studentId]: next } };
}

/** Everybody who sat in the class that day. */
export const joined = ({ students }: SessionAttendance) => students.filter(({ hasJoined }) => hasJoined);

/** What is sent: a mark of everybody who sat in the class. */
export function toSave(row: SessionAttendance, typed: Typed<Mark>): z.input<typeof attendanceSave> {
  const marks = joined(row).map((attendee) => {
    const { status, minutesLate, note } = markOf(attendee, typed);
    return { studentId: attendee.studentId, status, minutesLate: status === 'late' ? minutesLate : null, note };
  });
  return { version: row.version, marks, reason: typed.reason };
}

/** How many are what. */
export function counted(row: SessionAttendance, typed: Typed<Mark>): Record<AttendanceStatus, number> {
  const counts = { present: 0, late: 0, excused: 0, absent: 0, makeup: 0 };
  for (const attendee of joined(row)) counts[markOf(attendee, typed).status] += 1;
  return counts;
}
