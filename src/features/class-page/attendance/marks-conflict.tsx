import { useTranslation } from 'react-i18next';
import type { SessionAttendance } from '#contract/classes/attendance.ts';
import { DOT } from '#contract/words/dot.ts';
import { ConflictDialog } from '#src/components/edit/conflict-dialog.tsx';
import { joined, markOf, savedMark, type SheetMark } from './attendance-marks.ts';
import type { EditSheet, SheetEdits } from '#src/components/edit/use-sheet.ts';
import { currentName } from '#src/lib/text/person-name.ts';

type Conflict = NonNullable<EditSheet<SheetMark, SessionAttendance>['conflict']>;
type Props = { base: SessionAttendance; edits: SheetEdits<SheetMark>; conflict: Conflict };

/**
 * Two people took the same register: shows both marks of every student on whom they differ, and
 * lets this person choose.
 */
export function MarksConflict({ base, edits, conflict }: Props) {
  const { t } = useTranslation('class-page');
  const { theirs, keep, resolve } = conflict;
  const show = (value: unknown) => {
    const { status, minutesLate, note } = value as SheetMark;
    return [
      t(`attendance.statuses.${status}`),
      minutesLate === null ? '' : t('attendance.minutesShort', { n: minutesLate }),
      note,
    ]
      .filter((part) => part !== '')
      .join(DOT);
  };
  const marks = (
    row: SessionAttendance,
    of: (one: SessionAttendance['students'][number]) => SheetMark,
  ) => Object.fromEntries(joined(row).map((one) => [one.studentId, of(one)]));
  const descriptions = new Map(
    joined(theirs).map((attendee) => [attendee.studentId, { label: currentName(attendee), show }]),
  );
  return (
    <ConflictDialog
      base={marks(base, savedMark)}
      mine={marks(base, (one) => markOf(one, edits))}
      theirs={marks(theirs, savedMark)}
      descriptions={descriptions}
      onKeep={keep}
      onResolve={(chosen) => resolve(chosen as Record<string, SheetMark>)}
    />
  );
}
