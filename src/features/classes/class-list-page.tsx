import { CalendarRange, DoorOpen } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { classesList } from '#contract/classes/classes-list.ts';
import type { SchoolClass } from '#contract/classes/classes.ts';
import type { SortOf } from '#contract/list-of.ts';
import { Button } from '#src/components/kit/button.tsx';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { ListPage } from '#src/components/list/list-page.tsx';
import { useListView, type ListView } from '#src/components/list/use-list-view.ts';
import { AddLink } from '#src/components/page/add-link.tsx';
import type { SumLine } from '#src/components/table/columns.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { useArchivedList } from '#src/offline/lists/archived-list.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { useLiveSeats } from '#src/offline/live/live-seats.ts';
import { useClassColumns } from './class-columns.tsx';
import { useClassFilters, withCounts } from './class-filters.ts';
import { useClassParts } from '#src/entities/class/class-parts.ts';
import { useOfSelectedBranch } from '#src/offline/branch-choice.ts';

const RoomsDialog = lazy(async () => ({
  default: (await import('./rooms-dialog.tsx')).RoomsDialog,
}));

/**
 * The classes of the selected tab, and those of all tabs. Archived ones are fetched only on
 * request.
 */
function useClasses(view: ListView<SortOf<typeof classesList>>) {
  const { status = '' } = view.filters;
  const apart = useMemo(
    () => Object.fromEntries(Object.entries(view.filters).filter(([name]) => name !== 'status')),
    [view.filters],
  );
  const all = useCachedList(classesList, { search: view.search, sort: view.sort, filters: apart });
  const ofBranch = useOfSelectedBranch(all.rows);
  const archived = useArchivedList(classesList, {
    ...view,
    isWanted: status === 'archived',
    query: { status: 'archived' },
  });
  const rows = useMemo(
    () => (status === '' ? ofBranch : ofBranch?.filter((row) => row.status === status)),
    [ofBranch, status],
  );
  return { list: archived ?? { ...all, rows }, all: ofBranch };
}

/** The seats taken and offered in the shown classes. */
function useSeatSum(): (rows: readonly SchoolClass[]) => SumLine<SchoolClass>[] {
  const { t } = useTranslation('classes');
  return (rows) => {
    const sum = (field: 'seatsTaken' | 'capacity') =>
      formatNumber(rows.reduce((total, row) => total + row[field], 0));
    return [
      {
        label: t('seatSum', { count: rows.length }),
        sums: { seatsTaken: `${sum('seatsTaken')}/${sum('capacity')}` },
      },
    ];
  };
}

const open = ({ _id }: SchoolClass) => editPath(paths.classOverview, _id);

/** The classes of the branch: times, rooms, teachers, and seats. */
export function ClassListPage() {
  const { t } = useTranslation(['classes', 'shell', 'common']);
  useLiveSeats();
  const parts = useClassParts();
  const columns = useClassColumns(parts);
  const filters = useClassFilters(parts);
  const view = useListView(classesList, { sort: '-startDate', filters });
  const { list, all } = useClasses(view);
  const sums = useSeatSum();
  const mayWrite = useCan(classesList.write);
  // The overview's first steps lead here.
  const [params, setParams] = useSearchParams();
  const [areRoomsOpen, openRooms] = useState(params.has('rooms'));
  const closeRooms = () => {
    openRooms(false);
    if (params.has('rooms')) setParams({}, { replace: true });
  };
  const add = mayWrite && <AddLink to={paths.addClass} label={t('shell:page.addClass')} />;
  return (
    <>
      <ListPage
        name={classesList.name}
        list={list}
        view={view}
        columns={columns}
        filters={withCounts(filters, all)}
        title={t('shell:nav.allocateClasses')}
        add={add}
        hint={t('searchHint')}
        open={open}
        sums={sums}
        failed={t('failed.list')}
        tools={
          <Button icon={DoorOpen} onClick={() => openRooms(true)}>
            {t('rooms.title')}
          </Button>
        }
        empty={
          <EmptyState icon={CalendarRange} title={t('empty')} text={t('emptyHint')}>
            {add}
          </EmptyState>
        }
      />
      <Suspense>{areRoomsOpen && <RoomsDialog onClose={closeRooms} />}</Suspense>
    </>
  );
}
