import { paths } from '#src/lib/paths.ts';
import type { EnrolmentStatus } from '#contract/enrolments.ts';
import type { StatusTone } from '#src/components/page/status-mark.tsx';

const detail = (query: Record<string, string>): string =>
  `${paths.enrollmentDetail}?${new URLSearchParams(query).toString()}`;

/** The page of one place in a class. */
export const placePath = (enrolmentId: string): string => detail({ id: enrolmentId });

/** The record of a student for reading, for who may not open their profile. */
export const studentRecordPath = (studentId: string): string => detail({ student: studentId });

/** Where a change of class is asked for. */
export const transferPath = (enrolmentId: string): string =>
  `${paths.createTransfer}?${new URLSearchParams({ enrolmentId }).toString()}`;

/** One request for a change of class. */
export const transferRequestPath = (id: string): string =>
  `${paths.transferClass}?${new URLSearchParams({ id }).toString()}`;

const tones: Partial<Record<EnrolmentStatus, StatusTone>> = {
  active: 'on',
  completed: 'on',
  pending: 'new',
  waitlisted: 'new',
  suspended: 'new',
};

/** The form of the mark of a status. */
export const placeTone = (status: EnrolmentStatus): StatusTone => tones[status] ?? 'off';
