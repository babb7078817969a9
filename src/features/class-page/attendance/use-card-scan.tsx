import { useTranslation } from 'react-i18next';
import type { SessionAttendance } from '#contract/classes/attendance.ts';
import { useAnnouncer } from '#src/components/feedback/use-announcer.tsx';
import type { SheetEdits } from '#src/components/edit/use-sheet.ts';
import { useScan } from '#src/components/scan/use-scan.ts';
import { currentName } from '#src/lib/text/person-name.ts';
import { showToast } from '#src/lib/toast.ts';
import { joined, markOf, presentAs, withMark, type SheetMark } from './attendance-marks.ts';

type Scanned = {
  row: SessionAttendance;
  edits: SheetEdits<SheetMark>;
  mayWrite: boolean;
  change: (edits: SheetEdits<SheetMark>, step: string) => void;
};

/**
 * Marks the student whose card is held before the scanner as present. `begin` marks everybody
 * absent until then.
 */
export function useCardScan({ row, edits, mayWrite, change }: Scanned) {
  const { t } = useTranslation('class-page');
  const { tell, region } = useAnnouncer();
  const take = (code: string) => {
    if (!mayWrite) return false;
    const attendee = joined(row).find(
      ({ studentCode }) => studentCode === code.trim().toUpperCase(),
    );
    if (!attendee) return showToast('error', t('attendance.notHere', { code }), code);
    const { note } = markOf(attendee, edits);
    change(
      withMark(edits, attendee, { status: presentAs(attendee), minutesLate: null, note }),
      `${attendee.studentId} scanned`,
    );
    const name = t('attendance.scanned', { name: currentName(attendee) });
    tell(name);
    showToast('success', name, code);
  };
  const begin = () => {
    const absent = joined(row).reduce(
      (sheet, attendee) =>
        withMark(sheet, attendee, {
          ...markOf(attendee, sheet),
          status: 'absent',
          minutesLate: null,
        }),
      edits,
    );
    change(absent, 'until scanned');
  };
  useScan(take);
  return { take, begin, region };
}
