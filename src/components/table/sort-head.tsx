import { ChevronDown, ChevronUp } from 'lucide-react';
import type { ListView } from '#src/components/list/use-list-view.ts';
import styles from './table.module.css';

type SortHeadProps = {
  column: { field: string; label: string; align?: 'end'; priority: number };
  view: Pick<ListView, 'sort' | 'sortable' | 'toggleSort'> | undefined;
};

/** The heading of a column; a button if the resource can sort by it. */
export function SortHead({ column, view }: SortHeadProps) {
  const { field, label, align, priority } = column;
  const head = {
    scope: 'col',
    className: styles.head,
    'data-align': align,
    'data-priority': priority,
  };
  const sorted =
    view?.sort === field ? 'ascending' : view?.sort === `-${field}` ? 'descending' : undefined;
  if (!view?.sortable.includes(field)) return <th {...head}>{label}</th>;
  const Mark = sorted === 'descending' ? ChevronUp : ChevronDown;
  return (
    <th {...head} aria-sort={sorted ?? 'none'}>
      <button type="button" className={styles.sorter} onClick={() => view.toggleSort(field)}>
        {label}
        <Mark aria-hidden size={14} strokeWidth={1.75} />
      </button>
    </th>
  );
}
