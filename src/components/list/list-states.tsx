import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageState } from '#src/components/page/page-state.tsx';
import { TableSkeleton } from '#src/components/table/table-skeleton.tsx';
import type { List } from '#src/offline/lists/cached-list.ts';
import controls from '#src/theme/controls.module.css';
import type { ListView } from './use-list-view.ts';

type ListStatesProps<Row> = {
  list: List<Row>;
  /** How many columns the table will have, for the shape of it while it loads. */
  columns: number;
  view?: ListView;
  /** The text for a list that did not come. */
  failed: string;
  /** What stands here before there is any record. */
  empty: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
};

/**
 * A list's table, or what stands in its place: still loading, failed with no copy, nothing yet,
 * nothing found.
 */
export function ListStates<Row>({
  list,
  columns,
  view,
  failed,
  empty,
  children,
}: ListStatesProps<Row>) {
  const { t } = useTranslation();
  if (list.rows === undefined) {
    return list.error ? (
      <LoadFailed error={list.error} failed={failed} onRetry={list.refetch} />
    ) : (
      <TableSkeleton columns={columns} />
    );
  }
  if (list.rows.length > 0) return children(list.rows);
  if (!view?.narrowed) return empty;
  const title =
    view.search === '' ? t('list.noneLeft') : t('list.noMatch', { search: view.search });
  return (
    <PageState icon={SearchX} title={title} text={t('list.noMatchHint')}>
      <button type="button" className={controls.button} onClick={view.clear}>
        {t('action.clear')}
      </button>
    </PageState>
  );
}
