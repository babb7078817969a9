import { CalendarX, ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { ClassSession } from '#contract/classes/classes.ts';
import { IconButton } from '#src/components/kit/button.tsx';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { InputBox } from '#src/components/kit/field.tsx';
import { LineSkeleton } from '#src/components/kit/skeleton.tsx';
import { Freshness } from '#src/components/page/freshness.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { today } from '#src/lib/text/today.ts';
import { AttendanceSheet } from './attendance-sheet.tsx';
import styles from './attendance.module.css';
import { useAttendance, useNotTaken, useSessions } from '#src/features/class-page/class-queries.ts';
import { useSessionWords } from '#src/features/class-page/sessions/session-words.ts';

const isMet = ({ status }: ClassSession) => status === 'scheduled' || status === 'held';

/** The day to open first: the last one without marks, or else the last one. */
function likelySession(sessions: readonly ClassSession[]): ClassSession | undefined {
  const until = sessions.filter(({ date }) => date <= today());
  return (
    until.findLast(({ attendanceTakenAt }) => attendanceTakenAt === null) ??
    until.at(-1) ??
    sessions[0]
  );
}

function Register({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation('class-page');
  const record = useAttendance(sessionId);
  if (record.row) return <AttendanceSheet key={sessionId} saved={record.row} />;
  if (record.error)
    return (
      <LoadFailed error={record.error} failed={t('failed.attendance')} onRetry={record.refetch} />
    );
  return <LineSkeleton height="320px" />;
}

type DaysProps = {
  classId: string;
  sessions: readonly ClassSession[];
  shown: ClassSession;
  onChoose: (session: string) => void;
};

/** The shown day, its neighbours, and the days without attendance. */
function Days({ classId, sessions, shown, onChoose }: DaysProps) {
  const { t } = useTranslation('class-page');
  const words = useSessionWords();
  const forgotten = useNotTaken(classId).data ?? [];
  const record = useAttendance(shown._id);
  const at = sessions.findIndex(({ _id }) => _id === shown._id);
  const [before, after] = [sessions[at - 1], sessions[at + 1]];
  const others = forgotten.filter(({ _id }) => _id !== shown._id);
  return (
    <div className={styles.days}>
      <IconButton
        icon={ChevronLeft}
        isFlipped
        label={t('attendance.previous')}
        isAtEnd={!before}
        onClick={() => before && onChoose(before._id)}
      />
      <IconButton
        icon={ChevronRight}
        isFlipped
        label={t('attendance.next')}
        isAtEnd={!after}
        onClick={() => after && onChoose(after._id)}
      />
      <h2>
        {words.day(shown)} <small>{words.times(shown)}</small>
      </h2>
      <Freshness list={{ ...record, rows: record.row && [record.row], total: 1 }} />
      <InputBox className={styles.forgotten}>
        <select
          hidden={others.length === 0}
          aria-label={t('attendance.forgotten', { n: others.length })}
          value=""
          onChange={({ target }) => onChoose(target.value)}
        >
          <option value="" disabled>
            {t('attendance.forgotten', { n: others.length })}
          </option>
          {others.map((one) => (
            <option key={one._id} value={one._id}>
              {`${words.day(one)} ${words.times(one)}`}
            </option>
          ))}
        </select>
      </InputBox>
    </div>
  );
}

/** Attendance, one day of the class at a time. */
export function AttendanceTab({ classId }: { classId: string }) {
  const { t } = useTranslation('class-page');
  const [params, setParams] = useSearchParams();
  const { data, error, refetch } = useSessions(classId);
  const wanted = params.get('session');
  if (!data)
    return error ? (
      <LoadFailed error={error} failed={t('failed.sessions')} onRetry={() => void refetch()} />
    ) : (
      <LineSkeleton height="320px" />
    );
  const sessions = data.rows.filter((one) => isMet(one) || one._id === wanted);
  const shown = sessions.find(({ _id }) => _id === wanted) ?? likelySession(sessions);
  if (!shown)
    return <EmptyState icon={CalendarX} title={t('sessions.none')} text={t('sessions.noneHint')} />;
  const choose = (session: string) =>
    setParams({ id: classId, tab: 'attendance', session }, { preventScrollReset: true });
  return (
    <>
      <Days classId={classId} sessions={sessions} shown={shown} onChoose={choose} />
      <Register sessionId={shown._id} />
    </>
  );
}
