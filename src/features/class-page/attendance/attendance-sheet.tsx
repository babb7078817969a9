import { lazy, Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useQueryClient } from '@tanstack/react-query';
import type { SessionAttendance } from '#contract/attendance.ts';
import { SaveBar } from '#src/components/edit/save-bar.tsx';
import { useSheet, type SheetEdits } from '#src/components/edit/use-sheet.ts';
import { ScanButton } from '#src/components/scan/scan-button.tsx';
import { useUndo } from '#src/components/edit/use-undo.tsx';
import { api } from '#src/lib/request/api.ts';
import { formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import { listKey } from '#src/lib/request/resource.ts';
import { withIdempotency } from '#src/lib/request/save.ts';
import { showToast } from '#src/lib/toast.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { recordQuery } from '#src/offline/lists/cached-record.ts';
import { PlainField } from '#src/theme/plain-field.tsx';
import { counted, mark, markOf, toSave, withMark, type Mark } from './attendance-marks.ts';
import { useCardScan } from './use-card-scan.tsx';
import { AttendanceRow } from './attendance-row.tsx';
import controls from '#src/theme/controls.module.css';
import styles from './attendance.module.css';
import { attendanceOf, rosterOf, sessionsOf } from '#src/features/class-page/class-queries.ts';
import pageStyles from '#src/features/class-page/class-page.module.css';
import { SheetButtons } from '#src/features/class-page/sheet-buttons.tsx';
import { currentName } from '#src/lib/text/person-name.ts';

const MarksConflict = lazy(async () => ({ default: (await import('./marks-conflict.tsx')).MarksConflict }));

const statuses = ['present', 'makeup', 'late', 'excused', 'absent'] as const;

/** Sends the register of one session and hands it to whoever else shows it. */
function useRegisterSaver(saved: SessionAttendance) {
  const { t } = useTranslation('class-page');
  const client = useQueryClient();
  const path = `/class-sessions/${saved._id}/attendance`;
  return {
    saver: {
      send: (edits: SheetEdits<Mark>, row: SessionAttendance | undefined, key: string) =>
        api.put<SessionAttendance>(path, toSave(row ?? saved, edits), { ...withIdempotency(key), quiet: true }),
      fetchLatest: () => api.get<SessionAttendance>(path, { quiet: true }),
    },
    onSaved: (row: SessionAttendance) => {
      showToast('success', t('attendance.saved'));
      client.setQueryData(listKey(attendanceOf(row._id)), { rows: [row], total: 1 });
      // The copy on the device is updated from the answer.
      void client.fetchQuery({ ...recordQuery<SessionAttendance>(attendanceOf(row._id)), staleTime: 0 }).catch(() => undefined);
      void client.invalidateQueries({ queryKey: listKey(sessionsOf(row.classId)) });
      void client.invalidateQueries({ queryKey: listKey(rosterOf(row.classId)) });
      void client.invalidateQueries({ queryKey: ['attendance', 'not-taken'] });
    },
  };
}

/** The reason why changes are impossible, or need a reason of their own. */
function StateNote({ session, mayReopen }: { session: SessionAttendance; mayReopen: boolean }) {
  const { t } = useTranslation('class-page');
  if (session.unmarkable) return <p className={pageStyles.note}>{t(`attendance.unmarkable.${session.unmarkable}`)}</p>;
  if (session.isLocked) return <p className={pageStyles.note}>{t(mayReopen ? 'attendance.lockedAdmin' : 'attendance.locked')}</p>;
  return null;
}

/** The number of students by mark, and the person who took the attendance. */
function Summary({ row, edits }: { row: SessionAttendance; edits: SheetEdits<Mark> }) {
  const { t } = useTranslation('class-page');
  const counts = counted(row, edits);
  const isAllPresent = counts.late + counts.excused + counts.absent === 0;
  const parts = statuses.filter((status) => counts[status] > 0).map((status) => [t(`attendance.statuses.${status}`), formatNumber(counts[status])].join(' '));
  const shown = isAllPresent ? t('attendance.allPresent', { n: formatNumber(counts.present + counts.makeup) }) : parts.join(' · ');
  return (
    <>
      <strong className={styles.counts}>{shown}</strong>
      <small>{row.attendanceTakenAt === null ? t('attendance.notTaken') : t('attendance.takenBy', { name: row.takenBy, time: formatDateTime(row.attendanceTakenAt) })}</small>
    </>
  );
}

/** The register of one session: everybody is present until marked otherwise, and all marks are saved together. */
export function AttendanceSheet({ saved }: { saved: SessionAttendance }) {
  const { t } = useTranslation('class-page');
  const mayReopen = useCan('attendance:reopen');
  const mayWrite = useCan('attendance:write') && saved.unmarkable === null && (!saved.isLocked || mayReopen);
  const { saver, onSaved } = useRegisterSaver(saved);
  const sheet = useSheet<Mark, SessionAttendance>({ place: { form: 'attendance', record: saved._id }, cell: mark, saved, saver, isWritable: mayWrite, onSaved });
  const { row, edits, draft } = sheet;
  const list = useRef<HTMLUListElement>(null);
  const shownOf = (studentId: string) => {
    const attendee = row.students.find((one) => one.studentId === studentId);
    return attendee ? currentName(attendee) : '';
  };
  const undo = useUndo({ sheet, nameOf: shownOf, show: (studentId) => list.current?.querySelector<HTMLElement>(`[data-student="${studentId}"] input:checked`)?.focus() });
  const scan = useCardScan({ row, edits, mayWrite, change: sheet.change });
  return (
    <>
      <StateNote session={row} mayReopen={mayReopen} />
      {draft.question && <draft.question.Panel savedAt={draft.question.savedAt} onResume={draft.question.resume} onDiscard={draft.question.discard} />}
      <ul ref={list} className={styles.list} onKeyDown={undo.onKeyDown} aria-label={t('attendance.title')}>
        {row.students.map((attendee) => (
          <AttendanceRow
            key={attendee.studentId}
            attendee={attendee}
            mark={markOf(attendee, edits)}
            isLocked={!mayWrite}
            onMark={(next) => sheet.change(withMark(edits, attendee, next), `${attendee.studentId} ${next.status}`)}
          />
        ))}
      </ul>
      {scan.region}
      {undo.region}
      <SaveBar failure={sheet.failure} isDirty={sheet.isTyped} isKept={draft.isKept} summary={<Summary row={row} edits={edits} />}>
        {mayWrite && row.isLocked && (
          <PlainField label={t('attendance.reason')} required maxLength={200} value={edits.reason} onChange={({ target }) => sheet.setReason(target.value)} />
        )}
        {mayWrite && (
          <>
            <ScanButton many onScan={scan.take} />
            <button type="button" className={controls.button} onClick={scan.begin}>
              {t('attendance.untilScanned')}
            </button>
          </>
        )}
        <SheetButtons
          isTyped={sheet.isTyped}
          canUndo={sheet.canUndo}
          onUndo={undo.undo}
          onDiscard={sheet.discard}
          save={t(row.attendanceTakenAt === null ? 'attendance.take' : 'attendance.change')}
          canSave={mayWrite && !sheet.isSaving && (sheet.isTyped || row.attendanceTakenAt === null)}
          onSave={() => void sheet.save()}
        />
      </SaveBar>
      <Suspense>{sheet.conflict && <MarksConflict base={row} edits={edits} conflict={sheet.conflict} />}</Suspense>
    </>
  );
}
