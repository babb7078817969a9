import { ClipboardCheck, FileQuestion, Pencil } from 'lucide-react';
import { lazy, Suspense, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router-dom';
import { classesList } from '#contract/classes/classes-list.ts';
import type { RosterRow } from '#contract/classes/attendance.ts';
import type { SchoolClass } from '#contract/classes/classes.ts';
import { DOT } from '#contract/words/dot.ts';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { PanelSkeleton } from '#src/components/kit/form-skeleton.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Mark } from '#src/components/kit/mark.tsx';
import { LineSkeleton } from '#src/components/kit/skeleton.tsx';
import { BarPrimary } from '#src/components/page/bar-primary.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { Tabs } from '#src/components/page/tabs.tsx';
import { RecordHead } from '#src/components/record/record-head.tsx';
import { RecordSkeleton } from '#src/components/record/record-skeleton.tsx';
import { useKnownRow } from '#src/components/record/use-known-row.ts';
import { AuditLink } from '#src/entities/audit/audit-link.tsx';
import { ClassStrip } from '#src/entities/class/class-lessons.tsx';
import { useClassParts } from '#src/entities/class/class-parts.ts';
import { useTimesInWords } from '#src/entities/class/class-words.ts';
import { SeatsAsOf } from '#src/entities/class/seats-as-of.tsx';
import { OfflineError } from '#src/lib/request/api.ts';
import { isNotFound } from '#src/lib/request/resource.ts';
import { cameFrom } from '#src/lib/came-from.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { loadWords } from '#src/lib/text/i18n.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useLiveSeats } from '#src/offline/live/live-seats.ts';
import { classPath, tabs, type ClassTab } from './class-path.ts';
import styles from './class-page.module.css';
import { useClass, useRoster, useSessions } from './class-queries.ts';
import { FinishClass } from './finish-class.tsx';
import { OpenClass } from './open-class.tsx';

// Loaded lazily: few classes have one, and the page does not wait for it.
const AboutClass = lazy(async () => {
  const [{ AboutClass: About }] = await Promise.all([
    import('#src/entities/announcement/about-class.tsx'),
    loadWords('announcements'),
  ]);
  return { default: About };
});
// Loaded lazily: it appears only on paper.
const ClassPrint = lazy(async () => ({ default: (await import('./class-print.tsx')).ClassPrint }));
const parts = {
  roster: lazy(async () => ({ default: (await import('./roster-tab.tsx')).RosterTab })),
  sessions: lazy(async () => ({
    default: (await import('#src/features/class-page/sessions/sessions-tab.tsx')).SessionsTab,
  })),
  attendance: lazy(async () => ({
    default: (await import('#src/features/class-page/attendance/attendance-tab.tsx')).AttendanceTab,
  })),
  scores: lazy(async () => ({
    default: (await import('#src/features/class-page/scores/scores-tab.tsx')).ScoresTab,
  })),
} as const satisfies Record<ClassTab, unknown>;

/** What a class is, with its own fields; another feature draws it. */
type About = ComponentType<{ row: SchoolClass; locked: string | undefined }>;

type HeadProps = { id: string; row: SchoolClass | undefined; back: string; tab: ClassTab };

/** The way back, the name and the state of a class, and what can be done with it. */
function Head({ id, row, back, tab }: HeadProps) {
  const { t } = useTranslation(['class-page', 'record']);
  const mayWrite = useCan('classes:write');
  const mayTake = useCan('attendance:write') && row?.status === 'running' && tab !== 'attendance';
  const tapped = useKnownRow<SchoolClass>(classesList, id);
  const known = row ?? tapped;
  const parts = useClassParts();
  const times = useTimesInWords();
  const course = known && (parts.courseName(known.courseId) || known.classCode);
  return (
    <RecordHead
      title={known ? [course, times(known.slots)].filter(Boolean).join(DOT) : t('title')}
      back={back}
      face={{ fileId: null, name: known?.classCode ?? '' }}
      isBrief={tab === 'attendance'}
      mark={
        known && (
          <Mark
            label={t(`head.statuses.${known.status}`)}
            tone={known.status === 'running' || known.status === 'open' ? 'on' : 'off'}
          />
        )
      }
      under={
        known && [
          known.roomId && parts.rooms.get(known.roomId)?.name,
          parts.teacherName(known.teacherId),
          parts.terms.get(known.termId)?.name,
          <bdi key="code" dir="ltr">
            {known.classCode}
          </bdi>,
        ]
      }
    >
      <AuditLink entity="classes" entityId={id} isShort />
      {mayWrite && row && <FinishClass row={row} />}
      {mayWrite && (
        <LinkButton icon={Pencil} isShort to={editPath(paths.editClass, id)}>
          {t('head.edit')}
        </LinkButton>
      )}
      {mayWrite && row && <OpenClass row={row} />}
      {mayTake && (
        <BarPrimary>
          <LinkButton look="solid" icon={ClipboardCheck} to={classPath(id, 'attendance')}>
            {t('record:takeAttendance')}
          </LinkButton>
        </BarPrimary>
      )}
    </RecordHead>
  );
}
/** The number of things in a part of the page, once it is known. */
function useCounts(id: string): Partial<Record<ClassTab, number | undefined>> {
  const roster = useRoster(id).data?.rows;
  const sessions = useSessions(id).data?.rows;
  const countOf = (of: RosterRow['status']) => roster?.filter(({ status }) => status === of).length;
  return {
    // Once a class is over, everybody in it has completed it.
    roster: countOf('active') || countOf('completed'),
    sessions: sessions?.filter(({ status }) => status === 'held' || status === 'scheduled').length,
  };
}

/** One class: its students, sessions, attendance and scores, and what it is. */
export function ClassPage({ id, About }: { id: string; About: About }) {
  const { t } = useTranslation(['class-page', 'record']);
  const { t: common } = useTranslation();
  const [params] = useSearchParams();
  useLiveSeats();
  const record = useClass(id);
  const counts = useCounts(id);
  const back = cameFrom(useLocation()) ?? paths.classOverview;
  const asked = params.get('tab');
  const tab = tabs.find((one) => one === asked) ?? 'roster';
  const Part = parts[tab];
  const { row, fetchedAt } = record;
  if (isNotFound(record.error)) {
    return (
      <EmptyState
        icon={FileQuestion}
        title={common('list.recordMissing')}
        text={common('list.recordMissingHint')}
      >
        <LinkButton to={back}>{common('action.back')}</LinkButton>
      </EmptyState>
    );
  }
  return (
    <>
      <Head id={id} row={row} back={back} tab={tab} />
      <Suspense>{row && <ClassPrint row={row} tab={tab} />}</Suspense>
      {row ? (
        <div className={styles.strip} data-brief={tab !== 'roster' || undefined}>
          <ClassStrip row={row} asOf={<SeatsAsOf fetchedAt={fetchedAt} className={undefined} />} />
        </div>
      ) : record.error ? (
        <LoadFailed error={record.error} failed={t('failed.class')} onRetry={record.refetch} />
      ) : (
        <RecordSkeleton />
      )}
      <Suspense>
        <AboutClass classId={id} />
      </Suspense>
      {(row ?? record.error) && (
        <>
          <Tabs
            label={t('tabs.label')}
            current={tab}
            tabs={tabs.map((one) => ({
              id: one,
              label: t(`tabs.${one}`),
              to: classPath(id, one),
              count: counts[one],
            }))}
          />
          <Suspense fallback={<LineSkeleton height="320px" />}>
            <Part classId={id} />
          </Suspense>
        </>
      )}
      {row && tab === 'roster' && (
        <div className={styles.about}>
          <Suspense fallback={<PanelSkeleton rows={5} />}>
            <About
              row={row}
              locked={record.error instanceof OfflineError ? t('record:copyOnly') : undefined}
            />
          </Suspense>
        </div>
      )}
    </>
  );
}
