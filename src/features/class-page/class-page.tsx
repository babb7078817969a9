import { FileQuestion, Pencil } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router-dom';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { LineSkeleton } from '#src/components/kit/skeleton.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { Tabs } from '#src/components/page/tabs.tsx';
import { AuditLink } from '#src/entities/audit/audit-link.tsx';
import { isNotFound } from '#src/lib/request/resource.ts';
import { cameFrom } from '#src/lib/came-from.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { loadWords } from '#src/lib/text/i18n.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useLiveSeats } from '#src/offline/live/live-seats.ts';
import { ClassHead } from './class-head.tsx';
import { classPath, tabs, type ClassTab } from './class-path.ts';
import { useClass } from './class-queries.ts';
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

/** One class: its students, sessions, attendance and scores. */
export function ClassPage({ id }: { id: string }) {
  const { t } = useTranslation('class-page');
  const { t: common } = useTranslation();
  const [params] = useSearchParams();
  const mayWrite = useCan('classes:write');
  useLiveSeats();
  const record = useClass(id);
  const back = cameFrom(useLocation()) ?? paths.classOverview;
  const asked = params.get('tab');
  const tab = tabs.find((one) => one === asked) ?? 'roster';
  const Part = parts[tab];
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
      <PageHeader title={record.row?.classCode ?? t('title')} back={back}>
        <AuditLink entity="classes" entityId={id} isShort />
        {mayWrite && record.row && <FinishClass row={record.row} />}
        {mayWrite && record.row && <OpenClass row={record.row} />}
        {mayWrite && (
          <LinkButton icon={Pencil} isShort to={editPath(paths.editClass, id)}>
            {t('head.edit')}
          </LinkButton>
        )}
      </PageHeader>
      <Suspense>{record.row && <ClassPrint row={record.row} tab={tab} />}</Suspense>
      {record.row ? (
        <ClassHead
          row={record.row}
          fetchedAt={record.fetchedAt}
          isBrief={tab === 'attendance' || tab === 'scores'}
        />
      ) : record.error ? (
        <LoadFailed error={record.error} failed={t('failed.class')} onRetry={record.refetch} />
      ) : (
        <LineSkeleton height="48px" />
      )}
      <Suspense>
        <AboutClass classId={id} />
      </Suspense>
      <Tabs
        label={t('tabs.label')}
        current={tab}
        tabs={tabs.map((one) => ({ id: one, label: t(`tabs.${one}`), to: classPath(id, one) }))}
      />
      <Suspense fallback={<LineSkeleton height="320px" />}>
        <Part classId={id} />
      </Suspense>
    </>
  );
}
