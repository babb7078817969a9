import { CalendarX, Pencil, Undo2 } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isLiveClass } from '#contract/classes/class-changes.ts';
import { classesList } from '#contract/classes/classes-list.ts';
import type { ClassSession, SchoolClass } from '#contract/classes/classes.ts';
import { roomsList } from '#contract/courses/rooms-list.ts';
import { teachersList } from '#contract/people/teachers-list.ts';
import { Button } from '#src/components/kit/button.tsx';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { Mark, type MarkTone } from '#src/components/kit/mark.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { Aside } from '#src/components/table/aside.tsx';
import type { ListColumn } from '#src/components/table/columns.ts';
import { RecordTable } from '#src/components/table/record-table.tsx';
import { today } from '#src/lib/text/today.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import styles from '#src/features/class-page/class-page.module.css';
import { classPath } from '#src/features/class-page/class-path.ts';
import { useClass, useSessions } from '#src/features/class-page/class-queries.ts';
import { currentName } from '#src/lib/text/person-name.ts';
import { useSessionWords } from './session-words.ts';

const SessionDialog = lazy(async () => ({
  default: (await import('./session-dialog.tsx')).SessionDialog,
}));
const RestoreDialog = lazy(async () => ({
  default: (await import('./restore-dialog.tsx')).RestoreDialog,
}));

const tones = {
  scheduled: 'new',
  held: 'on',
  cancelled: 'off',
  rescheduled: 'off',
} as const satisfies Record<ClassSession['status'], MarkTone>;

/** The replacement of a moved session. */
const replacementOf = (rows: readonly ClassSession[], { _id }: ClassSession) =>
  rows.find(
    ({ movedFromId, status, attendanceTakenAt }) =>
      movedFromId === _id && status === 'scheduled' && attendanceTakenAt === null,
  );

/** The possible actions on a session; none after it was taught. */
function changeOf(
  rows: readonly ClassSession[],
  row: ClassSession,
): 'change' | 'restore' | undefined {
  if (row.status === 'scheduled') return row.attendanceTakenAt === null ? 'change' : undefined;
  return row.status === 'cancelled' || (row.status === 'rescheduled' && replacementOf(rows, row))
    ? 'restore'
    : undefined;
}

/** The columns of the list; `onChange` is set for people who may change a session. */
function useColumns(
  classId: string,
  rows: readonly ClassSession[],
  onChange: ((row: ClassSession) => void) | undefined,
): ListColumn<ClassSession>[] {
  const { t } = useTranslation('class-page');
  const { day, times } = useSessionWords();
  const teacherList = useCachedList(teachersList, { quiet: true }).rows;
  const roomList = useCachedList(roomsList, { quiet: true }).rows;
  const register = (row: ClassSession) => {
    const isMet = row.status === 'held' || (row.status === 'scheduled' && row.date <= today());
    return (
      isMet && (
        <Link className={styles.register} to={classPath(classId, 'attendance', row._id)}>
          {t(row.attendanceTakenAt === null ? 'attendance.take' : 'sessions.register')}
        </Link>
      )
    );
  };
  const button = (row: ClassSession) => {
    const change = changeOf(rows, row);
    const Icon = change === 'restore' ? Undo2 : Pencil;
    return (
      change && (
        <Button
          icon={Icon}
          className={styles.change}
          data-session={row._id}
          aria-label={t(`sessions.${change}Of`, { at: `${day(row)} ${times(row)}` })}
          onClick={() => onChange?.(row)}
        >
          {t(`sessions.${change}`)}
        </Button>
      )
    );
  };
  return [
    { field: 'date', label: t('sessions.day'), priority: 1, cell: day },
    {
      field: 'start',
      label: t('sessions.times'),
      priority: 1,
      ltrNoWrap: true,
      cell: (row) => times(row),
    },
    {
      field: 'teacherId',
      label: t('sessions.teacher'),
      priority: 2,
      cell: ({ teacherId, isSubstitute }) => {
        const teacher = teacherList?.find(({ _id }) => _id === teacherId);
        return (
          <>
            {teacher ? <WholeWords text={currentName(teacher)} /> : '–'}
            {isSubstitute && <Aside>{t('sessions.substitute')}</Aside>}
          </>
        );
      },
    },
    {
      field: 'roomId',
      label: t('sessions.room'),
      priority: 3,
      cell: ({ roomId }) => roomList?.find(({ _id }) => _id === roomId)?.name ?? '–',
    },
    {
      field: 'status',
      label: t('sessions.status'),
      priority: 1,
      cell: ({ status, reason }) => (
        <>
          <Mark label={t(`sessions.statuses.${status}`)} tone={tones[status]} />
          {reason !== '' && <Aside>{reason}</Aside>}
        </>
      ),
    },
    { field: 'attendanceTakenAt', label: t('tabs.attendance'), priority: 1, cell: register },
    ...(onChange
      ? [
          {
            field: 'version',
            label: t('sessions.change'),
            priority: 1,
            align: 'end',
            cell: button,
          } as const,
        ]
      : []),
  ];
}

/** Opens the dialog of one session, and returns the focus to its row. */
function useOpened(rows: readonly ClassSession[]) {
  const [id, setId] = useState<string>();
  const last = useRef<string>(undefined);
  useEffect(() => {
    if (id === undefined && last.current !== undefined)
      document.querySelector<HTMLElement>(`[data-session="${last.current}"]`)?.focus();
    last.current = id;
  }, [id]);
  return {
    session: rows.find(({ _id }) => _id === id),
    open: ({ _id }: ClassSession) => setId(_id),
    close: () => setId(undefined),
  };
}

const none: readonly ClassSession[] = [];

function Dialogs({
  rows,
  session,
  ofClass,
  onClose,
}: {
  rows: readonly ClassSession[];
  session: ClassSession;
  ofClass: SchoolClass;
  onClose: () => void;
}) {
  // The dialog stays open even if the answer changes the row.
  const [change] = useState(() => changeOf(rows, session));
  const [stand] = useState(() => replacementOf(rows, session));
  return change === 'restore' ? (
    <RestoreDialog session={session} stand={stand} onClose={onClose} />
  ) : (
    <SessionDialog session={session} ofClass={ofClass} onClose={onClose} />
  );
}

/** Every meeting of the class, with a link to its register and the actions on it. */
export function SessionsTab({ classId }: { classId: string }) {
  const { t } = useTranslation('class-page');
  const mayWrite = useCan(classesList.write);
  const { row: ofClass } = useClass(classId);
  const { data, error, refetch } = useSessions(classId);
  const rows = data?.rows ?? none;
  const { session, open, close } = useOpened(rows);
  const columns = useColumns(
    classId,
    rows,
    mayWrite && ofClass && isLiveClass(ofClass.status) ? open : undefined,
  );
  if (!data)
    return error ? (
      <LoadFailed error={error} failed={t('failed.sessions')} onRetry={() => void refetch()} />
    ) : (
      <TableSkeleton columns={columns.length} />
    );
  if (data.rows.length === 0)
    return <EmptyState icon={CalendarX} title={t('sessions.none')} text={t('sessions.noneHint')} />;
  return (
    <>
      <RecordTable label={t('tabs.sessions')} rows={data.rows} columns={columns} />
      <Suspense>
        {session && ofClass && (
          <Dialogs
            key={session._id}
            rows={rows}
            session={session}
            ofClass={ofClass}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}
