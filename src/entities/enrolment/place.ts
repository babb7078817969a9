import { paths } from '#src/lib/paths.ts';
import type { EnrolmentStatus } from '#contract/classes/enrolments.ts';
import { type MarkTone } from '#src/components/kit/mark.tsx';

const detail = (query: Record<string, string>): string =>
  `${paths.enrollmentDetail}?${new URLSearchParams(query).toString()}`;

/** The page of one enrolment. */
export const placePath = (enrolmentId: string): string => detail({ id: enrolmentId });

/** The read-only record of a student, for people who may not open the profile. */
export const studentRecordPath = (studentId: string): string => detail({ student: studentId });

/** The form that requests a change of class. */
export const transferPath = (enrolmentId: string): string =>
  `${paths.createTransfer}?${new URLSearchParams({ enrolmentId }).toString()}`;

/** One request for a change of class. */
export const transferRequestPath = (id: string): string =>
  `${paths.transferClass}?${new URLSearchParams({ id }).toString()}`;

const tones: Partial<Record<EnrolmentStatus, MarkTone>> = {
  active: 'on',
  completed: 'on',
  pending: 'new',
  waitlisted: 'new',
  suspended: 'new',
};

/** The tone of an enrolment's status mark. */
export const placeTone = (status: EnrolmentStatus): MarkTone => tones[status] ?? 'off';
