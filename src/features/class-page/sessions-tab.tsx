import { CalendarX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ClassSession } from '#contract/classes.ts';
import { rooms } from '#contract/rooms.ts';
import { teachers } from '#contract/teachers.ts';
import { LeftToRight } from '#src/components/page/left-to-right.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageState } from '#src/components/page/page-state.tsx';
import { StatusMark, type StatusTone } from '#src/components/page/status-mark.tsx';
import { Aside } from '#src/components/table/aside.tsx';
import type { Column } from '#src/components/table/columns.ts';
import { RecordTable } from '#src/components/table/record-table.tsx';
import { TableSkeleton } from '#src/components/table/table-skeleton.tsx';
import { today } from '#src/lib/today.ts';
import { useCachedList } from '#src/offline/cached-list.ts';
import { classPath } from './class-path.ts';
import { useSessions } from './class-queries.ts';
import { useSessionWords } from './session-words.ts';

const tones = { scheduled: 'new', held: 'on', cancelled: 'off', rescheduled: 'off' } as const satisfies Record<ClassSession['status'], StatusTone>;

/** Every meeting of the class, with the way to its register. */
export function SessionsTab({ classId }: { classId: string }) {
  const { t } = useTranslation('class-page');
  const words = useSessionWords();
  const { data, error, refetch } = useSessions(classId);
  const teacherList = useCachedList(teachers, { quiet: true }).rows ?? [];
  const roomList = useCachedList(rooms, { quiet: true }).rows ?? [];
  const teacherOf = (id: string | null) => teacherList.find(({ _id }) => _id === id);
  const register = (row: ClassSession) => {
    const isMet = row.status === 'held' || (row.status === 'scheduled' && row.date <= today());
    return isMet && <Link to={classPath(classId, 'attendance', row._id)}>{t(row.attendanceTakenAt === null ? 'attendance.take' : 'sessions.register')}</Link>;
  };
  const columns: Column<ClassSession>[] = [
    { field: 'date', label: t('sessions.day'), priority: 1, cell: words.day },
    { field: 'start', label: t('sessions.times'), priority: 1, cell: (row) => <LeftToRight>{words.times(row)}</LeftToRight> },
    {
      field: 'teacherId',
      label: t('sessions.teacher'),
      priority: 2,
      cell: ({ teacherId, isSubstitute }) => {
        const teacher = teacherOf(teacherId);
        return <>{teacher ? `${teacher.firstName} ${teacher.lastName}` : '–'}{isSubstitute && <Aside>{t('sessions.substitute')}</Aside>}</>;
      },
    },
    { field: 'roomId', label: t('sessions.room'), priority: 3, cell: ({ roomId }) => roomList.find(({ _id }) => _id === roomId)?.name ?? '–' },
    { field: 'status', label: t('sessions.status'), priority: 1, cell: ({ status, reason }) => <><StatusMark label={t(`sessions.statuses.${status}`)} tone={tones[status]} />{reason !== '' && <Aside>{reason}</Aside>}</> },
    { field: 'attendanceTakenAt', label: t('tabs.attendance'), priority: 1, cell: register },
  ];
  if (!data) return error ? <LoadFailed error={error} failed="sessionsFetch" onRetry={() => void refetch()} /> : <TableSkeleton columns={columns.length} />;
  if (data.rows.length === 0) return <PageState icon={CalendarX} title={t('sessions.none')} text={t('sessions.noneHint')} />;
  return <RecordTable label={t('tabs.sessions')} rows={data.rows} columns={columns} />;
}
