import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import type { List } from '#src/offline/lists/cached-list.ts';
import type { ListView } from './use-list-view.ts';

type ListStatesProps<Row> = {
  list: List<Row>;
  /** The number of columns, for the skeleton while the list loads. */
  columns: number;
  view?: ListView;
  /** The text for a list that failed to load. */
  failed: string;
  /** Shown while there are no records at all. */
  empty: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
};

/**
 * A list's table, or what replaces it: loading, failed without a copy, no records, or no matches.
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
    <EmptyState icon={SearchX} title={title} text={t('list.noMatchHint')}>
      <Button onClick={view.clear}>{t('action.clear')}</Button>
    </EmptyState>
  );
}
