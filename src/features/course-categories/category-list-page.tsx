import { useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Shapes } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { courseCategories, type CategoryMove, type CourseCategory } from '#contract/course-categories.ts';
import { AddLink } from '#src/components/page/add-link.tsx';
import { CategoryMark } from '#src/components/page/category-mark.tsx';
import { Freshness } from '#src/components/page/freshness.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { PageState } from '#src/components/page/page-state.tsx';
import { StatusMark } from '#src/components/page/status-mark.tsx';
import { TwoNames } from '#src/components/page/two-names.tsx';
import type { Column } from '#src/components/table/columns.ts';
import { ListStates } from '#src/components/table/list-states.tsx';
import { ListToolbar } from '#src/components/table/list-toolbar.tsx';
import { RecordTable } from '#src/components/table/record-table.tsx';
import { useListView } from '#src/components/table/use-list-view.ts';
import { api } from '#src/lib/api.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { listKey } from '#src/lib/resource.ts';
import { saveOnce, settling } from '#src/lib/settle-write.ts';
import { useCan } from '#src/lib/use-can.ts';
import { useCachedList } from '#src/offline/cached-list.ts';
import controls from '#src/theme/controls.module.css';
import styles from './category-list-page.module.css';

type Move = (row: CourseCategory, direction: CategoryMove['direction']) => void;

/** Changes places in the list at once, and asks for the list again. */
function useMove(): Move {
  const client = useQueryClient();
  return useCallback(
    ({ _id }, direction) => {
      const write = (key: string) => api.post(`${courseCategories.path}/${_id}/move`, { direction }, settling(key));
      void saveOnce(write).then(() => client.invalidateQueries({ queryKey: listKey(courseCategories) }));
    },
    [client],
  );
}

type Ends = { first: string | undefined; last: string | undefined };

function Order({ row, move, ends }: { row: CourseCategory; move: Move; ends: Ends }) {
  const { t } = useTranslation('courses');
  const name = row.code;
  return (
    <span className={styles.order}>
      <button type="button" className={controls.icon} aria-label={t('moveUp', { name })} disabled={row._id === ends.first} onClick={() => move(row, 'up')}>
        <ArrowUp aria-hidden size={16} strokeWidth={1.75} />
      </button>
      <button type="button" className={controls.icon} aria-label={t('moveDown', { name })} disabled={row._id === ends.last} onClick={() => move(row, 'down')}>
        <ArrowDown aria-hidden size={16} strokeWidth={1.75} />
      </button>
    </span>
  );
}

/** `ends`: which rows cannot go further up or down; none while the list does not stand in its order. */
function useColumns(ends: Ends | undefined): Column<CourseCategory>[] {
  const { t } = useTranslation('courses');
  const move = useMove();
  return useMemo(
    () => [
      {
        field: 'nameEn',
        label: t('name'),
        priority: 1,
        cell: (row) => (
          <>
            <CategoryMark colour={row.colour} />
            <TwoNames {...row} />
          </>
        ),
      },
      { field: 'code', label: t('code'), priority: 1, oneWay: true },
      { field: 'active', label: t('status'), priority: 1, cell: ({ active }) => <StatusMark on={active} label={t(active ? 'active' : 'inactive')} /> },
      ...(ends ? [{ field: 'position', label: t('order'), priority: 1, cell: (row) => <Order row={row} move={move} ends={ends} /> } satisfies Column<CourseCategory>] : []),
    ],
    [t, move, ends],
  );
}

const open = ({ _id }: CourseCategory) => editPath(paths.editCourseCategory, _id);

/** The categories of courses, in the order in which they stand everywhere. */
export function CategoryListPage() {
  const { t } = useTranslation(['courses', 'shell']);
  const view = useListView(courseCategories, 'position');
  const list = useCachedList(courseCategories, view);
  const mayWrite = useCan(courseCategories.write);
  // Up and down mean something only where the list stands in that order.
  const isOrdered = mayWrite && view.sort === 'position' && !view.narrowed;
  const [first, last] = [list.rows?.[0]?._id, list.rows?.at(-1)?._id];
  const columns = useColumns(useMemo(() => (isOrdered ? { first, last } : undefined), [isOrdered, first, last]));
  const add = <AddLink to={paths.addCourseCategory} label={t('shell:page.addCourseCategory')} />;
  return (
    <>
      <PageHeader title={t('shell:nav.courseCategories')} count={list.total} freshness={<Freshness list={list} />}>
        {mayWrite && add}
      </PageHeader>
      <ListToolbar view={view} hint={t('searchCategories')} />
      <ListStates
        list={list}
        columns={columns.length}
        view={view}
        failed="categoriesFetch"
        empty={
          <PageState icon={Shapes} title={t('emptyCategories')} text={t('emptyCategoriesHint')}>
            {mayWrite && add}
          </PageState>
        }
      >
        {(rows) => <RecordTable label={t('shell:nav.courseCategories')} rows={rows} columns={columns} view={view} open={open} />}
      </ListStates>
    </>
  );
}
