import type { EnrolmentStatus } from '#contract/enrolments.ts';
import type { StatusTone } from '#src/components/page/status-mark.tsx';

const tones: Partial<Record<EnrolmentStatus, StatusTone>> = {
  active: 'on',
  completed: 'on',
  pending: 'new',
  waitlisted: 'new',
  suspended: 'new',
};

/** The form of the mark of a status. */
export const placeTone = (status: EnrolmentStatus): StatusTone => tones[status] ?? 'off';
