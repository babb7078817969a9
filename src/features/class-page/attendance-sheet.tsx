import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useQueryClient } from '@tanstack/react-query';
import type { SessionAttendance } from '#contract/attendance.ts';
import { UnsavedGuard } from '#src/components/page/unsaved-guard.tsx';
import { api } from '#src/lib/api.ts';
import { formatDateTime, formatNumber } from '#src/lib/format.ts';
import { listKey } from '#src/lib/resource.ts';
import { settling } from '#src/lib/settle-write.ts';
import { showToast } from '#src/lib/toast.ts';
import { useCan } from '#src/lib/use-can.ts';
import { recordQuery } from '#src/offline/cached-record.ts';
import { PlainField } from '#src/theme/plain-field.tsx';
import { counted, mark, markOf, toSave, withMark, type Mark } from './attendance-marks.ts';
import { AttendanceRow } from './attendance-row.tsx';
import styles from './attendance.module.css';
import { attendanceOf, rosterOf, sessionsOf } from './class-queries.ts';
import pageStyles from './class-page.module.css';
import { SheetBar } from './sheet-bar.tsx';
import { useSheet, type Typed } from './use-sheet.ts';

const MarksConflict = lazy(async () => ({ default: (await import('./marks-conflict.tsx')).MarksConflict }));

/** Whoever goes on to the next room without network finds what they marked when they come back. */
const keepDraft = () => undefined;
const statuses = ['present', 'makeup', 'late', 'excused', 'absent'] as const;

/** Sends the register of one session and hands it to whoever else shows it. */
function useRegisterSaver(saved: SessionAttendance) {
  const { t } = useTranslation('class-page');
  const client = useQueryClient();
  const path = `/class-sessions/${saved._id}/attendance`;
  return {
    saver: {
      send: (typed: Parameters<typeof toSave>[1], row: SessionAttendance | undefined, key: string) =>
        api.put<SessionAttendance>(path, toSave(row ?? saved, typed), { ...settling(key), quiet: true }),
      current: () => api.get<SessionAttendance>(path, { quiet: true }),
    },
    onSaved: (row: SessionAttendance) => {
      showToast('success', t('attendance.saved'));
      client.setQueryData(listKey(attendanceOf(row._id)), { rows: [row], total: 1 });
      // The copy on the device follows the answer.
      void client.fetchQuery({ ...recordQuery<SessionAttendance>(attendanceOf(row._id)), staleTime: 0 }).catch(() => undefined);
      void client.invalidateQueries({ queryKey: listKey(sessionsOf(row.classId)) });
      void client.invalidateQueries({ queryKey: listKey(rosterOf(row.classId)) });
      void client.invalidateQueries({ queryKey: ['attendance', 'not-taken'] });
    },
  };
}

/** Why nothing, or only with a reason, can be changed here. */
function StateNote({ session, mayReopen }: { session: SessionAttendance; mayReopen: boolean }) {
  const { t } = useTranslation('class-page');
  if (session.unmarkable) return <p className={pageStyles.note}>{t(`attendance.unmarkable.${session.unmarkable}`)}</p>;
  if (session.isLocked) return <p className={pageStyles.note}>{t(mayReopen ? 'attendance.lockedAdmin' : 'attendance.locked')}</p>;
  return null;
}

/** How many are what, at a glance, and who took it. */
function Summary({ row, typed }: { row: SessionAttendance; typed: Typed<Mark> }) {
  const { t } = useTranslation('class-page');
  const counts = counted(row, typed);
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

/** The register of one session: everybody is there until marked otherwise, and all of it is saved at once. */
export function AttendanceSheet({ saved }: { saved: SessionAttendance }) {
  const { t } = useTranslation('class-page');
  const mayReopen = useCan('attendance:reopen');
  const mayWrite = useCan('attendance:write') && saved.unmarkable === null && (!saved.isLocked || mayReopen);
  const { saver, onSaved } = useRegisterSaver(saved);
  const sheet = useSheet<Mark, SessionAttendance>({ place: { form: 'attendance', record: saved._id }, cell: mark, saved, saver, isWritable: mayWrite, onSaved });
  const { row, typed, draft } = sheet;
  return (
    <>
      <StateNote session={row} mayReopen={mayReopen} />
      {draft.question && <draft.question.Panel savedAt={draft.question.savedAt} onResume={draft.question.resume} onDiscard={draft.question.discard} />}
      <ul className={styles.list} aria-label={t('attendance.title')}>
        {row.students.map((attendee) => (
          <AttendanceRow
            key={attendee.studentId}
            attendee={attendee}
            mark={markOf(attendee, typed)}
            isLocked={!mayWrite}
            onMark={(next) => sheet.change(withMark(typed, attendee, next))}
          />
        ))}
      </ul>
      <SheetBar
        sheet={sheet}
        save={t(row.attendanceTakenAt === null ? 'attendance.take' : 'attendance.change')}
        canSave={mayWrite && (sheet.isTyped || row.attendanceTakenAt === null)}
        summary={<Summary row={row} typed={typed} />}
      >
        {mayWrite && row.isLocked && (
          <PlainField label={t('attendance.reason')} required maxLength={200} value={typed.reason} onChange={({ target }) => sheet.change({ ...typed, reason: target.value })} />
        )}
      </SheetBar>
      <UnsavedGuard isDirty={sheet.isDirty} isUnsafe={draft.isUnsafe} onLeave={keepDraft} />
      <Suspense>{sheet.conflict && <MarksConflict base={row} typed={typed} conflict={sheet.conflict} />}</Suspense>
    </>
  );
}
