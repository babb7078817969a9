import { CalendarRange, DoorOpen } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { classes, classStatuses, type SchoolClass } from '#contract/classes.ts';
import { AddLink } from '#src/components/page/add-link.tsx';
import { Freshness } from '#src/components/page/freshness.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { PageState } from '#src/components/page/page-state.tsx';
import listStyles from '#src/components/table/list.module.css';
import { ListStates } from '#src/components/table/list-states.tsx';
import { ListToolbar } from '#src/components/table/list-toolbar.tsx';
import { RecordTable } from '#src/components/table/record-table.tsx';
import { useListView } from '#src/components/table/use-list-view.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { useCan } from '#src/lib/use-can.ts';
import { useArchivedList } from '#src/offline/archived-list.ts';
import { useCachedList, type List } from '#src/offline/cached-list.ts';
import { useLiveSeats } from '#src/offline/live-seats.ts';
import controls from '#src/theme/controls.module.css';
import { PlainSelect } from '#src/theme/plain-field.tsx';
import { useClassColumns } from './class-columns.tsx';
import { useClassParts, type ClassParts } from './class-parts.ts';
import styles from './classes.module.css';

const RoomsDialog = lazy(async () => ({ default: (await import('./rooms-dialog.tsx')).RoomsDialog }));

const filterNames = ['termId', 'courseId', 'status'] as const;
type FilterName = (typeof filterNames)[number];

/** The filters stand in the address, so that a reload or a bookmark keeps them. */
function useFilters() {
  const [params, setParams] = useSearchParams();
  const set = Object.fromEntries(filterNames.map((name) => [name, params.get(name) ?? ''])) as Record<FilterName, string>;
  const write = (values: Partial<Record<FilterName, string>>) =>
    setParams(
      (before) => {
        for (const [name, value] of Object.entries(values)) {
          if (value) before.set(name, value);
          else before.delete(name);
        }
        return before;
      },
      { replace: true },
    );
  return { set, write, isSet: filterNames.some((name) => set[name] !== ''), clear: () => write({ termId: '', courseId: '', status: '' }) };
}

function Filters({ filters, parts }: { filters: ReturnType<typeof useFilters>; parts: ClassParts }) {
  const { t } = useTranslation(['classes', 'common']);
  const { set, write } = filters;
  const all = <option value="">{t('common:list.all')}</option>;
  return (
    <div className={styles.filters}>
      <PlainSelect label={t('term')} value={set.termId} onChange={({ target }) => write({ termId: target.value })}>
        {all}
        {[...parts.terms.values()].map(({ _id, name, academicYear }) => (
          <option key={_id} value={_id}>{`${name} · ${academicYear}`}</option>
        ))}
      </PlainSelect>
      <PlainSelect label={t('course')} value={set.courseId} onChange={({ target }) => write({ courseId: target.value })}>
        {all}
        {[...parts.courses.values()].map(({ _id, code }) => (
          <option key={_id} value={_id}>{`${code} · ${parts.courseName(_id)}`}</option>
        ))}
      </PlainSelect>
      <PlainSelect label={t('status')} value={set.status} onChange={({ target }) => write({ status: target.value })}>
        {all}
        {classStatuses.map((status) => (
          <option key={status} value={status}>
            {t(`state.${status}`)}
          </option>
        ))}
      </PlainSelect>
    </div>
  );
}

function useNarrowed(list: List<SchoolClass>, { termId, courseId, status }: Record<FilterName, string>): List<SchoolClass> {
  const rows = useMemo(
    () => list.rows?.filter((row) => (!termId || row.termId === termId) && (!courseId || row.courseId === courseId) && (!status || row.status === status)),
    [list.rows, termId, courseId, status],
  );
  return { ...list, rows };
}

const open = ({ _id }: SchoolClass) => editPath(paths.classOverview, _id);

/** The classes of the branch: when, where and by whom they are taught, and how full they are. */
export function ClassListPage() {
  const { t } = useTranslation(['classes', 'shell', 'common']);
  useLiveSeats();
  const parts = useClassParts();
  const columns = useClassColumns(parts);
  const filters = useFilters();
  const ofList = useListView(classes, '-startDate');
  const view = { ...ofList, narrowed: ofList.narrowed || filters.isSet, clear: () => (ofList.clear(), filters.clear()) };
  const [living, archived] = [useCachedList(classes, view), useArchivedList(classes, { ...view, isWanted: filters.set.status === 'archived', query: { status: 'archived' } })];
  const list = useNarrowed(archived ?? living, filters.set);
  const mayWrite = useCan(classes.write);
  const [areRoomsOpen, openRooms] = useState(false);
  const add = <AddLink to={paths.addClass} label={t('shell:page.addClass')} />;
  return (
    <>
      <PageHeader title={t('shell:nav.allocateClasses')} count={list.rows?.length} freshness={<Freshness list={list} />}>
        {mayWrite && add}
      </PageHeader>
      <ListToolbar
        view={view}
        hint={t('searchHint')}
        actions={
          <div className={listStyles.actions}>
            <button type="button" className={controls.button} onClick={() => openRooms(true)}>
              <DoorOpen size={18} aria-hidden />
              {t('rooms.title')}
            </button>
          </div>
        }
      />
      <Filters filters={filters} parts={parts} />
      <ListStates
        list={list}
        columns={columns.length}
        view={view}
        failed="classesFetch"
        empty={
          <PageState icon={CalendarRange} title={t('empty')} text={t('emptyHint')}>
            {mayWrite && add}
          </PageState>
        }
      >
        {(rows) => <RecordTable label={t('shell:nav.allocateClasses')} rows={rows} columns={columns} view={view} open={open} />}
      </ListStates>
      <Suspense>{areRoomsOpen && <RoomsDialog onClose={() => openRooms(false)} />}</Suspense>
    </>
  );
}
