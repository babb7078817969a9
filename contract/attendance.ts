import * as z from 'zod/mini';
import { id, optionalText, stamp } from './fields.ts';

/** Domain 1.18. */
export const attendanceStatuses = ['present', 'late', 'excused', 'absent', 'makeup'] as const;
export type AttendanceStatus = (typeof attendanceStatuses)[number];
/** After so many days a mark is changed by an admin only, with a reason. */
export const ATTENDANCE_LOCK_DAYS = 14;

export const attendanceMark = z.object({
  studentId: id,
  status: z.enum(attendanceStatuses),
  /** Whole minutes, of those who were late. */
  minutesLate: z._default(z.nullable(z.int().check(z.gte(1), z.lte(600))), null),
  note: optionalText(200),
});
export type AttendanceMark = z.output<typeof attendanceMark>;

export const attendanceRecord = z.extend(attendanceMark, { _id: id, sessionId: id, markedById: z.nullable(id), markedAt: stamp });
export type AttendanceRecord = z.output<typeof attendanceRecord>;
