import { CalendarX2 } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimetableDay } from '#contract/classes/class-overview.ts';
import { addDays } from '#contract/dates.ts';
import { DOT } from '#contract/words/dot.ts';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { AddFirst } from '#src/components/page/comes-first.tsx';
import { Freshness } from '#src/components/page/freshness.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { paths } from '#src/lib/paths.ts';
import { useStore } from '#src/lib/store.ts';
import { branchNameIn } from '#src/lib/text/branch-name.ts';
import { showDay } from '#src/lib/text/day.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useNewRecordBranchId, useSelectedBranchId } from '#src/offline/branch-choice.ts';
import { useLiveSeats } from '#src/offline/live/live-seats.ts';
import styles from './class-overview.module.css';
import { MissingPanel } from './missing-panel.tsx';
import { narrowed } from './narrow.ts';
import timetable from './timetable.module.css';
import { useTimetable } from './use-timetable.ts';
import { useWeekAddress, type WeekAddress } from './use-week-address.ts';
import { WeekPrint } from './week-print.tsx';
import { ViewChoice, WeekToolbar } from './week-toolbar.tsx';
import { WeekViews } from './week-views.tsx';

/** `16–22/11/2026`; the first day shows only the parts that differ from the last one. */
function weekRange(monday: string): string {
  const [first, last] = [showDay(monday).split('/'), showDay(addDays(monday, 6)).split('/')];
  const differs = first[2] !== last[2] ? 3 : first[1] !== last[1] ? 2 : 1;
  return `${first.slice(0, differs).join('/')}–${last.join('/')}`;
}

const KeptRegisters = lazy(async () => ({
  default: (await import('./kept-registers.tsx')).KeptRegisters,
}));
const ReportLinks = lazy(async () => ({
  default: (await import('#src/entities/report/report-links.tsx')).ReportLinks,
}));

/** The selected branch and its name; without an id if all branches are shown. */
function useShownBranch() {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  const branchId = useSelectedBranchId();
  const branch = useStore((state) => state.branch.branchData);
  const name = branch ? `${branchNameIn(branch, language)} (${branch.code})` : t('branch.all');
  return { branchId, name, isWide: branchId === undefined };
}

type ShownProps = { days: readonly TimetableDay[]; address: WeekAddress; isWide: boolean };

/** The week, or a notice that it has no classes. */
function Shown({ days, address, isWide }: ShownProps) {
  const { t } = useTranslation('class-overview');
  const holidays = days.flatMap((day) => day.holidays);
  if (days.every(({ meetings }) => meetings.length === 0)) {
    const isNarrowed = address.room !== '' || address.teacher !== '' || address.clashing;
    return (
      <EmptyState
        icon={CalendarX2}
        title={t(isNarrowed ? 'emptyNarrowed' : 'emptyWeek')}
        text={holidays.length > 0 ? holidays.join(', ') : undefined}
      >
        {!isNarrowed && <AddFirst to={paths.addClass} page="addClass" action="classes:write" />}
      </EmptyState>
    );
  }
  return <WeekViews days={days} address={address} isWide={isWide} />;
}

/**
 * The classes of a week by day, by room or as a list, and below it the open tasks of the classes.
 */
export function ClassOverviewPage() {
  const { t } = useTranslation(['class-overview', 'shell', 'common']);
  useLiveSeats();
  const address = useWeekAddress();
  const branch = useShownBranch();
  // Somebody who sees all branches takes attendance in their own branch only.
  const kept = useNewRecordBranchId();
  const list = useTimetable(address.week, branch.branchId);
  const { room, teacher, clashing } = address;
  const days = useMemo(
    () => list.rows && narrowed(list.rows, { room, teacher, clashing }),
    [list.rows, room, teacher, clashing],
  );
  const terms = [...new Set(list.rows?.flatMap((day) => day.terms))];
  const range = [weekRange(address.week), ...terms].join(DOT);
  const freshness = (
    <>
      <span className={styles.range}>{range}</span>
      <Freshness list={list} />
    </>
  );
  return (
    <>
      <div className={styles.screen}>
        <PageHeader title={t('shell:nav.classOverview')} freshness={freshness}>
          <ViewChoice address={address} />
        </PageHeader>
        <WeekToolbar address={address} days={list.rows} isWide={branch.isWide} />
        {days && <Shown days={days} address={address} isWide={branch.isWide} />}
        {!days && list.error && (
          <LoadFailed error={list.error} failed={t('failed')} onRetry={list.refetch} />
        )}
        {!days && !list.error && (
          <div
            className={timetable.skeleton}
            role="status"
            aria-label={t('loading')}
            data-instead={t('common:print.late')}
          />
        )}
        <MissingPanel branchId={branch.branchId} />
        <Suspense>{list.rows && <KeptRegisters key={kept} branchId={kept} />}</Suspense>
        <Suspense>
          <ReportLinks />
        </Suspense>
      </div>
      {days && (
        <WeekPrint
          days={days}
          branch={branch.name}
          range={range}
          fetchedAt={list.fetchedAt}
          isWide={branch.isWide}
        />
      )}
    </>
  );
}
