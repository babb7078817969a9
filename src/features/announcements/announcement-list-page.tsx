import { Megaphone } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { shownState } from '#contract/centre/announcement-state.ts';
import type { Announcement } from '#contract/centre/announcements.ts';
import { announcementsList } from '#contract/centre/announcements-list.ts';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import type { Filter } from '#src/components/list/filters.ts';
import { ListPage } from '#src/components/list/list-page.tsx';
import { useListView } from '#src/components/list/use-list-view.ts';
import { AddLink } from '#src/components/page/add-link.tsx';
import { editPath, paths } from '#src/lib/paths.ts';
import { useNow } from '#src/lib/browser/use-now.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { useAnnouncementColumns } from './announcement-columns.tsx';

const MINUTE_MS = 60_000;
const isOver = (row: Announcement, now: number) =>
  ['ended', 'archived'].includes(shownState(row, now));
const pinnedFirst = (rows: readonly Announcement[]) =>
  rows.toSorted((a, b) => Number(b.pinned) - Number(a.pinned));
const open = ({ _id }: Announcement) => editPath(paths.announcements, _id);

/** The rows of each tab: current and coming announcements, and those that are over. */
function useTabs(rows: readonly Announcement[] | undefined, tab: string | undefined) {
  const { t } = useTranslation('announcements');
  const now = useNow(MINUTE_MS);
  const [current, ended] = useMemo(
    () => [
      rows && pinnedFirst(rows.filter((row) => !isOver(row, now))),
      rows?.filter((row) => isOver(row, now)),
    ],
    [rows, now],
  );
  const filters = useMemo(
    (): Filter[] => [
      {
        kind: 'tabs',
        name: 'tab',
        label: t('tabs.label'),
        options: [
          { value: '', label: t('tabs.now'), count: current?.length },
          { value: 'ended', label: t('tabs.ended'), count: ended?.length },
        ],
      },
    ],
    [t, current?.length, ended?.length],
  );
  return { filters, shown: tab === 'ended' ? ended : current };
}

const known: readonly Filter[] = [
  { kind: 'tabs', name: 'tab', label: '', options: [{ value: 'ended', label: '' }] },
];

/**
 * The centre's announcements. Readers see those for them; authors also see how many have read each.
 */
export function AnnouncementListPage() {
  const { t } = useTranslation(['announcements', 'shell']);
  const view = useListView(announcementsList, { sort: '-publishFrom', filters: known });
  const { search, sort } = view;
  const list = useCachedList(announcementsList, { search, sort });
  const { filters, shown } = useTabs(list.rows, view.filters['tab']);
  const mayWrite = useCan(announcementsList.write);
  const columns = useAnnouncementColumns(mayWrite);
  const add = mayWrite && (
    <AddLink to={paths.addAnnouncement} label={t('shell:page.addAnnouncement')} />
  );
  return (
    <ListPage
      name={announcementsList.name}
      list={{ ...list, rows: shown }}
      view={view}
      columns={columns}
      filters={filters}
      title={t('shell:nav.announcements')}
      add={add}
      hint={t('searchHint')}
      open={open}
      failed={t('failed.list')}
      empty={
        <EmptyState
          icon={Megaphone}
          title={t('empty')}
          text={t(mayWrite ? 'emptyHint' : 'emptyForReaders')}
        >
          {add}
        </EmptyState>
      }
    />
  );
}
