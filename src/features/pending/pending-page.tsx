import { ClipboardCheck, SearchX, WifiOff } from 'lucide-react';
import { lazy, Suspense, useMemo, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { pendingViews, type PendingPlace, type PendingView } from '#contract/classes/pending.ts';
import { Stack } from '#src/components/kit/layout.tsx';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { ListToolbar } from '#src/components/list/list-toolbar.tsx';
import { useAddress } from '#src/components/list/use-address.ts';
import { AddLink } from '#src/components/page/add-link.tsx';
import { BarPrimary } from '#src/components/page/bar-primary.tsx';
import { Freshness } from '#src/components/page/freshness.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { Tabs } from '#src/components/page/tabs.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { usePendingCounts } from '#src/entities/pending/use-pending-counts.ts';
import { paths } from '#src/lib/paths.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useLiveSeats } from '#src/offline/live/live-seats.ts';
import type { List } from '#src/offline/lists/cached-list.ts';
import { usePending, type PendingRowOf } from './pending-queries.ts';
import { isMeant } from './place-words.tsx';
import { useServerUnreachable } from '#src/offline/use-server-unreachable.ts';

/** The pause in typing after which the address changes. */
const REST_MS = 150;

type Row = PendingRowOf[PendingView];
const placesOf = (row: Row): readonly PendingPlace[] => ('places' in row ? row.places : [row]);
const payerOf = (row: Row) =>
  'places' in row ? `${row.payerName} ${row.payerNameEn ?? ''} ${row.number}` : '';

type Tab = ComponentType<{ rows: readonly Row[]; all: readonly Row[]; isOff: boolean }>;
/** Each tab is loaded when it is opened, with the rows of its view. */
const parts = {
  holds: lazy(async () => ({ default: (await import('./holds-tab.tsx')).HoldsTab as Tab })),
  waiting: lazy(async () => ({ default: (await import('./waiting-tab.tsx')).WaitingTab as Tab })),
  lapsed: lazy(async () => ({ default: (await import('./lapsed-tab.tsx')).LapsedTab as Tab })),
  renew: lazy(async () => ({ default: (await import('./renew-tab.tsx')).RenewTab as Tab })),
  unpaid: lazy(async () => ({ default: (await import('./unpaid-tab.tsx')).UnpaidTab as Tab })),
} as const satisfies Record<PendingView, Tab>;

type PartProps = { view: PendingView; typed: string; isOff: boolean; list: List<Row> };

/** The matching rows of one tab, or its loading, empty or failed state. */
function Part({ view, typed, isOff, list: { rows, error, refetch } }: PartProps) {
  const { t } = useTranslation(['pending', 'common']);
  const found = useMemo(
    () => rows?.filter((row) => isMeant(typed, placesOf(row), payerOf(row))),
    [rows, typed],
  );
  if (!rows || !found)
    return error ? (
      <LoadFailed error={error} failed={t('failed')} onRetry={refetch} />
    ) : (
      <TableSkeleton columns={4} />
    );
  const Shown: Tab = parts[view];
  return (
    <Stack gap={3}>
      {isOff && (
        <Note tone="wait" icon={WifiOff}>
          {t('off')}
        </Note>
      )}
      {rows.length === 0 && (
        <EmptyState
          icon={ClipboardCheck}
          title={t(`empty.${view}`)}
          text={t(`emptyHint.${view}`)}
        />
      )}
      {rows.length > 0 && found.length === 0 && (
        <EmptyState icon={SearchX} title={t('common:list.noMatch', { search: typed })} />
      )}
      {/* Rendered without rows too, because it shows the result of the last action. */}
      <Suspense fallback={<TableSkeleton columns={4} />}>
        <Shown rows={found} all={rows} isOff={isOff} />
      </Suspense>
    </Stack>
  );
}

/**
 * Pending Enrollment: holds, waiting lists, lapsed holds, due renewals, and enrolments that were
 * never billed.
 */
export function PendingPage() {
  const { t } = useTranslation(['pending', 'shell']);
  const { params, search, setSearch } = useAddress(REST_MS);
  const asked = params.get('view');
  const view = pendingViews.find((one) => one === asked) ?? 'holds';
  const list = usePending<PendingView>(view);
  const counts = usePendingCounts();
  const isOff = useServerUnreachable();
  useLiveSeats();
  const tabs = pendingViews.map((id) => ({
    id,
    label: t(`views.${id}`),
    count: counts?.[id],
    to: id === 'holds' ? paths.manageEnrollment : `${paths.manageEnrollment}?view=${id}`,
  }));
  return (
    <>
      <PageHeader title={t('shell:nav.manageEnrollment')} freshness={<Freshness list={list} />}>
        {useCan('orders:write') && (
          <BarPrimary>
            <AddLink to={paths.newEnrollment} label={t('newVisit')} />
          </BarPrimary>
        )}
      </PageHeader>
      <Tabs label={t('tabs')} tabs={tabs} current={view} />
      <ListToolbar view={{ search, setSearch }} hint={t('hint')} />
      <Part key={view} view={view} typed={search} isOff={isOff} list={list} />
    </>
  );
}
