import type { StudentStatus } from '#contract/student-words.ts';
import type { StatusTone } from '#src/components/page/status-mark.tsx';

/** The colours of the status marks. */
export const statusTones: Record<StudentStatus, StatusTone> = {
  prospect: 'new',
  active: 'on',
  inactive: 'off',
  graduated: 'off',
  left: 'off',
};
