import { useTranslation } from 'react-i18next';
import type { StudentStatus } from '#contract/students.ts';
import { StatusMark, type StatusTone } from '#src/components/page/status-mark.tsx';

const tones: Record<StudentStatus, StatusTone> = { prospect: 'new', active: 'on', inactive: 'off', graduated: 'off', left: 'off' };

/** How things stand with a student. */
export function StudentStatusMark({ status }: { status: StudentStatus }) {
  const { t } = useTranslation('people');
  return <StatusMark tone={tones[status]} label={t(`statuses.${status}`)} />;
}
