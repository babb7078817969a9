import { CircleDashed, UserX } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQueryClient } from '@tanstack/react-query';
import type { NotTaken, SessionAttendance } from '#contract/classes/attendance.ts';
import { DOT } from '#contract/words/dot.ts';
import { SaveBar } from '#src/components/edit/save-bar.tsx';
import { useSheet, type SheetEdits } from '#src/components/edit/use-sheet.ts';
import { ScanButton } from '#src/components/scan/scan-button.tsx';
import { useUndo } from '#src/components/edit/use-undo.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { PlainField } from '#src/components/kit/plain-field.tsx';
import { api } from '#src/lib/request/api.ts';
import { formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import { listKey } from '#src/lib/request/resource.ts';
import { withIdempotency } from '#src/lib/request/save.ts';
import { showToast } from '#src/lib/toast.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { recordQuery } from '#src/offline/lists/cached-record.ts';
import {
  counted,
  mark,
  markOf,
  savedMarkIn,
  toSave,
  withMark,
  type SheetMark,
} from './attendance-marks.ts';
import { useCardScan } from './use-card-scan.tsx';
import { AttendanceRow } from './attendance-row.tsx';
import { NextRegister } from './next-register.tsx';
import styles from './attendance.module.css';
import { attendanceOf, rosterOf, copiedSessions } from '#src/entities/class/class-copies.ts';
import { useNextOpen } from '#src/features/class-page/class-queries.ts';
import pageStyles from '#src/features/class-page/class-page.module.css';
import { SheetButtons } from '#src/features/class-page/sheet-buttons.tsx';
import { currentName } from '#src/lib/text/person-name.ts';

const MarksConflict = lazy(async () => ({
  default: (await import('./marks-conflict.tsx')).MarksConflict,
}));

type Sheet = ReturnType<typeof useSheet<SheetMark, SessionAttendance>>;

const statuses = ['present', 'makeup', 'late', 'excused', 'absent'] as const;

/** Sends the register of one session, and passes the answer to everything that shows it. */
function useRegisterSaver(saved: SessionAttendance) {
  const { t } = useTranslation('class-page');
  const client = useQueryClient();
  const path = `/class-sessions/${saved._id}/attendance`;
  return {
    saver: {
      send: (edits: SheetEdits<SheetMark>, row: SessionAttendance | undefined, key: string) =>
        api.put<SessionAttendance>(path, toSave(row ?? saved, edits), {
          ...withIdempotency(key),
          quiet: true,
        }),
      fetchLatest: () => api.get<SessionAttendance>(path, { quiet: true }),
    },
    onSaved: (row: SessionAttendance) => {
      showToast('success', t('attendance.saved'));
      client.setQueryData(listKey(attendanceOf(row._id)), { rows: [row], total: 1 });
      // The copy on the device is updated from the answer.
      void client
        .fetchQuery({ ...recordQuery<SessionAttendance>(attendanceOf(row._id)), staleTime: 0 })
        .catch(() => undefined);
      void client.invalidateQueries({ queryKey: listKey(copiedSessions(row.classId)) });
      void client.invalidateQueries({ queryKey: listKey(rosterOf(row.classId)) });
      void client.invalidateQueries({ queryKey: ['attendance', 'not-taken'] });
    },
  };
}

/** The reason why changes are impossible, or need a reason of their own. */
function StateNote({ session, mayReopen }: { session: SessionAttendance; mayReopen: boolean }) {
  const { t } = useTranslation('class-page');
  if (!useCan('attendance:write'))
    return <p className={pageStyles.note}>{t('attendance.readOnly')}</p>;
  if (session.unmarkable)
    return <p className={pageStyles.note}>{t(`attendance.unmarkable.${session.unmarkable}`)}</p>;
  if (session.isLocked)
    return (
      <p className={pageStyles.note}>
        {t(mayReopen ? 'attendance.lockedAdmin' : 'attendance.locked')}
      </p>
    );
  return null;
}

/** The number of students by mark, and the person who took the attendance. */
function Summary({ row, edits, isTyped }: Pick<Sheet, 'row' | 'edits' | 'isTyped'>) {
  const { t } = useTranslation('class-page');
  const counts = counted(row, edits);
  // What cannot be taken is not missing.
  const isOpen = isTyped || (row.attendanceTakenAt === null && row.unmarkable === null);
  const isAllPresent = counts.late + counts.excused + counts.absent === 0;
  const parts = statuses
    .filter((status) => counts[status] > 0)
    .map((status) =>
      [t(`attendance.statuses.${status}`), formatNumber(counts[status])].join('\u00A0'),
    );
  const shown = isAllPresent
    ? t('attendance.allPresent', { n: formatNumber(counts.present + counts.makeup) })
    : parts.join(DOT);
  return (
    <>
      <strong className={styles.counts} data-many={!isAllPresent || undefined}>
        {isOpen && (
          <span className={styles.open}>
            <CircleDashed size={16} strokeWidth={2} aria-hidden />
            {t('attendance.notSaved')}
          </span>
        )}
        {shown}
      </strong>
      <small className={styles.taken} data-open={isOpen || undefined}>
        {row.attendanceTakenAt === null
          ? t('attendance.notTaken')
          : t('attendance.takenBy', {
              name: row.takenBy,
              time: formatDateTime(row.attendanceTakenAt),
            })}
      </small>
    </>
  );
}

type RegisterBarProps = {
  sheet: Sheet;
  mayWrite: boolean;
  scan: ReturnType<typeof useCardScan>;
  onUndo: () => void;
  /** The register that is offered once this one is saved. */
  next: NotTaken | undefined;
};

function RegisterBar({ sheet, mayWrite, scan, onUndo, next }: RegisterBarProps) {
  const { t } = useTranslation('class-page');
  const { row, edits, draft, isTyped } = sheet;
  const isTaken = row.attendanceTakenAt !== null;
  return (
    <SaveBar
      isTight
      failure={sheet.failure}
      isDirty={isTyped}
      isKept={draft.isKept}
      summary={<Summary row={row} edits={edits} isTyped={isTyped} />}
    >
      {mayWrite && row.isLocked && (
        <PlainField
          label={t('attendance.reason')}
          required
          maxLength={200}
          value={edits.reason}
          onChange={({ target }) => sheet.setReason(target.value)}
        />
      )}
      {mayWrite && <ScanButton many onScan={scan.take} />}
      {mayWrite && !next && (
        <Button
          icon={UserX}
          isShort
          className={styles.begin}
          data-typed={isTyped || undefined}
          onClick={scan.begin}
        >
          {t('attendance.untilScanned')}
        </Button>
      )}
      {next && <NextRegister next={next} />}
      {!next && mayWrite && (
        <SheetButtons
          isTyped={isTyped}
          onUndo={onUndo}
          canUndo={sheet.canUndo}
          onDiscard={sheet.discard}
          save={t(isTaken ? 'attendance.change' : 'attendance.take')}
          canSave={mayWrite && !sheet.isSaving && (isTyped || !isTaken)}
          onSave={() => void sheet.save()}
        />
      )}
    </SaveBar>
  );
}

/**
 * The register of one session: everybody is present until marked otherwise, and all marks are saved
 * together.
 */
export function AttendanceSheet({ saved }: { saved: SessionAttendance }) {
  const { t } = useTranslation('class-page');
  const mayReopen = useCan('attendance:reopen');
  const mayWrite =
    useCan('attendance:write') && saved.unmarkable === null && (!saved.isLocked || mayReopen);
  const { saver, onSaved } = useRegisterSaver(saved);
  const [isSavedHere, setSavedHere] = useState(false);
  const told = (taken: SessionAttendance) => {
    onSaved(taken);
    setSavedHere(true);
  };
  const sheet = useSheet<SheetMark, SessionAttendance>({
    place: { form: 'attendance', record: saved._id },
    cell: mark,
    saved,
    savedCell: savedMarkIn,
    saver,
    isWritable: mayWrite,
    onSaved: told,
  });
  const { row, edits, draft } = sheet;
  const next = useNextOpen(row, isSavedHere && !sheet.isTyped);
  const list = useRef<HTMLUListElement>(null);
  const shownOf = (studentId: string) => {
    const attendee = row.students.find((one) => one.studentId === studentId);
    return attendee ? currentName(attendee) : '';
  };
  const undo = useUndo({
    sheet,
    nameOf: shownOf,
    show: (studentId) =>
      list.current
        ?.querySelector<HTMLElement>(`[data-student="${studentId}"] input:checked`)
        ?.focus(),
  });
  const scan = useCardScan({ row, edits, mayWrite, change: sheet.change });
  return (
    <>
      <StateNote session={row} mayReopen={mayReopen} />
      {draft.question && (
        <draft.question.Panel
          savedAt={draft.question.savedAt}
          isPerhapsSaved={draft.question.isPerhapsSaved}
          onResume={draft.question.resume}
          onDiscard={draft.question.discard}
        />
      )}
      <ul
        ref={list}
        className={styles.list}
        onKeyDown={undo.onKeyDown}
        aria-label={t('attendance.title')}
      >
        {row.students.map((attendee) => (
          <AttendanceRow
            key={attendee.studentId}
            attendee={attendee}
            mark={markOf(attendee, edits)}
            isLocked={!mayWrite}
            isSaved={row.attendanceTakenAt !== null && !(attendee.studentId in edits.cells)}
            onMark={(given) =>
              sheet.change(
                withMark(edits, attendee, given),
                `${attendee.studentId} ${given.status}`,
              )
            }
          />
        ))}
      </ul>
      {scan.region}
      {undo.region}
      <RegisterBar sheet={sheet} mayWrite={mayWrite} scan={scan} onUndo={undo.undo} next={next} />
      <Suspense>
        {sheet.conflict && <MarksConflict base={row} edits={edits} conflict={sheet.conflict} />}
      </Suspense>
    </>
  );
}
