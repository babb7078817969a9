import { useTranslation } from 'react-i18next';
import type { SessionAttendance } from '#contract/attendance.ts';
import { ConflictDialog } from '#src/components/form/conflict-dialog.tsx';
import { joined, markOf, savedMark, type Mark } from './attendance-marks.ts';
import type { Sheet, Typed } from './use-sheet.ts';

type Conflict = NonNullable<Sheet<Mark, SessionAttendance>['conflict']>;
type Props = { base: SessionAttendance; typed: Typed<Mark>; conflict: Conflict };

/** Two people took the same register: both marks of everybody of whom they differ, and this person chooses. */
export function MarksConflict({ base, typed, conflict }: Props) {
  const { t } = useTranslation('class-page');
  const { theirs, keep, resolve } = conflict;
  const show = (value: unknown) => {
    const { status, minutesLate, note } = value as Mark;
    return [t(`attendance.statuses.${status}`), minutesLate === null ? '' : t('attendance.minutesShort', { n: minutesLate }), note].filter((part) => part !== '').join(' · ');
  };
  const marks = (row: SessionAttendance, of: (one: SessionAttendance['students'][number]) => Mark) => Object.fromEntries(joined(row).map((one) => [one.studentId, of(one)]));
  const descriptions = new Map(joined(theirs).map(({ studentId, firstName, lastName }) => [studentId, { label: `${firstName} ${lastName}`, show }]));
  return (
    <ConflictDialog
      base={marks(base, savedMark)}
      mine={marks(base, (one) => markOf(one, typed))}
      theirs={marks(theirs, savedMark)}
      descriptions={descriptions}
      onKeep={keep}
      onResolve={(chosen) => resolve(chosen as Record<string, Mark>)}
    />
  );
}
