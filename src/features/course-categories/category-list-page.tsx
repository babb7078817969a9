import { useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Shapes } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { courseCategoriesList } from '#contract/courses/course-categories-list.ts';
import type { CategoryMove, CourseCategory } from '#contract/courses/course-categories.ts';
import { useAnnouncer } from '#src/components/feedback/use-announcer.tsx';
import { IconButton } from '#src/components/kit/button.tsx';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { ListPage } from '#src/components/list/list-page.tsx';
import { useListView } from '#src/components/list/use-list-view.ts';
import { AddLink } from '#src/components/page/add-link.tsx';
import { CategoryMark } from '#src/entities/course/category-mark.tsx';
import { TwoNames } from '#src/entities/course/two-names.tsx';
import type { ListColumn } from '#src/components/table/columns.ts';
import { api } from '#src/lib/request/api.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { listKey } from '#src/lib/request/resource.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import styles from './category-list-page.module.css';

type Move = (row: CourseCategory, direction: CategoryMove['direction']) => void;

/** Moves a category on the server, then reloads the list. */
function useMove(follow: (id: string) => void): Move {
  const client = useQueryClient();
  return useCallback(
    ({ _id }, direction) => {
      follow(_id);
      const write = (key: string) =>
        api.post(`${courseCategoriesList.path}/${_id}/move`, { direction }, withIdempotency(key));
      void saveOnce(write).then(() =>
        client.invalidateQueries({ queryKey: listKey(courseCategoriesList) }),
      );
    },
    [client, follow],
  );
}

/** Says the new place of the category that was moved last, once the list shows it. */
function usePlaceSaid(rows: readonly CourseCategory[] = []) {
  const { t } = useTranslation('courses');
  const { region, tell } = useAnnouncer();
  const [moved, setMoved] = useState<{ id: string; at?: number }>();
  const at = rows.findIndex(({ _id }) => _id === moved?.id);
  if (moved && at !== -1 && at !== moved.at) {
    setMoved({ id: moved.id, at });
    if (moved.at !== undefined)
      tell(t('movedTo', { name: rows[at]?.code, n: at + 1, of: rows.length }));
  }
  const follow = useCallback((id: string) => setMoved({ id }), []);
  return { region, follow };
}

type Ends = { first: string | undefined; last: string | undefined };

function Order({ row, move, ends }: { row: CourseCategory; move: Move; ends: Ends }) {
  const { t } = useTranslation('courses');
  const name = row.code;
  return (
    <span className={styles.order}>
      <IconButton
        icon={ArrowUp}
        label={t('moveUp', { name })}
        isAtEnd={row._id === ends.first}
        onClick={() => move(row, 'up')}
      />
      <IconButton
        icon={ArrowDown}
        label={t('moveDown', { name })}
        isAtEnd={row._id === ends.last}
        onClick={() => move(row, 'down')}
      />
    </span>
  );
}

function useColumns(): ListColumn<CourseCategory>[] {
  const { t } = useTranslation('courses');
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
      { field: 'code', label: t('code'), priority: 1, ltrNoWrap: true },
      {
        field: 'active',
        label: t('status'),
        priority: 1,
        text: ({ active }) => ({
          text: t(active ? 'active' : 'inactive'),
          tone: active ? 'on' : 'off',
        }),
      },
    ],
    [t],
  );
}

const open = ({ _id }: CourseCategory) => editPath(paths.editCourseCategory, _id);

/** The categories of courses, in the order used everywhere. */
export function CategoryListPage() {
  const { t } = useTranslation(['courses', 'shell']);
  const view = useListView(courseCategoriesList, { sort: 'position' });
  const list = useCachedList(courseCategoriesList, view);
  const mayWrite = useCan(courseCategoriesList.write);
  // Moving up and down makes sense only while the list has that order.
  const isOrdered = mayWrite && view.sort === 'position' && !view.narrowed;
  const [first, last] = [list.rows?.[0]?._id, list.rows?.at(-1)?._id];
  const columns = useColumns();
  const { region, follow } = usePlaceSaid(list.rows);
  const move = useMove(follow);
  const order = useCallback(
    (row: CourseCategory) => <Order row={row} move={move} ends={{ first, last }} />,
    [move, first, last],
  );
  const add = mayWrite && (
    <AddLink to={paths.addCourseCategory} label={t('shell:page.addCourseCategory')} />
  );
  return (
    <>
      {region}
      <ListPage
        name={courseCategoriesList.name}
        list={list}
        view={view}
        columns={columns}
        title={t('shell:nav.courseCategories')}
        add={add}
        hint={t('searchCategories')}
        open={open}
        {...(isOrdered && { actions: order })}
        failed={t('failed.category.list')}
        empty={
          <EmptyState icon={Shapes} title={t('emptyCategories')} text={t('emptyCategoriesHint')}>
            {add}
          </EmptyState>
        }
      />
    </>
  );
}
