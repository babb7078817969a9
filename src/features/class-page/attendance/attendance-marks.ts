import * as z from 'zod/mini';
import {
  attendanceStatuses,
  type attendanceSave,
  type AttendanceStatus,
  type Attendee,
  type SessionAttendance,
} from '#contract/classes/attendance.ts';
import type { SheetEdits } from '#src/components/edit/use-sheet.ts';

/** The mark of a student in a session. */
export const mark = z.object({
  status: z.enum(attendanceStatuses),
  minutesLate: z.nullable(z.number()),
  note: z.string(),
});
export type SheetMark = z.output<typeof mark>;

/** A guest who makes up for a missed session keeps that mark. */
export const presentAs = ({ type, mark: saved }: Attendee): AttendanceStatus =>
  type === 'makeup' || saved?.status === 'makeup' ? 'makeup' : 'present';

/** The minutes count only for who came late; otherwise they are neither shown nor sent. */
const sameMark = (a: SheetMark, b: SheetMark) =>
  a.status === b.status &&
  (a.status !== 'late' || a.minutesLate === b.minutesLate) &&
  a.note === b.note;

/** The saved mark of a student; one without a mark counts as present. */
export const savedMark = (attendee: Attendee): SheetMark =>
  attendee.mark ?? { status: presentAs(attendee), minutesLate: null, note: '' };

/** The saved mark of a student of a register, by their id. */
export const savedMarkIn = ({ students }: SessionAttendance, id: string): SheetMark | undefined => {
  const attendee = students.find(({ studentId }) => studentId === id);
  return attendee && savedMark(attendee);
};

/** The mark of a student in the sheet. */
export const markOf = (attendee: Attendee, { cells }: SheetEdits<SheetMark>): SheetMark =>
  cells[attendee.studentId] ?? savedMark(attendee);

/** The sheet after marking a student; a mark equal to the saved one is no change. */
export function withMark(
  edits: SheetEdits<SheetMark>,
  attendee: Attendee,
  next: SheetMark,
): SheetEdits<SheetMark> {
  const { [attendee.studentId]: _before, ...others } = edits.cells;
  const isSaved = sameMark(next, savedMark(attendee));
  return { ...edits, cells: isSaved ? others : { ...others, [attendee.studentId]: next } };
}

/** The students who were in the class that day. */
export const joined = ({ students }: SessionAttendance) =>
  students.filter(({ hasJoined }) => hasJoined);

/** The request: a mark for every student who was in the class. */
export function toSave(
  row: SessionAttendance,
  edits: SheetEdits<SheetMark>,
): z.input<typeof attendanceSave> {
  const marks = joined(row).map((attendee) => {
    const { status, minutesLate, note } = markOf(attendee, edits);
    return {
      studentId: attendee.studentId,
      status,
      minutesLate: status === 'late' ? minutesLate : null,
      note,
    };
  });
  return { version: row.version, marks, reason: edits.reason };
}

/** The number of students by mark. */
export function counted(
  row: SessionAttendance,
  edits: SheetEdits<SheetMark>,
): Record<AttendanceStatus, number> {
  const counts = { present: 0, late: 0, excused: 0, absent: 0, makeup: 0 };
  for (const attendee of joined(row)) counts[markOf(attendee, edits).status] += 1;
  return counts;
}
